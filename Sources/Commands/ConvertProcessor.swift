import CardJSON
import ContentCards

/// One of the things that `cardctl convert` makes of a card.
protocol CardConverter: ~Copyable, SendableMetatype {
  /// Appends what `card` becomes; nothing when it is skipped or fails.
  mutating func append(_ card: Card, to output: inout ByteBuffer) -> Conversion
}

/// Converts cards to rows of output, and counts and reports those that give none.
struct ConvertProcessor<Converter: ~Copyable>: ~Copyable {
  private var converter: Converter
  private let separator: ByteView
  private let terminator: ByteView
  private let droppedFields: ShapeWriter?

  init(_ plan: ConversionPlan, _ converter: consuming Converter) {
    self.converter = converter
    separator = ByteView(plan.options.format == .json ? ",\n" : "")
    terminator = ByteView(plan.options.format == .ndjson ? "\n" : "")
    if case .shape(let shape) = plan.options.form, plan.options.cards.printsSummary {
      droppedFields = ShapeWriter(shape, times: plan.timeFormat)
    } else {
      droppedFields = nil
    }
  }
}

extension ConvertProcessor: CardProcessor where Converter: CardConverter & ~Copyable {
  mutating func process(_ card: Card, at offset: Int, into batch: inout Batch) {
    let start = batch.output.count
    if separator.count > 0 { batch.output.append(separator) }
    switch converter.append(card, to: &batch.output) {
    case .converted:
      if terminator.count > 0 { batch.output.append(terminator) }
      batch.endRow(of: card)
      if let droppedFields { batch.counts.add(droppedFields.droppedFields(of: card)) }
      return
    case .skipped(.tombstone): batch.counts.tombstones += 1
    case .skipped(.noClass), .skipped(.unknownClass): batch.counts.unknownClass += 1
    case .skipped(.notSelected): batch.counts.otherClass += 1
    case .failed(let failure):
      let code = "convert/\(failure.code)"
      batch.add(.card(offset: offset, code: code, message: failure.description))
    }
    batch.output.truncate(to: start)
  }
}

extension ObjectConverter: CardConverter {
  mutating func append(_ card: Card, to output: inout ByteBuffer) -> Conversion {
    convert(card, to: &output)
  }
}

extension ObjectRowWriter: CardConverter {}

/// Writes cards in a shape, those of the wanted classes.
struct ShapeConverter: CardConverter {
  let selection: ClassChoice
  let writer: ShapeWriter

  func append(_ card: Card, to output: inout ByteBuffer) -> Conversion {
    let choice = selection.choice(of: card)
    if case .converted = choice { writer.append(card, to: &output) }
    return choice
  }
}

/// Writes cards as the rows of a table in a shape, those of the wanted classes.
struct ShapeRowConverter: CardConverter, ~Copyable {
  let selection: ClassChoice
  let writer: ShapeRowWriter
  var scratch = ByteBuffer()

  mutating func append(_ card: Card, to output: inout ByteBuffer) -> Conversion {
    let choice = selection.choice(of: card)
    if case .converted = choice { writer.append(card, using: &scratch, to: &output) }
    return choice
  }
}

/// Which cards are written in a shape: all, or those of some classes.
struct ClassChoice {
  let classes: ClassTable
  /// The classes that are wanted, by their places in the registry; nil for all cards.
  let wanted: Set<Int>?

  func choice(of card: Card) -> Conversion {
    guard let wanted else { return .converted(classIndex: -1) }
    guard let index = classes.classIndex(of: card) else {
      return .skipped(card.classType == nil ? .noClass : .unknownClass)
    }
    return wanted.contains(index) ? .converted(classIndex: index) : .skipped(.notSelected)
  }
}
