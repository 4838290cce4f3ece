import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit

/// The settings of a conversion, shared by all workers.
struct ConversionPlan: Sendable {
  let classes: ClassTable
  /// The indices of the selected classes in the registry; nil for all.
  let wanted: Set<Int>?
  /// The selected cards.
  let selection: CardSelection
  /// The parsed options, and the resolved options for streaming.
  let line: Session
  let stream: StreamOptions

  var options: ConvertOptions { line.convert }

  /// Whether unregistered class types are counted by name.
  var namesClasses: Bool {
    options.form == .objects && options.classTypes.isEmpty && !line.common.isQuiet
  }

  /// The fields of the columns.
  var columnFields: [FieldPath] {
    options.columns.compactMap { name in
      FieldPath(name: name.hasPrefix("card.") ? String(name.dropFirst("card.".count)) : name)
    }
  }

  private var table: DelimitedText {
    DelimitedText(
      line.convertFormat == .tsv ? .tsv : .csv, delimiter: options.delimiter,
      hasCRLF: options.endsLinesWithCRLF, isSafe: line.output.isSafeForSpreadsheets)
  }

  /// Creates the converter to the target.
  func converter() throws(UnknownColumn) -> any CardConverter & ~Copyable {
    let columns = options.columns.isEmpty ? nil : options.columns
    let times = options.times == .iso ? CardTimeFormat(.date, in: stream.zone) : .seconds
    let objects = ObjectReader.Options(timeFormat: times, wantedClasses: wanted)
    switch (options.form, line.convertFormat.isTable) {
    case (.objects, false): return ObjectWriter(classes, objects)
    case (.objects, true):
      return try ObjectWriter(classes, columns: columns, in: table, objects, now: stream.now)
    case (.shape(let shape), let isTable):
      // By default, the extras with columns are the class type and those that the registry reads.
      let typeKey = stream.reading.cards.typeKey
      let extras = [typeKey] + classes.registry.extraKeys.filter { $0 != typeKey }
      let names = columns ?? ShapeWriter.defaultColumns(of: shape, extrasKeys: extras)
      let writer =
        isTable
        ? try ShapeWriter(shape, columns: names, in: table, times: times, now: stream.now)
        : ShapeWriter(shape, times: times)
      return ShapeConverter(classes: classes, wanted: wanted, writer: writer)
    }
  }

  /// Returns the byte order mark and the header of a table; empty for other formats.
  func header() throws -> ByteBuffer {
    var header = ByteBuffer()
    guard line.convertFormat.isTable else { return header }
    if options.hasByteOrderMark { header.append(DelimitedText.byteOrderMark) }
    do throws(UnknownColumn) {
      // Created even without a header, so that an unknown column is reported before any card is
      // read.
      let converter = try converter()
      if line.output.hasHeader { table.appendRow(converter.columns, to: &header) }
    } catch {
      throw ArgumentError.invalidValue(option: "--columns", value: error.name, problem(error))
    }
    return header
  }

  /// The possible column names of the target, except for extras.
  var columnNames: [String] {
    switch options.form {
    case .objects: ObjectWriter.columnNames(of: classes.registry, wanted: wanted)
    case .shape(let shape): shape.columnNames
    }
  }

  /// Returns the error for an unknown column, with the nearest name if there is one.
  private func problem(_ error: UnknownColumn) -> ValueProblem {
    let ofCard = "card.\(error.name)"
    if error.known.contains(ofCard) {
      return .reason("unknown column '\(error.name)'\([ofCard].suggestion)")
    }
    if NearestName.of(error.name, among: error.known) == nil {
      return .reason("unknown column '\(error.name)'; '--list-columns' lists them")
    }
    return .unknownWord(kind: "column", text: error.name, known: error.known)
  }
}
