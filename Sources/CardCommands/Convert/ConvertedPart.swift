import CardProcessing
import CardJSON
import ContentCardKit

/// The dropped data and unregistered class types of a block, if requested.
struct ConvertedPart: ~Copyable {
  /// The number of cards from which each field was dropped, in the order of `CardField.allCases`.
  private var fields = [Int](repeating: 0, count: CardField.allCases.count)
  private var extras = NameCounts()
  private var keys = NameCounts()
  private var badValues = NameCounts()
  private var cards = 0
  private var name = ByteBuffer()
  /// The counts of unregistered class types.
  var unknownClasses = NameCounts()

  /// Begins the next card.
  mutating func beginCard() { cards += 1 }

  /// Counts a dropped part of the current card.
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

  /// Returns the lines of a summary, one for each kind of loss.
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

  /// The list of unregistered class types with the numbers of their cards; nil if empty.
  var unknownClassText: String? {
    unknownClasses.text(limit: ConvertedPart.maximumListedClasses).map {
      "unregistered class types of \(counted(unknownClasses.total, "card")): \($0)"
    }
  }

  private static let maximumListedClasses = 20
  /// The maximum number of names to list: more than the extras that a team uses.
  private static let maximumListedNames = 100
}

/// Adds up the results of the blocks.
final class ConversionTally: RunObserver {
  private(set) var total = ConvertedPart()

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<ConvertedPart> = batch.content()
    total.add(part.value)
  }
}
