import CardJSON
import CardPlatform

/// The output of a run apart from the rows of its cards, and the observers of the run.
struct StreamOutput {
  /// The way rows are joined; nil if no rows are written.
  var framing: RowFraming?
  /// Rows that do not come from cards.
  var addedRows = AddedRows()
  /// Receives every batch before its rows are written.
  var observer: (any BatchObserver)?
  /// The observers of the merge.
  var feedObservers: [any FeedObserver] = []
  /// Whether control characters in the rows come from cardctl itself.
  var passesControls = false
  /// Whether the output file is replaced even if an input could not be read, because the rows
  /// report such inputs.
  var replacesFileDespiteReadErrors = false

  /// Rows that do not come from cards.
  final class AddedRows {
    /// The column names of a table.
    var header = ByteBuffer()
    /// Local items of a hybrid list, before and after the cards.
    var before = ByteBuffer()
    var after = ByteBuffer()
  }
}

/// The way the rows of a command are joined.
enum RowFraming: Sendable {
  /// Rows unchanged; each has its own line end.
  case lines
  /// One JSON array: each row is an item after `,` and a line feed.
  case array
}

/// Writes the rows of a command in batches, and the text before the first row and after the last
/// one.
final class RowSink {
  private let output: OutputStream
  private let framing: RowFraming
  private var hasRows = false

  init(_ output: OutputStream, _ framing: RowFraming) {
    self.output = output
    self.framing = framing
  }

  /// Writes the text before the first row.
  func begin(_ header: ByteView) throws(SystemFailure) { try output.write(header) }

  /// Writes consecutive rows.
  ///
  /// - Parameter isFollowed: whether more is written soon, or `end` called, without waiting for
  ///   other processes; a small number of rows then stays pending.
  func write(_ rows: ByteView, isFollowed: Bool = false) throws(SystemFailure) {
    guard framing == .array, !hasRows, rows.count > 0 else {
      return try output.write(rows, isFollowed: isFollowed)
    }
    hasRows = true
    // The bracket replaces the comma before the first item.
    try output.write("[", isFollowed: true)
    try output.write(rows.slice(1..<rows.count), isFollowed: isFollowed)
  }

  /// Adds the rows that `body` appends to the pending ones, and writes these if there are many.
  func append<Result>(_ body: (inout ByteBuffer) -> Result) throws(SystemFailure) -> Result {
    try output.append { rows in
      let start = rows.count
      let result = body(&rows)
      if framing == .array, !hasRows, rows.count > start {
        rows.replace(at: start, with: UInt8(ascii: "["))
        hasRows = true
      }
      return result
    }
  }

  /// Writes the pending rows.
  func flush() throws(SystemFailure) { try output.flush() }

  /// Writes the text after the last row.
  func end() throws(SystemFailure) {
    if framing == .array { try output.write(hasRows ? "\n]\n" : "[]\n", isFollowed: true) }
    try output.flush()
  }
}
