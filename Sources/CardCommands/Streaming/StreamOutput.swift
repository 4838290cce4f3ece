import CardJSON

/// The output of a run apart from the rows of its cards, and the observers of the run.
struct StreamOutput {
  /// The way rows are joined; nil if no rows are written.
  var framing: RowFraming?
  /// Rows that do not come from cards.
  var addedRows = AddedRows()
  /// The observers of the run.
  var observers: [any RunObserver] = []
  /// Whether all control characters in the rows come from cardctl itself.
  var passesControls = false
  /// Whether to replace the output file even if an input cannot be read, which the rows report.
  var replacesFileDespiteReadErrors = false

  /// Rows that do not come from cards.
  final class AddedRows {
    /// The column names of a table.
    var header = ByteBuffer()
    /// The local items of a hybrid list before and after the cards.
    var before = ByteBuffer()
    var after = ByteBuffer()
  }
}
