import ContentCards

/// What to do with records that cannot be read or converted.
enum ErrorPolicy: String, Sendable {
  /// Report each and end with status 1.
  case report
  /// Only count them.
  case skip
  /// Report the first and read no further.
  case stop
}

/// How cards are streamed from the inputs to the output.
struct StreamOptions: Sendable {
  var reading = CardReader.Options()
  var onError = ErrorPolicy.report
  /// How many messages of one kind are printed.
  var maximumMessages = 20
  /// How many threads work.
  var jobs = 1
  /// After how many rows reading ends; nil reads everything.
  var rowLimit: Int?
}

extension BlockEnd {
  /// Where a block ends that was not read at all.
  static let nothing = BlockEnd(state: ReadingState(), consumed: 0, records: 0, isStopped: false)
}
