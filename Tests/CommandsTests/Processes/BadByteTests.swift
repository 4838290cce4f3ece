import Testing

/// Every byte of every field is checked, even of fields that are not requested.
@Suite struct BadByteTests {
  /// The error, and the value of a field that no filter reads.
  static let badValues: [(String, [UInt8])] = [
    ("ill-formed UTF-8 in a string", [0x22, 0x61, 0xFF, 0x22]),
    ("a cut off character in a string", [0x22, 0xE2, 0x82, 0x22]),
    ("an encoded surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22]),
    ("an overlong slash", [0x22, 0xC0, 0xAF, 0x22]),
    ("a control character in a string", [0x22, 0x61, 0x01, 0x22]),
    ("a raw tab in a string", [0x22, 0x09, 0x22]),
    ("NUL in a string", [0x22, 0x00, 0x22]),
    ("an unknown escape", Array(#""\x""#.utf8)),
    ("a cut off unicode escape", Array(#""\u12g4""#.utf8)),
    ("a leading zero", Array("01".utf8)),
    ("a plus sign", Array("+1".utf8)),
    ("a number without digits behind the point", Array("1.".utf8)),
    ("a number without digits in the exponent", Array("1e".utf8)),
    ("a lone minus sign", Array("-".utf8)),
    ("a literal in capitals", Array("True".utf8)),
    ("a literal with a letter too many", Array("nulll".utf8)),
    ("a bad element", Array("[1,2,]".utf8)),
    ("a bad member", Array("{\"a\" 1}".utf8)),
    ("a bad byte far inside a long string", long(0xFF)),
    ("a control character far inside a long string", long(0x1F)),
  ]

  private static func long(_ byte: UInt8) -> [UInt8] {
    let plain = [UInt8](repeating: 0x61, count: 200)
    return [0x22] + plain + [byte] + plain + [0x22]
  }

  private static let head = #"{"id":"%","tp":"control","ca":1,"e":{"class_type":"coupon_code"}"#

  private func line(_ id: String, _ value: [UInt8], nested: Bool) -> [UInt8] {
    let key = nested ? #","x":{"y":["# : #","x":"#
    let head = BadByteTests.head.replacing("%", with: id) + key
    return Array(head.utf8) + value + Array((nested ? "]}}" : "}").utf8) + [0x0A]
  }

  @Test(arguments: badValues.indices, [false, true])
  func invalidTextIsFoundInUnusedFields(index: Int, nested: Bool) throws {
    let bad = BadByteTests.badValues[index]
    let good = Array("null".utf8)
    let input =
      line("a", good, nested: nested) + line("b", bad.1, nested: nested)
      + line("c", good, nested: nested)
    let arguments = ["filter", "--class-type", "coupon_code", "--ids"]
    let result = try CommandRun(arguments: arguments, input: .file(input)).result()
    #expect(result.text == "a\nc\n", "\(bad.0)")
    #expect(result.status == 1)
    #expect(result.messageText.hasPrefix("<stdin>:2:"), "\(result.messageText)")
  }

  @Test func aBadKeyIsFound() throws {
    let input = Array(#"{"id":"a","tp":"control","e":{},"k"#.utf8) + [0xFE] + Array("\":1}\n".utf8)
    let result = try CommandRun(arguments: ["filter"], input: .file(input)).result()
    #expect(result.text.isEmpty && result.status == 1)
  }
}
