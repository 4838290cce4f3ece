import CardJSON
import Testing

/// Each rule of RFC 8259, with valid and invalid text.
struct ConformanceTests {
  @Test(
    "section 2: one value, of any kind, and whitespace round it",
    arguments: ConformanceTests.structure)
  func texts(row: ConformanceRow) { expect(row) }

  @Test("section 3: three words in lower case", arguments: ConformanceTests.literals)
  func words(row: ConformanceRow) { expect(row) }

  @Test("section 4: objects", arguments: ConformanceTests.objects)
  func members(row: ConformanceRow) { expect(row) }

  @Test("section 5: arrays", arguments: ConformanceTests.arrays)
  func elements(row: ConformanceRow) { expect(row) }

  @Test("section 6: numbers", arguments: ConformanceTests.numbers)
  func digits(row: ConformanceRow) { expect(row) }

  @Test("section 7: strings", arguments: ConformanceTests.strings)
  func characters(row: ConformanceRow) { expect(row) }

  @Test("section 7: escapes, and surrogates alone or in pairs", arguments: ConformanceTests.escapes)
  func backslashes(row: ConformanceRow) { expect(row) }

  @Test(
    "section 8.1: UTF-8 and no other encoding, no byte order mark",
    arguments: ConformanceTests.encodings)
  func bytes(row: ConformanceRow) { expect(row) }

  @Test(
    "section 9: how deep values may be nested is the parser's to say",
    arguments: ConformanceTests.depths)
  func nesting(row: ConformanceRow) { expect(row) }

  private func expect(_ row: ConformanceRow, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(wholeTextError(row.bytes) == row.error, sourceLocation: sourceLocation)
    // The simple parser is recursive, so it cannot read text that is nested without limit.
    let isTaken = (try? ReferenceParser.parse(row.bytes)) != nil
    #expect(isTaken == (row.error == nil), "the plain parser", sourceLocation: sourceLocation)
    // Where a value ends does not depend on what it is nested in.
    let depth = row.bytes.count { [0x5B, 0x7B].contains($0) }
    guard row.error == nil, depth < 500 else { return }
    for (before, after) in [("[", "]"), (#"{"":"#, "}"), (" [0,", ",0]"), (#"{"a":0,"b":"#, "\n}")]
    {
      let nested = Array(before.utf8) + row.bytes + Array(after.utf8)
      #expect(wholeTextError(nested) == nil, "\(before)…", sourceLocation: sourceLocation)
    }
  }

  /// Short pieces of JSON that together contain every kind of token.
  private static let seeds = [
    #"{"k":[1,-0.5e+1]}"#, #"["\u00e9\n\\","é"]"#, "[true,false,null]", #"{"a":{},"b":[]}"#,
    #""\ud83d\ude00😀""#, "-10.25E-3", "[ 0 , [ ] ]", #"{ "" : "" }"#, "10", #""""#, "[\t\r\n0]",
  ]

  @Test(
    "every text that differs from these in one byte is taken where it is JSON", arguments: seeds)
  func oneByteAway(seed: String) {
    let bytes = Array(seed.utf8)
    var wrong: [[UInt8]] = []
    func compare(_ text: [UInt8]) {
      let isTaken = (try? ReferenceParser.parse(text)) != nil
      if (wholeTextError(text) == nil) != isTaken { wrong.append(text) }
    }
    for place in 0...bytes.count {
      for byte in UInt8.min...UInt8.max {
        var other = bytes
        other.insert(byte, at: place)
        compare(other)
        guard place < bytes.count else { continue }
        other = bytes
        other[place] = byte
        compare(other)
      }
      guard place < bytes.count else { continue }
      var other = bytes
      other.remove(at: place)
      compare(other)
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { String(decoding: $0, as: UTF8.self) })")
  }
}
