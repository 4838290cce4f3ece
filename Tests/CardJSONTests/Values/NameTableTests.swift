import CardJSON
import Testing

/// Names found by their bytes.
struct NameTableTests {
  private func index(_ name: String, in table: NameTable) -> Int? {
    var buffer = ByteBuffer(name.utf8)
    return table.index(of: buffer.sealed())
  }

  @Test("every name is found by its place, nothing else is found")
  func names() {
    let names = [
      "id", "tp", "title", "open_url_in_webview", "12345678", "123456789", "1234567812345678",
      "12345678123456781", "x", String(repeating: "y", count: 32),
    ]
    let table = NameTable(names)
    for (place, name) in names.enumerated() {
      #expect(index(name, in: table) == place)
      #expect(index(String(name.dropLast()) + "Z", in: table) == nil)
      #expect(index(name + "x", in: table) == nil)
    }
    for absent in ["", "i", "ID", "1234567", "id\0", String(repeating: "y", count: 33), "é"] {
      #expect(index(absent, in: table) == nil, "\(absent)")
    }
  }

  @Test("what follows a name in the text does not matter")
  func neighbours() throws {
    let table = NameTable(["id", "e", "created"])
    try withDocument(#"{"id":"tp","e":1,"created":2}"#) { document in
      var found: [Int?] = []
      document.forEachMember(of: 0) { key, _ in found.append(table.index(of: document[key].content))
      }
      #expect(found == [0, 1, 2])
    }
  }

  @Test("many random names")
  func random() {
    var numbers = SeededNumbers(seed: 10)
    for count in [1, 4, 60, 200] {
      var names = Set<String>()
      while names.count < count {
        let length = Int.random(in: 1...32, using: &numbers)
        names.insert(
          String((0..<length).map { _ in "abcX_".randomElement(using: &numbers) ?? "a" }))
      }
      let list = names.sorted()
      let table = NameTable(list)
      for (place, name) in list.enumerated() { #expect(index(name, in: table) == place) }
      for name in list where !names.contains(name + "c") && name.count < 32 {
        #expect(index(name + "c", in: table) == nil)
      }
    }
  }
}
