import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// A selector gives the same cards before and after a translation.
///
/// Cards that the target cannot represent are omitted, and dropped fields are reported. A card may
/// match differently only for a selector of a field that it lost.
struct TranslationSelectionTests {
  /// A selection and the fields that it reads.
  struct Selector {
    let name: String
    let fields: CardFields
    let selection: CardSelection
  }

  /// A card before and after its translation.
  struct Translated {
    let before: String
    let after: String
    let first: CardSnapshot
    let second: CardSnapshot
    let lost: CardFields
  }

  static let pairs = Shape.allCases.flatMap { from in
    Shape.allCases.filter { $0 != from }.map { (from, $0) }
  }

  @Test("selects the same cards before and after, except by reported fields", arguments: pairs)
  func selection(from: Shape, to: Shape) throws {
    let cards = try translated(from: from, to: to)
    #expect(cards.count > 20, "\(from.name) to \(to.name)")
    let selectors = try TranslationSelectionTests.selectors()
    let matchers = selectors.map { Matcher($0.selection) }
    for card in cards {
      let before = try CardProbe.read(card.before) { card in matchers.map { $0.matches(card) } }
      let after = try CardProbe.read(card.after) { card in matchers.map { $0.matches(card) } }
      for (index, selector) in selectors.enumerated() where before[index] != after[index] {
        #expect(
          !selector.fields.isDisjoint(with: card.lost),
          "\(selector.name) is \(before[index]) for \(card.before), not for \(card.after)")
      }
    }
  }

  /// A matcher that can be stored in an array.
  private final class Matcher {
    private var matcher: CardMatcher

    init(_ selection: CardSelection) { matcher = CardMatcher(selection, now: CardProbe.now) }

    func matches(_ card: Card) -> Bool { matcher.matches(card) }
  }

  @Test("a field is reported for exactly the cards that lost it", arguments: pairs)
  func losses(from: Shape, to: Shape) throws {
    for card in try translated(from: from, to: to) {
      let changed = card.second.differences(from: card.first).subtracting([
        CardFields(.extras), CardFields(.classType),
      ])
      let named = card.lost.subtracting(CardFields(.extras))
      #expect(changed == named, "\(card.before) became \(card.after)")
      // Only fields that the target cannot represent may be reported. A type may be read as
      // another, and years after 9999 have no date.
      for field in named.fields where field != .type && field.content != .time {
        #expect(!to.carries(field), "\(to.name) has a place for \(field.name)")
      }
    }
  }

  /// Cards of one shape, and their translations to the other.
  private func translated(from: Shape, to: Shape) throws -> [Translated] {
    var random = RandomShapeCard(seed: UInt64(from.rawValue) * 16 + UInt64(to.rawValue))
    let writer = ShapeWriter(to)
    var cards: [Translated] = []
    for _ in 0..<150 where cards.count < 60 {
      let json = random.json(from)
      guard try shape(of: json) == from else { continue }
      var output = ByteBuffer()
      let found = try CardProbe.read(json) { card -> (CardSnapshot, CardFields)? in
        // A card without a type is identified by its id alone.
        if writer.unrepresentableReason(for: card) != nil
          || card.type == nil && card.text(.id) == nil
        {
          return nil
        }
        writer.append(card, to: &output)
        return (CardSnapshot(card), writer.droppedFields(of: card))
      }
      guard let (first, lost) = found else { continue }
      let after = output.view.text
      cards.append(
        Translated(
          before: json, after: after, first: first, second: try CardSnapshot.read(after),
          lost: lost))
    }
    return cards
  }

  private func shape(of json: String) throws -> Shape? {
    var bytes = ByteBuffer(json.utf8)
    var scanner = JSONScanner()
    _ = scanner.scan(bytes.sealed())
    var decoder = CardDecoder()
    guard case .card(let card) = decoder.find(scanner.document.root) else { return nil }
    return card.shape
  }

  private static func selectors() throws -> [Selector] {
    var selectors: [Selector] = []
    func add(_ name: String, _ fields: [CardField], _ change: (inout CardSelection) throws -> Void)
      throws
    {
      var selection = CardSelection()
      try change(&selection)
      let asked = fields.reduce(into: CardFields()) { $0.insert(CardFields($1)) }
      selectors.append(Selector(name: name, fields: asked, selection: selection))
    }
    for field: CardField in [.pinned, .dismissible, .viewed, .clicked, .dismissed, .test] {
      for value in [true, false] {
        try add("--\(field.name) \(value)", [field]) { $0.set(field, value) }
      }
    }
    for value in [true, false] { try add("--control \(value)", [.type]) { $0.set(control: value) } }
    let visible: [CardField] = [.removed, .dismissed, .expiresAt]
    try add("--active", visible) { $0.setActive() }
    try add("--shown", visible + [.type]) { $0.setActive(areShown: true) }
    try add("--expired", [.expiresAt]) { $0.set(expired: true) }
    for type in CardType.allCases {
      try add("--type \(type.name)", [.type]) { $0.add(types: CardTypes(type)) }
    }
    try add("--id", [.id]) { $0.add(ids: (1...150).map { "card-\($0)" }) }
    for name in ["coupon_code", "text", "none"] {
      try add("--class-type \(name)", [.extras]) {
        $0.add(classType: name)
        $0.registeredClassTypes = ["coupon_code"]
      }
    }
    try add("--extra order", [.extras]) { try $0.add(extra: "order") }
    try add("--extra class_type", [.extras]) { try $0.add(extra: "class_type") }
    try add("--extra a=b", [.extras]) { try $0.add(extra: "a=b") }
    let time = try TimeArgument("1735689600000")
    try add("--created-after", [.created]) { $0.add(.created, isAfter: true, time, of: "") }
    try add("--created-before", [.created]) { $0.add(.created, isAfter: false, time, of: "") }
    try add("--expires-after", [.expiresAt]) { $0.add(.expiresAt, isAfter: true, time, of: "") }
    try add("--expires-before", [.expiresAt]) { $0.add(.expiresAt, isAfter: false, time, of: "") }
    for (clause, field) in clauses {
      try add("--where \(clause)", [field]) { $0.add(try Condition(clause)) }
    }
    return selectors
  }

  /// Conditions on each field: its presence, a comparison, a part of its text.
  private static var clauses: [(String, CardField)] {
    CardField.allCases.flatMap { field -> [(String, CardField)] in
      let name = field.name
      let asked = field == .classType ? CardField.extras : field
      let comparisons =
        switch field.content {
        case .text where field == .type: ["\(name) = image_only", "\(name) != unknown"]
        case .text: ["\(name) != 7", "\(name) *= a", "\(name) ~= A", "\(name) < b"]
        case .boolean: ["\(name) = true", "\(name) != true"]
        case .number: ["\(name) >= 1.5", "\(name) = 1"]
        case .time: ["\(name) < 2025-01-01", "\(name) = 1764000000"]
        case .pairs: ["extras.order >= 10", "extras.n = 1.5", "extras.a ^= b"]
        }
      return ([field == .extras ? "extras.a" : "\(name)"] + comparisons).map { ($0, asked) }
    } + [("campaign_id", .id), ("expired = true", .expiresAt)]
  }
}
