import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// The options for streaming cards from the inputs to the output, completed by `CardRun`.
struct StreamOptions: Sendable {
  var reading = ReadingOptions()
  var onError = ErrorPolicy.report
  /// The maximum number of messages of each kind.
  var maximumMessages = 20
  /// The number of threads.
  var jobs = 1
  /// The carrier of operands; nil to detect it.
  var carrier: Carrier?
  /// The sort keys of the rows; empty for the order of the input.
  var sort: [SortKey] = []
  /// The maximum number of rows; nil for all.
  var limit: Int?
  /// Whether only the first card of each id produces a row.
  var isUnique = false
  /// Whether cards record their file and line.
  var locatesCards = false
  /// The time that ages are relative to, in epoch milliseconds.
  var now: Int64 = 0
  /// The time zone of dates and of units of time.
  var zone = Zone.utc

  /// Whether reading can end after enough rows; sorting needs all rows.
  var endsEarly: Bool { limit != nil && sort.isEmpty }
}

/// The policy for records that cannot be read or converted.
enum ErrorPolicy: String, OptionChoice {
  case report = "report: report each of them and exit with status 1"
  case skip = "skip: only count them and exit with status 0"
  case stop = "stop: report the first one and stop reading"
}
