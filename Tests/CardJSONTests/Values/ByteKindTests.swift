import CardJSON
import Testing

/// What kinds of bytes a text holds, looked at sixteen at a time.
struct ByteKindTests {
  /// A kind of text: what says so of a whole view, and of one byte.
  private struct Kind {
    let name: String
    let holds: (ByteView) -> Bool
    let isMarked: (UInt8) -> Bool
  }

  private let kinds: [Kind] = [
    Kind(name: "space or control", holds: { $0.holdsSpaceOrControl }) { $0 <= 0x20 || $0 == 0x7F },
    Kind(name: "escape or #", holds: { $0.holdsEscape(or: 0x23) }) {
      $0 < 0x20 || [0x22, 0x23, 0x5C].contains($0)
    },
    Kind(name: "invisible or #", holds: { !$0.isVisibleASCII(without: 0x23) }) {
      $0 < 0x20 || $0 >= 0x7F || $0 == 0x23
    },
    Kind(name: "capital, space or hyphen", holds: { $0.holdsCapitalSpaceOrHyphen }) {
      $0 < 0x21 || (0x41...0x5A).contains($0) || $0 == 0x2D || $0 == 0x5C
    },
    Kind(name: "no Base64", holds: { !$0.isBase64 }) { byte in
      let scalar = Unicode.Scalar(byte)
      return !(scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar))
        && byte != 0x2B && byte != 0x2F
    },
  ]

  @Test("bytes of a kind are found wherever they stand, and none behind the end")
  func bytesOfAKind() {
    for kind in kinds {
      for count in [0, 1, 7, 8, 15, 16, 17, 31, 32, 40] {
        let plain = ByteBuffer([UInt8](repeating: 0x61, count: count) + [0x20, 0x23, 0xFF])
        let isFound = kind.holds(plain.view.slice(0..<count))
        #expect(!isFound, "\(kind.name) in \(count)")
        for place in 0..<count {
          for byte in UInt8.min...UInt8.max {
            var bytes = [UInt8](repeating: 0x61, count: count)
            bytes[place] = byte
            var buffer = ByteBuffer(bytes)
            let isFound = kind.holds(buffer.sealed())
            #expect(isFound == kind.isMarked(byte), "\(kind.name): \(byte) at \(place)")
          }
        }
      }
    }
  }

  @Test("delimiters of templates are seen wherever they stand, with few others")
  func delimiters() {
    for count in 16...50 {
      for place in 0..<count {
        for mark in ["{{", "{%", #"\u007b"#, #"\u007B"#] where place + mark.utf8.count <= count {
          // Each byte of a delimiter, but no delimiter.
          var bytes = (0..<count).map { Array("{x%".utf8)[$0 % 3] }
          let isPlain = !ByteBuffer(bytes).read { $0.mayHoldDelimiter }
          #expect(isPlain)
          bytes.replaceSubrange(place..<place + mark.utf8.count, with: mark.utf8)
          let isSeen = ByteBuffer(bytes).read { $0.mayHoldDelimiter }
          #expect(isSeen, "\(mark) at \(place) of \(count)")
        }
      }
    }
  }

  @Test("single braces, signs and escapes of other characters are no delimiters")
  func noDelimiters() {
    for text in [#"{"a":"{ % { }","b":{"c":[{}]}}"#, #"{"a":"\u00e9\u0041\n","b":"100 %"}"#] {
      let isSeen = ByteBuffer(text.utf8).read { $0.mayHoldDelimiter }
      #expect(!isSeen, "\(text)")
    }
  }
}
