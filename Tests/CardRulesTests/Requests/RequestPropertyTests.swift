import CardProcessing
import CardJSON
import Testing

@testable import CardRules

/// The rules handle any body, and their findings point into it.
@Suite struct RequestPropertyTests {
  private static let values = [
    "null", "true", "0", "-1.5e300", "\"\"", "\"{{\"", "\"\\u0000\\ud800\"", "[]", "[[1]]",
    "[null]",
    "{}", "{\"\":1}", "{\"a\":{\"b\":[{}]}}",
  ]

  @Test(arguments: try RequestProbe.fixtures(in: "good"))
  func aBodyWithAnyValueReplaced(_ name: String) throws {
    let text = Array(try RequestProbe.fixture("good/" + name).utf8)
    for range in RequestPropertyTests.ranges(of: text) {
      for value in RequestPropertyTests.values {
        let changed = text[..<range.lowerBound] + Array(value.utf8) + text[range.upperBound...]
        let count = changed.count
        for found in RequestProbe(String(decoding: changed, as: UTF8.self)).found {
          #expect(found.range.upperBound <= count)
          #expect(found.excerpt.isEmpty == false)
          #expect(found.message.isEmpty == false && found.message.hasSuffix(".") == false)
        }
      }
    }
  }

  /// The ranges of the values of a text, without keys.
  private static func ranges(of text: [UInt8]) -> [Range<Int>] {
    var buffer = ByteBuffer(text)
    var scanner = JSONScanner()
    let view = buffer.sealed()
    guard case .value = scanner.scan(view) else { return [] }
    let document = scanner.document
    var ranges: [Range<Int>] = []
    func visit(_ node: Int) {
      ranges.append(document[node].range)
      for (_, value) in document[node].members { visit(value.index) }
      for element in document[node].elements { visit(element.index) }
    }
    visit(0)
    withExtendedLifetime(buffer) {}
    return ranges
  }
}
