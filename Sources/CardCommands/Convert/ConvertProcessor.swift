import CardJSON
import CardProcessing
import ContentCardKit

/// A converter of cards to one target of `cardctl convert`.
protocol CardConverter: ~Copyable, SendableMetatype {
  /// The names of the columns of a table.
  var columns: [String] { get }

  /// Appends the converted form of `card`; nothing if it is skipped or fails.
  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow

  /// Calls `body` with each part of `card` that the conversion drops.
  mutating func forEachLoss(of card: Card, _ body: (CardLoss) -> Void)
}

/// The outcome of converting one card.
enum ConvertedRow {
  case written
  case skipped(SkipReason)
  /// The shape cannot represent the card.
  case unrepresentable(UnrepresentableReason)
  case failed(ConversionFailure)
}

/// Converts cards to rows, and counts and reports cards without a row.
struct ConvertProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var converter: any CardConverter & ~Copyable
  private var matcher: CardMatcher
  private let endsLines: Bool
  private let countsLosses: Bool
  private let namesClasses: Bool
  private var scratch = ByteBuffer()

  init(_ plan: ConversionPlan, _ converter: consuming any CardConverter & ~Copyable) {
    self.converter = converter
    matcher = CardMatcher(plan.selection, now: plan.stream.now, in: plan.stream.zone)
    // The rows of a table end their own lines.
    endsLines = !plan.line.convertFormat.isTable
    countsLosses = plan.line.cards.printsSummary
    namesClasses = plan.namesClasses
  }

  private var part: HeldContent<ConvertedPart> { mutating get { batch.content() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard matcher.matches(card) else { return batch.counts.unselected += 1 }
    let start = batch.output.count
    switch converter.append(card, to: &batch.output) {
    case .written:
      if endsLines { batch.output.append(UInt8(ascii: "\n")) }
      batch.endRow(of: card)
      guard countsLosses else { return }
      let part = part
      part.value.beginCard()
      return converter.forEachLoss(of: card) { part.value.add($0) }
    case .skipped(.tombstone): batch.counts.tombstones += 1
    case .skipped(.noClass): batch.counts.unknownClass += 1
    case .skipped(.unknownClass):
      batch.counts.unknownClass += 1
      if namesClasses, let name = card.classType {
        let part = part
        part.value.unknownClasses.add(classType: name, using: &scratch)
      }
    case .skipped(.notSelected): batch.counts.otherClass += 1
    case .unrepresentable(let reason): batch.counts.add(reason)
    case .failed(let failure):
      let message = failure.description + (card.text(.id).map { " (card \($0.string))" } ?? "")
      batch.add(
        ReadingProblem(.card(code: "convert/\(failure.code)", message: message), at: offset))
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
  var columns: [String] { writer.columns }

  mutating func append(_ card: Card, to output: inout ByteBuffer) -> ConvertedRow {
    if let wanted {
      guard let index = classes.classIndex(of: card) else {
        return .skipped(card.classType == nil ? .noClass : .unknownClass)
      }
      if !wanted.contains(index) { return .skipped(.notSelected) }
    }
    if let reason = writer.unrepresentableReason(for: card) { return .unrepresentable(reason) }
    writer.append(card, using: &scratch, to: &output)
    return .written
  }

  func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) { writer.forEachLoss(of: card, body) }
}

extension ConvertedPart: BlockContent {
  /// Creates an empty part of a block.
  init() { self.init(sumWith: nil) }
}
