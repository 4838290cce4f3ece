import CardJSON
import Foundation
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// Cards that are written in one shape and read back from it.
struct ShapeTranslationTests {
  /// The result of writing a card in `shape`, or nil if the shape cannot represent the card.
  ///
  /// It contains the text, the fields when it is read back, and the fields that the writer reports
  /// as dropped.
  private func translate(_ json: String, from source: Shape?, to shape: Shape) throws -> (
    json: String, before: CardSnapshot, after: CardSnapshot, dropped: CardFields
  )? {
    let writer = ShapeWriter(shape)
    var output = ByteBuffer()
    let read = try CardProbe.read(json, options: .init(shape: source)) { card in
      if writer.unrepresentableReason(for: card) != nil {
        return nil as (CardSnapshot, CardFields)?
      }
      writer.append(card, to: &output)
      return (CardSnapshot(card), writer.droppedFields(of: card))
    }
    guard let (before, dropped) = read else { return nil }
    let text = output.view.text
    let after = try CardSnapshot.read(text, .init(shape: shape))
    return (text, before, after, dropped)
  }

  /// The fields without the class type that moved from its own key into the extras.
  private func differences(_ after: CardSnapshot, _ before: CardSnapshot) -> CardFields {
    var differences = after.differences(from: before)
    if differences.contains(CardFields(.extras)), after[.classType] == before[.classType],
      let extras = after[.extras], before[.extras].map({ !extras.hasPrefix($0) }) ?? true
    {
      differences.remove(CardFields(.extras))
    }
    return differences
  }

  @Test("a card keeps every field that the shape can carry", arguments: Shape.allCases)
  func keeps(shape: Shape) throws {
    var random = RandomCard(seed: 31)
    for _ in 0..<400 {
      let card = random.json()
      guard let result = try translate(card, from: .card, to: shape) else { continue }
      let lost = differences(result.after, result.before)
      #expect(lost == result.dropped, "\(card) became \(result.json)")
    }
  }

  @Test("a card that goes to another shape and back keeps what both document")
  func thereAndBack() throws {
    var random = RandomCard(seed: 32)
    for first in Shape.allCases {
      for second in Shape.allCases {
        for _ in 0..<25 {
          guard let start = try translate(random.json(), from: .card, to: first),
            let there = try translate(start.json, from: first, to: second),
            let back = try translate(there.json, from: second, to: first)
          else { continue }
          let lost = differences(back.after, start.after)
          // A reader of a shape without type names may derive another type if a field was dropped.
          #expect(back.dropped.isSubset(of: CardFields(.type)))
          #expect(
            lost.isSubset(of: there.dropped.union(back.dropped)),
            "\(first) to \(second): \(lost.fields) of \(start.json), by way of \(there.json)")
        }
      }
    }
  }

  @Test("what is written once is written the same again", arguments: Shape.allCases)
  func stable(shape: Shape) throws {
    var random = RandomCard(seed: 33)
    for _ in 0..<200 {
      guard let once = try translate(random.json(), from: .card, to: shape) else { continue }
      guard !once.dropped.contains(CardFields(.type)) else { continue }
      let twice = try #require(try translate(once.json, from: shape, to: shape))
      #expect(twice.json == once.json)
      #expect(twice.dropped.isEmpty)
    }
  }

  @Test("a written card is recognised as its shape", arguments: Shape.allCases)
  func recognised(shape: Shape) throws {
    var random = RandomCard(seed: 34)
    var checked = 0
    for _ in 0..<300 {
      guard let result = try translate(random.json(), from: .card, to: shape) else { continue }
      // A card without id or time lacks the key that some shapes are recognized by.
      let isMarked =
        switch shape {
        case .rest: true
        case .web, .abk, .metadata: result.before[.id] != nil
        case .capacitor: result.before[.created] != nil
        case .wire, .webStorage: result.before[.type] != nil || result.before[.id] != nil
        case .card, .cordova, .reactNative: true
        }
      guard isMarked else { continue }
      checked += 1
      #expect(try CardProbe.read(result.json) { $0.shape } == shape, "\(result.json)")
    }
    #expect(checked > 50)
  }

  /// Five cards in each of the ten shapes, with the expected output.
  static let equalShapes = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../CrossCheck/equal_shapes.json").standardized

  @Test("one card, hand-written in every shape, has the same fields in all")
  func handWritten() throws {
    var buffer = ByteBuffer(try Data(contentsOf: ShapeTranslationTests.equalShapes))
    let bytes = buffer.sealed()
    var scanner = JSONScanner()
    try #require(scanner.scan(bytes) != .incomplete)
    let document = scanner.document
    var checked = 0
    for entry in document.root.elements {
      guard let shapes = entry.member(ByteView("shapes")) else { continue }
      for (name, pair) in shapes.members {
        checked += 1
        expectCanonical(pair, name.string)
      }
    }
    // A control card has no REST payload.
    #expect(checked == 49)
  }

  private func expectCanonical(_ pair: JSONNode, _ shape: String) {
    var decoder = CardDecoder()
    guard let written = pair.member(ByteView("card")),
      let canonical = pair.member(ByteView("canonical")),
      case .card(let card) = decoder.find(written)
    else {
      Issue.record("no card in \(pair.raw.text)")
      return
    }
    #expect(card.shape.name.description == shape)
    var output = ByteBuffer()
    ShapeWriter(.card).append(card, to: &output)
    var expected = ByteBuffer()
    JSONText.appendCompact(canonical.raw, to: &expected)
    #expect(output.view.text == expected.view.text)
  }
}
