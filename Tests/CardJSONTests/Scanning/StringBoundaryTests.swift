import CardJSON
import Testing

/// Strings of every length, with a special byte at every position.
///
/// The scanner reads sixteen bytes at a time, and the byte may be any of them.
struct StringBoundaryTests {
  static let lengths = 0...100

  /// A string that contains `inside`, after `lead` bytes of whitespace.
  private func text(_ inside: [UInt8], lead: Int) -> [UInt8] {
    Array(repeating: 0x20, count: lead) + [0x22] + inside + [0x22]
  }

  @Test("finds the closing quote at every position")
  func closingQuote() throws {
    for length in StringBoundaryTests.lengths {
      for lead in 0..<8 {
        let bytes = text(Array(repeating: 0x78, count: length), lead: lead)
        try withDocument(bytes) { document in
          #expect(document[0].range == lead..<lead + length + 2)
          #expect(document[0].content.count == length)
          #expect(!document[0].word.isEscaped)
        }
      }
    }
  }

  @Test("finds an escape at every position", arguments: [#"\""#, #"\\"#, #"\n"#, #"\u00e9"#])
  func escapes(escape: String) throws {
    for length in StringBoundaryTests.lengths {
      for place in 0...length {
        var inside = [UInt8](repeating: 0x78, count: length)
        inside.insert(contentsOf: escape.utf8, at: place)
        try withDocument(text(inside, lead: 0)) { document in
          #expect(document[0].word.isEscaped)
          #expect(document[0].content.array == inside)
        }
      }
    }
  }

  @Test("finds a control character at every position", arguments: [0x00, 0x0A, 0x1F] as [UInt8])
  func controls(byte: UInt8) {
    for length in 1...100 {
      for place in 0..<length {
        var inside = [UInt8](repeating: 0x78, count: length)
        inside[place] = byte
        let error = JSONSyntaxError(.controlCharacter, offset: place + 1, found: byte)
        #expect(scan(text(inside, lead: 0)) == .invalid(error))
      }
    }
  }

  @Test("reads a non-ASCII character at every position", arguments: ["é", "日", "😀"])
  func characters(character: String) throws {
    for length in StringBoundaryTests.lengths {
      for place in 0...length {
        var inside = [UInt8](repeating: 0x78, count: length)
        inside.insert(contentsOf: character.utf8, at: place)
        try withDocument(text(inside, lead: 0)) { document in
          #expect(!document[0].word.isEscaped)
          #expect(document[0].content.array == inside)
        }
      }
    }
  }

  @Test("finds an ill-formed byte at every position", arguments: [0x80, 0xC0, 0xFF] as [UInt8])
  func illFormed(byte: UInt8) {
    for length in 1...100 {
      for place in 0..<length {
        var inside = [UInt8](repeating: 0x78, count: length)
        inside[place] = byte
        let error = JSONSyntaxError(.invalidUTF8, offset: place + 1, found: byte)
        #expect(scan(text(inside, lead: 0)) == .invalid(error))
      }
    }
  }

  @Test("accepts or rejects every ASCII byte at every position of a word")
  func everyByte() {
    for byte in UInt8(0)...0x7F {
      for place in 0..<16 {
        var inside = [UInt8](repeating: 0x78, count: 16)
        inside[place] = byte
        let isPlain = byte >= 0x20 && byte != 0x22 && byte != 0x5C
        #expect((scan(text(inside, lead: 0)) == .value(end: 18)) == isPlain, "\(byte)")
      }
    }
  }
}
