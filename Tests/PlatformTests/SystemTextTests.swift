import CardPlatform
import Testing

/// Strings that contain any bytes.
struct SystemTextTests {
  private static let texts: [[UInt8]] = [
    [], Array("plain".utf8), Array("\u{E9}\u{65E5}\u{1F600}\u{10FEFF}".utf8), [0xE9], [0xFF, 0xFE],
    [0x61, 0xC3], [0xE2, 0x82, 0x61], [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
    Array("\u{10FF80}".utf8), Array("a\u{10FFE9}b".utf8), Array("\u{10FFFF}".utf8) + [0x80],
    Array("\u{10FF7F}".utf8), [0xF4, 0x8F, 0xBF], Array(0x01...0xFF),
  ]

  @Test(arguments: texts) func bytesAreKept(_ bytes: [UInt8]) {
    #expect(SystemText.bytes(SystemText.text(bytes)) == bytes)
  }

  @Test(arguments: texts) func onlyUTF8IsText(_ bytes: [UInt8]) {
    #expect(
      SystemText.utf8(SystemText.text(bytes)) == String(validating: bytes, as: UTF8.self))
  }

  /// Two different names never become the same string: one would open the file of the other.
  @Test func differentBytesAreDifferentTexts() {
    var seen: Set<[Unicode.Scalar]> = []
    var generator = SystemRandomNumberGenerator()
    var all: Set<[UInt8]> = Set(SystemTextTests.texts)
    let some: [UInt8] = [0x61, 0x80, 0xBF, 0xE9, 0xF4, 0x8F, 0xBE, 0xFF]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...8, using: &generator)
      all.insert((0..<count).map { _ in some.randomElement() ?? 0 })
    }
    for bytes in all {
      let text = SystemText.text(bytes)
      #expect(SystemText.bytes(text) == bytes)
      seen.insert(Array(text.unicodeScalars))
    }
    #expect(seen.count == all.count)
  }

  @Test func invalidBytesAreShownAsEscapes() {
    #expect(SystemText.shown(SystemText.text([0x63, 0xE9, 0x2F, 0x80])) == "c\\xE9/\\x80")
    #expect(SystemText.shown(SystemText.text(Array("\u{10FFE9}".utf8))) == "\u{10FFE9}")
    #expect(SystemText.shown("caf\u{E9}") == "caf\u{E9}")
  }
}
