import CardJSON
import Testing

/// The bytes of escapes.
struct EscapeTests {
  @Test("accepts eight letters after a backslash, and u with four digits")
  func letters() {
    for byte in UInt8.min...UInt8.max {
      let text = [0x22, 0x5C, byte, 0x22]
      if Array("\"\\/bfnrt".utf8).contains(byte) {
        // The escaped character may be the quote.
        #expect(scan(text) == .value(end: 4), "\(byte)")
      } else if byte == UInt8(ascii: "u") {
        let error = JSONSyntaxError(.invalidUnicodeEscape, offset: 3, found: 0x22)
        #expect(scan(text) == .invalid(error))
      } else {
        let error = JSONSyntaxError(.invalidEscape, offset: 2, found: byte)
        #expect(scan(text) == .invalid(error), "\(byte)")
      }
    }
  }

  @Test("each of the four digits is a hexadecimal digit in either case", arguments: 0..<4)
  func digits(place: Int) {
    for byte in UInt8.min...UInt8.max {
      for others in ["0000", "9fFa"] {
        var digits = Array(others.utf8)
        digits[place] = byte
        let outcome = scan([0x22, 0x5C, UInt8(ascii: "u")] + digits + [0x22])
        let scalar = Unicode.Scalar(byte)
        if scalar.isASCII, scalar.properties.isASCIIHexDigit {
          #expect(outcome == .value(end: 8), "\(byte)")
        } else {
          let error = JSONSyntaxError(.invalidUnicodeEscape, offset: 3 + place, found: byte)
          #expect(outcome == .invalid(error), "\(byte)")
        }
      }
    }
  }

  @Test(
    "an escape is resolved wherever it stands",
    arguments: [(#"\""#, "\""), (#"\n"#, "\n"), (#"\u00e9"#, "é"), (#"\ud83d\ude00"#, "😀")])
  func decoded(escape: String, character: String) {
    for length in 0...40 {
      for place in 0...length {
        let (front, back) = (
          String(repeating: "x", count: place), String(repeating: "y", count: length - place)
        )
        let source = ByteBuffer((front + escape + back + escape).utf8)
        let text = appendedText { buffer in
          buffer.append("in front")
          JSONText.decode(source.view, into: &buffer)
          buffer.append("behind")
        }
        #expect(text == "in front" + front + character + back + character + "behind")
      }
    }
  }
}
