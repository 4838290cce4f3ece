import CardJSON
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("convret", ["convert", "filter"], ["convert"]),
    ("CSV", ["csv", "tsv"], ["csv", "tsv"]),
    ("cvs", ["ndjson", "csv"], ["csv"]),
    ("class", ["class-type", "classes", "columns"], ["classes", "class-type"]),
    ("class_typ", ["type", "class-type"], ["class-type"]),
    ("output-file", ["output", "to"], ["output"]),
    ("x", ["o", "v", "w"], []),
    ("c", ["count", "columns", "crlf", "classes"], ["crlf", "count", "columns"]),
    ("", ["a"], []),
    ("discount_precentage", ["discount_percentage", "title"], ["discount_percentage"]),
    ("zebra", ["convert", "filter"], []),
  ])
  func nearNamesComeNearestFirst(_ text: String, _ names: [String], _ expected: [String]) {
    #expect(NearestName.all(text, among: names) == expected)
  }

  @Test func absurdlyLongTextsAreNotCompared() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearestName.all(long, among: ["a", "aa", long]) == [])
  }

  @Test func namesAreOfferedOnce() {
    #expect(NearestName.all("titel", among: ["title", "title"]) == ["title"])
  }
}
