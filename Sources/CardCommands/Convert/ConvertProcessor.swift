import CardProcessing
import CardJSON
import ContentCardKit

/// One of the things that `cardctl convert` makes of a card.
protocol CardConverter: ~Copyable, SendableMetatype {
  /// Appends what `card` becomes; nothing when it is skipped or fails.
  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow

  /// Calls `body` with everything that `card` has and that what it becomes has not.
  mutating func forEachLoss(of card: Card, _ body: (CardLoss) -> Void)
}

/// The outcome of converting one card to any target.
enum ConvertedRow {
  case written
  case skipped(SkipReason)
  /// The shape has no way to say what the card is.
  case leftOut(UnrepresentableReason)
  case failed(ConversionFailure)

  init(_ conversion: ObjectOutcome) {
    self =
      switch conversion {
      case .converted: .written
      case .skipped(let reason): .skipped(reason)
      case .failed(let failure): .failed(failure)
      }
  }
}

/// Converts cards to rows of output, and counts and reports those that give none.
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
    countsLosses = plan.countsLosses
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
      if countsLosses { countLosses(of: card) }
      return
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

  private mutating func countLosses(of card: Card) {
    let part = part
    part.value.losses.beginCard()
    converter.forEachLoss(of: card) { part.value.losses.add($0) }
  }
}

extension ObjectWriter: CardConverter {
  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow {
    ConvertedRow(convert(card, to: &output))
  }
}

/// Writes cards in a shape, as JSON or as the rows of a table, those of the wanted classes.
struct ShapeConverter: CardConverter, ~Copyable {
  let selection: ClassSelection
  let writer: ShapeWriter
  var scratch = ByteBuffer()

  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow {
    if let reason = selection.reasonToSkip(card) { return .skipped(reason) }
    if let reason = writer.unrepresentableReason(for: card) { return .leftOut(reason) }
    writer.append(card, using: &scratch, to: &output)
    return .written
  }

  func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) {
    writer.forEachLoss(of: card, body)
  }
}

/// Which cards are written in a shape: all, or those of some classes.
struct ClassSelection {
  let classes: ClassTable
  /// The indices of the selected classes in the registry; nil for all cards.
  let wanted: Set<Int>?

  /// Why a card is not written; nil for one that is.
  func reasonToSkip(_ card: Card) -> SkipReason? {
    guard let wanted else { return nil }
    guard let index = classes.classIndex(of: card) else {
      return card.classType == nil ? .noClass : .unknownClass
    }
    return wanted.contains(index) ? nil : .notSelected
  }
}
