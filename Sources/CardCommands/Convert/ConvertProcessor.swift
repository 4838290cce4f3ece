import CardJSON
import CardProcessing
import ContentCardKit

/// A converter of cards to one target of `cardctl convert`.
protocol CardConverter: ~Copyable, SendableMetatype {
  /// Appends the converted form of `card`; nothing if it is skipped or fails.
  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow

  /// Calls `body` with each part of `card` that the conversion drops.
  mutating func forEachLoss(of card: Card, _ body: (CardLoss) -> Void)
}

/// The outcome of converting one card to any target.
enum ConvertedRow {
  case written
  case skipped(SkipReason)
  /// The shape cannot represent the card.
  case leftOut(UnrepresentableReason)
  case failed(ConversionFailure)
}

/// Converts cards to rows of output, and counts and reports cards without a row.
struct ConvertProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var converter: any CardConverter & ~Copyable
  private let separator: ByteView
  private let terminator: ByteView
  private let countsLosses: Bool
  private let namesClasses: Bool

  init(_ plan: ConversionPlan, _ converter: consuming any CardConverter & ~Copyable) {
    self.converter = converter
    separator = ByteView(plan.options.format == .json ? ",\n" : "")
    terminator = ByteView(plan.options.format == .ndjson ? "\n" : "")
    countsLosses = plan.line.cards.printsSummary
    namesClasses = plan.namesClasses
  }

  static func makeContent() -> BatchContent { HeldContent(ConvertedPart()) { $0.removeAll() } }

  private var part: HeldContent<ConvertedPart> { batch.content() }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let start = batch.output.count
    if separator.count > 0 { batch.output.append(separator) }
    switch converter.append(card, to: &batch.output) {
    case .written:
      if terminator.count > 0 { batch.output.append(terminator) }
      batch.endRow(of: card)
      guard countsLosses else { return }
      let part = part
      part.value.beginCard()
      return converter.forEachLoss(of: card) { part.value.add($0) }
    case .skipped(.tombstone): batch.counts.tombstones += 1
    case .skipped(.noClass): batch.counts.unknownClass += 1
    case .skipped(.unknownClass):
      batch.counts.unknownClass += 1
      if namesClasses { card.classType?.withText { part.value.unknownClasses.add($0) } }
    case .skipped(.notSelected): batch.counts.otherClass += 1
    case .leftOut(let reason): batch.counts.add(reason)
    case .failed(let failure):
      let code = "convert/\(failure.code)"
      let id = card.text(.id).map { " (card \($0.string))" } ?? ""
      batch.add(.card(offset: offset, code: code, message: failure.description + id))
    }
    batch.output.truncate(to: start)
  }
}

extension ObjectWriter: CardConverter {
  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow {
    switch convert(card, to: &output) {
    case .converted: .written
    case .skipped(let reason): .skipped(reason)
    case .failed(let failure): .failed(failure)
    }
  }
}

/// Writes the selected cards in a shape, as JSON or as table rows.
struct ShapeConverter: CardConverter, ~Copyable {
  let classes: ClassTable
  /// The indices of the selected classes in the registry; nil for all cards.
  let wanted: Set<Int>?
  let writer: ShapeWriter
  var scratch = ByteBuffer()

  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow {
    if let wanted {
      guard let index = classes.classIndex(of: card) else {
        return .skipped(card.classType == nil ? .noClass : .unknownClass)
      }
      if !wanted.contains(index) { return .skipped(.notSelected) }
    }
    if let reason = writer.unrepresentableReason(for: card) { return .leftOut(reason) }
    writer.append(card, using: &scratch, to: &output)
    return .written
  }

  func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) { writer.forEachLoss(of: card, body) }
}

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
