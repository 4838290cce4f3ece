import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit

/// The settings of a conversion, shared by all workers.
struct ConversionPlan: Sendable {
  let classes: ClassTable
  /// The indices of the selected classes in the registry; nil for all.
  let wanted: Set<Int>?
  /// The parsed options, and the resolved options for streaming.
  let line: Session
  let stream: StreamOptions

  var options: ConvertOptions { line.convert }

  /// Whether unregistered class types are counted by name.
  var namesClasses: Bool {
    options.form == .objects && options.classTypes.isEmpty && !line.common.isQuiet
  }

  var timeFormat: CardTimeFormat { options.times == .iso ? .iso8601 : .seconds }

  var converterOptions: ObjectReader.Options {
    ObjectReader.Options(timeFormat: timeFormat, wantedClasses: wanted)
  }

  /// The format of a table.
  var table: DelimitedText {
    DelimitedText(
      options.format == .tsv ? .tsv : .csv, delimiter: options.delimiter,
      hasCRLF: options.endsLinesWithCRLF, isSafe: line.output.isSafeForSpreadsheets)
  }

  /// Whether a column or a sort key needs the locations of cards.
  var locatesCards: Bool {
    let columns = options.columns.compactMap { name in
      FieldPath(name: name.hasPrefix("card.") ? String(name.dropFirst("card.".count)) : name)
    }
    return (columns + stream.sort.map(\.field)).contains(where: \.isSource)
  }

  /// Appends the byte order mark and the header of a table.
  func addHeader(to header: inout ByteBuffer) throws {
    guard options.format.isTable else { return }
    if options.hasByteOrderMark { header.append(DelimitedText.byteOrderMark) }
    // Resolve the columns even without a header, so that an unknown column is reported before any
    // card is read.
    let names = try columns()
    if line.output.hasHeader { table.appendRow(names, to: &header) }
  }

  /// The possible column names of the target, except for extras.
  var columnNames: [String] {
    switch options.form {
    case .objects: ObjectWriter.columnNames(of: classes.registry, wanted: wanted)
    case .shape(let shape): shape.columnNames
    }
  }

  private func columns() throws -> [String] {
    do throws(UnknownColumn) {
      if case .shape(let shape) = options.form { return try shapeRows(shape).columns }
      return try objectRows().columns
    } catch {
      throw ArgumentMistake.invalidValue(option: "--columns", value: error.name, problem(error))
    }
  }

  /// Returns the error for an unknown column, with the nearest name or a reference to the list of
  /// all names.
  private func problem(_ error: UnknownColumn) -> ValueProblem {
    let ofCard = "card.\(error.name)"
    if error.known.contains(ofCard) {
      return .reason("unknown column '\(error.name)'; did you mean '\(ofCard)'?")
    }
    if NearestName.of(error.name, among: error.known) == nil {
      return .reason("unknown column '\(error.name)'; '--list-columns' lists them")
    }
    return .unknownWord(kind: "column", text: error.name, known: error.known)
  }

  func objectRows() throws(UnknownColumn) -> ObjectWriter {
    let columns = options.columns.isEmpty ? nil : options.columns
    return try ObjectWriter(classes, columns: columns, in: table, converterOptions, now: stream.now)
  }

  func shapeRows(_ shape: Shape) throws(UnknownColumn) -> ShapeWriter {
    let columns =
      options.columns.isEmpty
      ? ShapeWriter.defaultColumns(of: shape, extrasKeys: extrasKeys) : options.columns
    return try ShapeWriter(shape, columns: columns, in: table, times: timeFormat, now: stream.now)
  }

  /// Creates the converter to the target.
  func converter() throws(UnknownColumn) -> any CardConverter & ~Copyable {
    switch (options.form, options.format.isTable) {
    case (.objects, false): ObjectWriter(classes, converterOptions)
    case (.objects, true): try objectRows()
    case (.shape(let shape), let isTable):
      ShapeConverter(
        classes: classes, wanted: wanted,
        writer: isTable ? try shapeRows(shape) : ShapeWriter(shape, times: timeFormat))
    }
  }

  /// The extras with default columns: the class type, and those that the registry reads, in its
  /// order.
  private var extrasKeys: [String] {
    let typeKey = stream.reading.cards.typeKey
    return [typeKey] + classes.registry.extraKeys.filter { $0 != typeKey }
  }
}
