import Foundation
import TestSupport
import Testing

/// The page that `inspect --to html` writes: its template, and the data that its script draws.
struct PageTests {
  private static let feed = Repository.fixtures.appending(path: "feed.json").path

  /// A page and the data in it.
  struct Page {
    let text: String
    let data: [String: Any]

    init(_ text: String) throws {
      self.text = text
      let start = try #require(text.range(of: "id=\"data\">")).upperBound
      let end = try #require(text[start...].range(of: "</script>")).lowerBound
      let json = try JSONSerialization.jsonObject(with: Data(text[start..<end].utf8))
      data = try #require(json as? [String: Any])
    }

    /// The cards, as the script draws them.
    var cards: [[String: Any]] {
      (data["cards"] as? [[String: Any]] ?? []).map { row in
        let facts = row["card"] as? [String: Any] ?? [:]
        let card = facts["card"] as? [String: Any] ?? [:]
        return card.merging(facts) { $1 }.merging(row) { $1 }
      }
    }

    var ids: [String] { cards.map { $0["id"] as? String ?? "" } }
    var findings: [[String: Any]] { data["findings"] as? [[String: Any]] ?? [] }
  }

  private func page(_ options: [String], _ input: String = "", status: Int32 = 0) throws -> Page {
    let line = ["inspect", "--no-config", "--to", "html", "--at", "2026-11-20T12:00:00Z"]
    let run = CommandRun(arguments: line + options, input: .file(Array(input.utf8)))
    let result = try run.result()
    #expect(result.status == status, "\(result.messageText)")
    return try Page(result.text)
  }

  /// The lines that another command prints of the same input.
  private func lines(_ arguments: [String], _ input: String = "") throws -> [String] {
    let run = CommandRun(arguments: arguments, input: .file(Array(input.utf8)))
    return try run.result().text.split(separator: "\n").map(String.init)
  }

  static let fixtures: [String] = {
    let names = FileManager.default.enumerator(atPath: Repository.fixtures.path)?.allObjects
    let files = (names ?? []).compactMap { $0 as? String }
    return files.filter { $0.hasSuffix("json") && !$0.contains("validate/") }.sorted()
  }()

  @Test(arguments: fixtures)
  func showsEveryCardOnce(_ name: String) throws {
    let file = Repository.fixtures.appending(path: name).path
    let expected = try CommandRun(arguments: ["filter", "--count", file]).result()
    let page = try page([file], status: expected.status)
    #expect("\(page.cards.count)\n" == expected.text)
    #expect(page.text.hasSuffix("</html>\n"))
  }

  @Test(arguments: ["1", "3"])
  func hasTheOrderOfTheFeed(_ jobs: String) throws {
    // Enough cards that some are dropped while others are still being read.
    let cards = SampleCards.make(4000, words: 10).joined(separator: "\n")
    let expected = try lines(["filter", "--sort", "feed", "--limit", "20", "--ids"], cards)
    let page = try page(["--limit", "20", "--jobs", jobs], cards)
    #expect(page.ids == expected)
    #expect(page.data["read"] as? Int == 4000)
    #expect(page.cards.map { $0["number"] as? Int } == Array(1...20))
  }

  @Test func limits() throws {
    #expect(try page(["--limit", "0", PageTests.feed]).cards.isEmpty)
    let many = (0..<501).map { #"{"id":"\#($0)","tp":"text_announcement","ca":1,"tt":"a"}"# }
    #expect(try page([], many.joined(separator: "\n")).cards.count == 500)
  }

  @Test func showsFindingsWithTheirRules() throws {
    let twice = #"[{"id":"a","tp":"control","ca":2},{"id":"a","tp":"control","ca":1}]"#
    let page = try page([], twice)
    let rules = page.cards.flatMap { $0["findings"] as? [[String: Any]] ?? [] }
      .compactMap { $0["rule"] as? String }
    #expect(rules.filter { $0 == "feed/duplicate-id" }.count == 1)
    let explained = (page.data["rules"] as? [[String: Any]] ?? []).compactMap {
      $0["id"] as? String
    }
    #expect(explained == Set(rules).sorted())
    let broken = try self.page([], #"{"id":"a","tp":"control","ca":2}"# + "\n{\"id\":x}", status: 1)
    #expect(broken.findings.map { $0["rule"] as? String } == ["json/syntax"])
    #expect(broken.findings.map { $0["line"] as? Int } == [2])
  }

  @Test func saysWhereACardIs() throws {
    let cards = #"{"id":"a","tp":"control","ca":2}"# + "\n" + #"{"id":"b","tp":"control","ca":1}"#
    let page = try page([], cards)
    #expect(page.ids == ["a", "b"])
    #expect(page.cards.map { $0["line"] as? Int } == [1, 2])
    #expect(page.cards.allSatisfy { $0["absence"] != nil })
  }

  @Test func loadsImagesOnlyWhenAsked() throws {
    let without = try page([PageTests.feed])
    #expect(without.text.contains("img-src 'none'"))
    #expect(without.data["images"] as? Bool == false)
    let with = try page(["--images", PageTests.feed])
    #expect(with.text.contains("img-src https: data:"))
    #expect(with.data["images"] as? Bool == true)
    let picture = "data:image/png;base64," + String(repeating: "AAAA", count: 5000)
    let inside = #"{"id":"a","tp":"banner_image","ca":1,"i":"\#(picture)"}"#
    #expect(try page(["--images"], inside).cards[0]["image"] as? String == picture)
  }

  @Test(arguments: [
    ("1.5", 1500), ("\"0.8\"", 800), ("0", nil), ("-1", nil), ("1e-9", nil),
    ("0.01", 250), ("99", 6000), ("true", nil),
  ])
  func proportionsOfImages(_ ratio: String, _ width: Int?) throws {
    let card =
      #"{"id":"a","tp":"banner_image","ca":1,"i":"https://example.com/a.png","ar":\#(ratio)}"#
    #expect(try page([], card).cards[0]["ratio"] as? Int == width)
  }

  @Test func hasLocalItems() throws {
    let items = Repository.fixtures.appending(path: "local-feed.json").path
    let page = try page(["--feed", items, PageTests.feed])
    #expect((page.data["items"] as? [Any])?.count == 3)
  }

  @Test func saysWhatACardBecomes() throws {
    let card = #"{"id":"a","tp":"text_announcement","ca":1,"tt":"t","e":{"class_type":"group"}}"#
    let failed = try page([], card)
    #expect((failed.cards[0]["reason"] as? String)?.contains("needs description") == true)
    let other = try page([], #"{"id":"a","tp":"control","ca":1}"#)
    #expect(other.cards[0]["reason"] as? String == "it has no class type")
    let folder = try ScratchFolder()
    let registry = try folder.write(
      "classes.json",
      #"{"classes":{"store":{"object":"Store","properties":{"city":{"from":["extras.city"]}}}}}"#)
    let store = #"{"id":"a","tp":"control","ca":1,"e":{"class_type":"store","city":"Ulm <1>"}}"#
    let page = try page(["--classes", registry], store)
    let object = try #require(page.cards[0]["object"] as? [String: Any])
    #expect(object["name"] as? String == "Store")
    #expect((object["value"] as? [String: Any])?["city"] as? String == "Ulm <1>")
    #expect(!page.text.contains("Ulm <1>"))
  }

  /// A card is that of `convert --as card`, with times in the zone of the page.
  @Test func hasTheCardsOfConvert() throws {
    let page = try page(["--limit", "1000", PageTests.feed])
    let words = ["convert", "--no-config", "--as", "card", "--time", "iso", PageTests.feed]
    let expected = try lines(words)
    #expect(page.cards.count == expected.count)
    for row in page.data["cards"] as? [[String: Any]] ?? [] {
      let facts = try #require(row["card"] as? [String: Any])
      let card = try #require(facts["card"] as? NSDictionary)
      #expect(
        try expected.contains { line in
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary == card
        })
    }
  }

  /// Without JavaScript the page has what `inspect` prints.
  @Test func hasTheOverviewAsText() throws {
    let at = ["--no-config", "--at", "2026-11-20T12:00:00Z", PageTests.feed]
    let overview = try CommandRun(arguments: ["inspect", "--sort", "feed"] + at).result().text
    let page = try page([PageTests.feed]).text
    let start = try #require(page.range(of: "<pre>")).upperBound
    let end = try #require(page[start...].range(of: "</pre>")).lowerBound
    let shown = page[start..<end].replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    #expect(shown == overview)
  }

  @Test func keepsTheOldPageWhenReadingFails() throws {
    let folder = try ScratchFolder()
    let target = try folder.write("page.html", "old")
    let line = ["inspect", "--no-config", "--to", "html", "-o", target, PageTests.feed]
    #expect(try CommandRun(arguments: line + [folder.path("missing.json")]).result().status == 3)
    #expect(try folder.text("page.html") == "old")
    #expect(try CommandRun(arguments: line).result().status == 0)
    #expect(try folder.text("page.html").hasPrefix("<!doctype html>"))
  }
}
