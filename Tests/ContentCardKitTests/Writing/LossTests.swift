import CardJSON
import TestSupport
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// The reported losses are exactly the members without an effect on the output.
///
/// This is checked for cards of every shape that are converted to another shape, to table rows and
/// to objects.
struct LossTests {
  /// The output and the reported losses of one conversion; nil if it skips the card.
  private typealias Conversion = (Card) -> (output: String, losses: CardLosses)?

  /// Compares a card of a shape with all cards that lack one of its members.
  private func check(_ json: String, _ shape: Shape, _ convert: Conversion) throws {
    let options = CardDecoder.Options(shape: shape)
    let card = DivisibleCard(json)
    guard let (output, losses) = try CardProbe.read(json, options: options, convert) else { return }
    // nil if the other card is skipped, which shows nothing about the output of this one.
    func leavesTrace(_ other: DivisibleCard) -> Bool? {
      var bytes = ByteBuffer(other.json.utf8)
      var scanner = JSONScanner()
      _ = scanner.scan(bytes.sealed())
      var decoder = CardDecoder(options)
      guard case .card(let card) = decoder.find(scanner.document.root) else { return nil }
      return convert(card).map { $0.output != output }
    }
    for (index, member) in card.members.enumerated() {
      let key = shape.definition.keys.first { $0.name.text == member.key }
      let isNamed = losses.keys.contains(member.key)
      let trace = leavesTrace(card.without(index))
      if trace == true {
        #expect(!isNamed, "\(member.key) of \(json) is in \(output)")
      } else if trace == false, !isNamed, !isSaid(member, key, card, shape, losses) {
        Issue.record("\(member.key) of \(json) is nowhere in \(output)")
      }
      if key?.field == .extras {
        checkExtras(card, index, losses, leavesTrace) { "\($0) of \(json), \(output)" }
      }
    }
    #expect(Set(losses.keys).isSubset(of: card.members.map(\.key)))
  }

  /// Whether the loss of a member is reported by its field, or another member has the same value.
  private func isSaid(
    _ member: DivisibleCard.Member, _ key: ShapeKey?, _ card: DivisibleCard, _ shape: Shape,
    _ losses: CardLosses
  ) -> Bool {
    guard !member.saysNothing(of: key?.field, isControl: key?.isControlFlag ?? false) else {
      return true
    }
    guard let key else { return false }
    // An absent key has the same value.
    if key.absent == ByteView("true"), ["true", "1"].contains(member.value) { return true }
    if losses.fields.union(losses.badFields).contains(CardFields(key.field)) { return true }
    if losses.badProperties.contains(where: { LossTests.reads($0, .field(key.field)) }) {
      return true
    }
    if key.field == .type || key.field == .extras { return true }
    // Another key of the field has the same value; the class type is also among the extras.
    let others = card.members.filter { other in
      other.key != member.key
        && shape.definition.keys.contains { $0.name.text == other.key && $0.field == key.field }
    }
    if others.contains(where: { $0.value == member.value }) { return true }
    // An extra that is read if the field is absent, or that contains the class type, may have it
    // too.
    return card.members.contains { $0.value.hasPrefix("{") && $0.value.contains(member.value) }
  }

  private func checkExtras(
    _ card: DivisibleCard, _ index: Int, _ losses: CardLosses,
    _ leavesTrace: (DivisibleCard) -> Bool?, _ words: (String) -> String
  ) {
    guard card.members[index].value.hasPrefix("{") else { return }
    let extras = DivisibleCard(card.members[index].value)
    for (place, extra) in extras.members.enumerated() {
      let trace = leavesTrace(card.replacing(index, with: extras.without(place).json))
      let isNamed = losses.extras.contains(extra.key)
      if trace == true {
        #expect(!isNamed, "\(words(extra.key))")
      } else if trace == false, !isNamed, !extra.saysNothing(of: nil, isControl: false) {
        let isMisread = losses.badProperties.contains { LossTests.reads($0, .extra(extra.key)) }
        // The key is duplicate, or another extra that is used instead has the same value.
        let isTwice =
          extras.members.filter { $0.key == extra.key || $0.value == extra.value }.count > 1
        let isClassType = extra.key == "class_type"
        #expect(isMisread || isTwice || isClassType, "\(words(extra.key)) is not named")
      }
    }
  }

  /// Whether a property of the built-in classes is read from `source`.
  private static func reads(_ name: String, _ source: PropertySource) -> Bool {
    Registry.builtIn.classes.contains { definition in
      definition.properties.contains { property in
        "\(definition.object).\(property.name)" == name && property.sources.contains(source)
      }
    }
  }

  /// A few cards of a shape.
  private static func cards(_ shape: Shape, _ seed: UInt64, count: Int) -> [String] {
    var random = RandomShapeCard(seed: seed &* 31 &+ UInt64(shape.rawValue))
    return (0..<count).map { _ in random.json(shape) }.filter { json in
      (try? CardProbe.isCard(json, shape)) ?? false
    }
  }

  @Test("a translation", arguments: Shape.allCases)
  func translation(to shape: Shape) throws {
    let writer = ShapeWriter(shape)
    for from in Shape.allCases {
      for json in LossTests.cards(from, 1, count: 15) {
        try check(json, from) { card in
          if writer.unrepresentableReason(for: card) != nil { return nil }
          var output = ByteBuffer()
          writer.append(card, to: &output)
          var losses = CardLosses()
          writer.forEachLoss(of: card) { losses.add($0) }
          #expect(losses.extras.isEmpty)
          return (output.view.text, losses)
        }
      }
    }
  }

  @Test("a table in a shape", arguments: Shape.allCases)
  func table(of shape: Shape) throws {
    let all = shape.writtenKeys.map(\.key) + ["extras.order", "extras.class_type"]
    var numbers = SeededNumbers(seed: UInt64(shape.rawValue))
    for round in 0..<4 {
      let chosen = all.filter { _ in Bool.random(using: &numbers) }
      let columns =
        round == 0
        ? ShapeWriter.defaultColumns(of: shape, extrasKeys: ["class_type"]) : chosen + ["id"]
      guard
        let writer = try? ShapeWriter(
          shape, columns: columns, in: DelimitedText(.csv), now: CardProbe.now)
      else { continue }
      for from in Shape.allCases {
        for json in LossTests.cards(from, UInt64(round) + 2, count: 4) {
          try check(json, from) { card in
            if ShapeWriter(shape).unrepresentableReason(for: card) != nil { return nil }
            var scratch = ByteBuffer()
            var output = ByteBuffer()
            writer.append(card, using: &scratch, to: &output)
            var losses = CardLosses()
            writer.forEachLoss(of: card) { losses.add($0) }
            return (output.view.text, losses)
          }
        }
      }
    }
  }

  @Test("objects", arguments: Registry.builtIn.classes.indices)
  func object(of classIndex: Int) throws {
    var random = RandomClassCard(
      seed: UInt64(classIndex) + 7, Registry.builtIn.classes[classIndex])
    var converter = ObjectWriter(.builtIn)
    for _ in 0..<60 {
      try check(random.json(), .wire) { card in
        var output = ByteBuffer()
        guard case .converted = converter.convert(card, to: &output) else { return nil }
        var losses = CardLosses()
        converter.forEachLoss(of: card) { losses.add($0) }
        return (output.view.text, losses)
      }
    }
  }

  @Test("a table of objects")
  func objectTable() throws {
    let columns = [
      "contentCardData.contentCardId", "title", "price", "content.value", "card.language",
      "card.extras.order", "discountPercentage",
    ]
    var rows = try ObjectWriter(
      .builtIn, columns: columns, in: DelimitedText(.csv), now: CardProbe.now)
    for (index, definition) in Registry.builtIn.classes.enumerated() {
      var random = RandomClassCard(seed: UInt64(index) + 70, definition)
      for _ in 0..<40 {
        try check(random.json(), .wire) { card in
          var output = ByteBuffer()
          guard case .converted = rows.convert(card, to: &output) else { return nil }
          var losses = CardLosses()
          rows.forEachLoss(of: card) { losses.add($0) }
          return (output.view.text, losses)
        }
      }
    }
  }
}

extension CardProbe {
  /// Whether `json` is recognized as a card of `shape`.
  static func isCard(_ json: String, _ shape: Shape) throws -> Bool {
    var bytes = ByteBuffer(json.utf8)
    var scanner = JSONScanner()
    _ = scanner.scan(bytes.sealed())
    var decoder = CardDecoder()
    guard case .card(let card) = decoder.find(scanner.document.root) else { return false }
    return card.shape == shape
  }
}
