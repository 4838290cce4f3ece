import CardProcessing
import CardJSON
import CardPlatform
import ContentCardKit

/// The dropped data and unregistered class types of a block, if requested.
struct ConvertedPart: ~Copyable {
  /// The number of cards from which each field was dropped, in the order of `CardField.allCases`.
  private var fields = [Int](repeating: 0, count: CardField.allCases.count)
  private var extras: NameCounts
  private var keys: NameCounts
  private var badValues: NameCounts
  private var cards = 0
  private var name = ByteBuffer()
  /// The counts of unregistered class types.
  var unknownClasses: NameCounts

  /// Creates an empty part of a block or, with a console, a sum.
  init(sumWith console: Console? = nil) {
    extras = NameCounts(sumWith: console)
    keys = NameCounts(sumWith: console)
    badValues = NameCounts(sumWith: console)
    unknownClasses = NameCounts(sumWith: console)
  }

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
  mutating func add(_ block: borrowing ConvertedPart) throws(SystemFailure) {
    for (index, count) in block.fields.enumerated() { fields[index] += count }
    try extras.add(block.extras)
    try keys.add(block.keys)
    try badValues.add(block.badValues)
    try unknownClasses.add(block.unknownClasses)
  }

  /// Returns the lines of a summary, one for each kind of loss.
  mutating func lossLines(_ console: Console) throws(SystemFailure) -> [String] {
    let lost = CardField.allCases.filter { fields[Int($0.rawValue)] > 0 }
    let named = lost.map { "\($0.name) (\(fields[Int($0.rawValue)]))" }
    let limit = ConvertedPart.maximumListedNames
    return [
      named.isEmpty ? nil : "fields dropped: " + named.joined(separator: ", "),
      try extras.ranking(limit: limit, console).text(prefix: "extras.")
        .map { "extras dropped: \($0)" },
      try keys.ranking(limit: limit, console).text().map { "keys dropped: \($0)" },
      try badValues.ranking(limit: limit, console).text().map { "bad values dropped: \($0)" },
    ].compactMap { $0 }
  }

  /// Returns the list of unregistered class types with the numbers of their cards; nil if empty.
  mutating func unknownClassText(_ console: Console) throws(SystemFailure) -> String? {
    let ranking = try unknownClasses.ranking(limit: ConvertedPart.maximumListedClasses, console)
    return ranking.text().map {
      "unregistered class types of \(counted(unknownClasses.total, "card")): \($0)"
    }
  }

  private static let maximumListedClasses = 20
  /// The maximum number of names to list: more than the extras that a team uses.
  private static let maximumListedNames = 100
}

/// Adds up the results of the blocks.
final class ConversionTally: RunObserver {
  private var total: ConvertedPart
  private let console: Console

  init(_ console: Console) {
    self.console = console
    total = ConvertedPart(sumWith: console)
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    let part: HeldContent<ConvertedPart> = batch.content()
    try total.add(part.value)
  }

  /// Prints notes about unregistered class types and, for a summary, about dropped data.
  func say(_ session: Session) throws {
    if session.cards.printsSummary {
      for line in try total.lossLines(console) { session.note(line) }
    }
    if let line = try total.unknownClassText(console) { session.note(line) }
  }
}
