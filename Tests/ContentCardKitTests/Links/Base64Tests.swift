import CardJSON
import ContentCardKit
import Foundation
import TestSupport
import Testing

/// Base64 decodes to the same bytes as with Foundation.
struct Base64Tests {
  private func decoded(_ text: some Sequence<UInt8>, _ alphabet: Base64) -> [UInt8]? {
    let source = ByteBuffer(Array(text))
    var bytes = ByteBuffer()
    return alphabet.decode(source.view, into: &bytes) ? bytes.view.array : nil
  }

  @Test(arguments: 0..<40) func bytesComeBack(_ count: Int) {
    var random = SeededNumbers(seed: UInt64(count))
    for _ in 0..<50 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Data(bytes).base64EncodedString()
      #expect(decoded(text.utf8, .standard) == bytes)
      #expect(decoded(text.utf8.filter { $0 != UInt8(ascii: "=") }, .standard) == bytes)
      let link = text.replacing("+", with: "-").replacing("/", with: "_")
      #expect(decoded(link.utf8, .url) == bytes)
    }
  }

  /// A character outside the alphabet at any position, and text that is one byte too short.
  @Test func invalidTextIsRefused() {
    let letters = Array("QUJDREVGR0hJ".utf8)
    for length in 2...letters.count where length % 4 != 1 {
      for place in 0..<length {
        for byte in 0...255 {
          var text = Array(letters.prefix(length))
          text[place] = UInt8(byte)
          // The padding at the end is optional.
          if byte == UInt8(ascii: "="), place + 2 >= length { continue }
          let isLetter = UInt8(byte).isBase64
          #expect((decoded(text, .standard) != nil) == isLetter, "\(byte) at \(place)")
        }
      }
    }
    #expect(decoded("QUJDR".utf8, .standard) == nil)
  }
}

extension UInt8 {
  fileprivate var isBase64: Bool {
    Character(Unicode.Scalar(self)).isASCII
      && (Character(Unicode.Scalar(self)).isLetter || Character(Unicode.Scalar(self)).isNumber
        || self == UInt8(ascii: "+") || self == UInt8(ascii: "/"))
  }
}
