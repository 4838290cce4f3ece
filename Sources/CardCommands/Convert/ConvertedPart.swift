import CardProcessing
import CardJSON
import ContentCardKit

/// The additional results of converting a block: what was lost, and the class types that are not in
/// the registry; empty unless requested.
struct ConvertedPart: ~Copyable {
  /// The number of cards that lost each field, in the order of `CardField.allCases`.
  private var fields = [Int](repeating: 0, count: CardField.allCases.count)
  private var extras = NameCounts()
  private var keys = NameCounts()
  private var badValues = NameCounts()
  private var cards = 0
  private var name = ByteBuffer()
  /// The class types that are not in the registry.
  var unknownClasses = NameCounts()

  /// Starts another card.
  mutating func beginCard() { cards += 1 }

  /// Counts a loss of the current card.
  mutating func add(_ loss: CardLoss) {
    switch loss {
    case .field(let field): fields[Int(field.rawValue)] += 1
    case .extra(let key): key.withText { extras.add($0, ofCard: cards) }
    case .key(let key): key.withText { keys.add($0, ofCard: cards) }
    case .badField(let field): addBadValue(field.name.description)
    case .badProperty(let object, let property): addBadValue("\(object).\(property)")
    }
  }

  private mutating func addBadValue(_ text: String) {
    name.removeAll()
    name.append(text)
    badValues.add(name.view, ofCard: cards)
  }

  /// Adds the results of the next block.
  mutating func add(_ block: borrowing ConvertedPart) {
    for (index, count) in block.fields.enumerated() { fields[index] += count }
    extras.add(block.extras)
    keys.add(block.keys)
    badValues.add(block.badValues)
    unknownClasses.add(block.unknownClasses)
  }

  /// Clears the results for the next block.
  mutating func removeAll() {
    for index in fields.indices { fields[index] = 0 }
    extras.removeAll()
    keys.removeAll()
    badValues.removeAll()
    unknownClasses.removeAll()
    cards = 0
  }

  /// The lines of a summary, one for each kind of loss.
  func lossLines() -> [String] {
    let lost = CardField.allCases.filter { fields[Int($0.rawValue)] > 0 }
    let named = lost.map { "\($0.name) (\(fields[Int($0.rawValue)]))" }
    let limit = ConvertedPart.maximumListedNames
    return [
      named.isEmpty ? nil : "fields dropped: " + named.joined(separator: ", "),
      extras.text(limit: limit, prefix: "extras.").map { "extras dropped: \($0)" },
      keys.text(limit: limit).map { "keys dropped: \($0)" },
      badValues.text(limit: limit).map { "bad values dropped: \($0)" },
    ].compactMap { $0 }
  }

  /// A list of the class types that are not in the registry, with the numbers of their cards; nil
  /// if empty.
  var unknownClassText: String? {
    let count = unknownClasses.total
    let cards = count == 1 ? "1 card has a class type" : "\(count) cards have class types"
    return unknownClasses.text(limit: ConvertedPart.maximumListedClasses)
      .map { "\(cards) that the registry does not have: \($0)" }
  }

  /// The maximum number of class types to list.
  private static let maximumListedClasses = 20
  /// The maximum number of names to list: more than the extras of a team, but few enough for a
  /// terminal.
  private static let maximumListedNames = 100
}

/// Adds up the results of the blocks, in the order of the input.
final class ConversionTally: RunObserver {
  private(set) var total = ConvertedPart()

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<ConvertedPart> = batch.content()
    total.add(part.value)
  }
}
