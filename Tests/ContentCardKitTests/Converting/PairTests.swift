import CardProcessing
import CardJSON
import ContentCardKit
import Foundation
import Testing

/// The handwritten pairs of cards and objects in Tests/Fixtures/pairs.ndjson.
///
/// They contain every class, every card type, and missing, invalid and unusual values.
@Suite struct PairTests {
  /// One line of the file: a card, and its object or the reason of the failure.
  struct Pair: CustomTestStringConvertible {
    let name: String
    let card: String
    let object: String?
    let error: String?
    let property: String?
    let skipped: String?

    var testDescription: String { name }
  }

  static let pairs: [Pair] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/pairs.ndjson").standardized
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").map { pair(String($0)) }
  }()

  /// Parses a line and keeps the source text of its values.
  private static func pair(_ line: String) -> Pair {
    var bytes = ByteBuffer(Array(line.utf8))
    let view = bytes.sealed()
    var scanner = JSONScanner()
    _ = scanner.scan(view)
    let document = scanner.document
    func node(_ key: StaticString) -> JSONNode? { document.root.member(ByteView(key)) }
    func text(_ key: StaticString) -> String? { node(key)?.string }
    return Pair(
      name: text("name") ?? "", card: node("card")?.raw.text ?? "",
      object: node("object")?.raw.text, error: text("error"),
      property: text("property"), skipped: text("skipped"))
  }

  @Test func thereAreEnoughPairs() {
    #expect(PairTests.pairs.count >= 60)
    #expect(PairTests.pairs.allSatisfy { $0.object != nil || $0.error != nil || $0.skipped != nil })
  }

  @Test(arguments: pairs) func cardBecomesItsObject(pair: Pair) throws {
    var bytes = ByteBuffer(Array(pair.card.utf8))
    let view = bytes.sealed()
    var scanner = JSONScanner()
    guard case .value = scanner.scan(view) else {
      Issue.record("the card of the pair is not JSON")
      return
    }
    var decoder = CardDecoder()
    guard case .card(let card) = decoder.find(scanner.document.root) else {
      Issue.record("the card of the pair fits no shape")
      return
    }
    var converter = ObjectWriter(.builtIn)
    var output = ByteBuffer()
    switch converter.convert(card, to: &output) {
    case .converted:
      let text = output.view.text
      #expect(text == pair.object)
    case .failed(let failure):
      #expect(pair.error != nil, "\(failure)")
      if let property = pair.property, !failure.property.isEmpty {
        #expect(failure.property == property)
      }
      #expect(output.count == 0)
    case .skipped(let reason):
      #expect(pair.skipped == (reason == .tombstone ? "tombstone" : "no class"))
      #expect(output.count == 0)
    }
  }
}
