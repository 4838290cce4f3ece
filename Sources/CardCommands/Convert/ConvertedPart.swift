import CardProcessing
import CardJSON
import CardPlatform
import ContentCardKit

/// The dropped data and unregistered class types of a block, if requested.
struct ConvertedPart: ~Copyable {
  /// The number of cards from which each part was dropped; a name begins with its kind.
  private var losses: NameCounts
  private var cards = 0
  private var name = ByteBuffer()
  /// The counts of unregistered class types.
  var unknownClasses: NameCounts

  private static let kinds = ["fields", "extras", "keys", "bad values"]

  /// Creates an empty part of a block or, with a console, a sum.
  init(sumWith console: Console? = nil) {
    losses = NameCounts(sumWith: console)
    unknownClasses = NameCounts(sumWith: console)
  }

  /// Begins the next card.
  mutating func beginCard() { cards += 1 }

  /// Counts a dropped part of the current card.
  mutating func add(_ loss: CardLoss) {
    name.removeAll()
    switch loss {
    case .field(let field):
      name.append("0")
      name.append(field.name)
    case .extra(let key):
      name.append("1extras.")
      key.appendText(to: &name)
    case .key(let key):
      name.append("2")
      key.appendText(to: &name)
    case .badField(let field): name.append("3\(field.name)")
    case .badProperty(let object, let property): name.append("3\(object).\(property)")
    }
    losses.add(name.view, ofCard: cards)
  }

  /// Adds the results of the next block.
  mutating func add(_ block: borrowing ConvertedPart) throws(SystemFailure) {
    try losses.add(block.losses)
    try unknownClasses.add(block.unknownClasses)
  }

  /// Returns the lines of a summary, one for each kind of loss.
  mutating func lossLines(_ console: Console) throws(SystemFailure) -> [String] {
    var rankings = [NameRanking](repeating: NameRanking(), count: ConvertedPart.kinds.count)
    try losses.rank(console) { name, count in
      let kind = Int(name[0] - UInt8(ascii: "0"))
      if rankings[kind].listed.count < ConvertedPart.maximumListedNames {
        rankings[kind].listed.append((name.slice(1..<name.count).text, count))
      } else {
        rankings[kind].unlisted += 1
      }
    }
    return zip(rankings, ConvertedPart.kinds).compactMap { ranking, kind in
      ranking.text.map { "\(kind) dropped: \($0)" }
    }
  }

  /// Returns the list of unregistered class types with the numbers of their cards; nil if empty.
  mutating func unknownClassText(_ console: Console) throws(SystemFailure) -> String? {
    let ranking = try unknownClasses.ranking(limit: ConvertedPart.maximumListedClasses, console)
    return ranking.text.map {
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
