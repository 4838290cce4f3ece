import CardArguments
import CardProcessing
import ContentCardKit

/// How cards are streamed from the inputs to the output.
struct StreamOptions: Sendable {
  var reading = ReadingOptions()
  var onError = ErrorPolicy.report
  /// The maximum number of messages of one kind.
  var maximumMessages = 20
  /// The number of threads.
  var jobs = 1
  /// The maximum number of rows; nil for all.
  var limit: Int?
  /// The carrier of named inputs; nil detects it.
  var carrier: Carrier?
  /// The order of the rows; nil for the order of the input.
  var order: SortOrder?
  /// Whether of the cards with one id only the first gives a row.
  var isUnique = false
  /// Whether reading ends once there are enough rows; sorted rows are all needed.
  var endsEarly: Bool { limit != nil && order == nil }
  /// Whether cards get their file and line.
  var locatesCards = false
}

/// The treatment of records that cannot be read or converted.
enum ErrorPolicy: String, OptionChoice {
  /// Report each and end with status 1.
  case report
  /// Only count them.
  case skip
  /// Report the first and read no further.
  case stop

  var summary: String {
    switch self {
    case .report: "say what is wrong with each and end with status 1"
    case .skip: "only count them and end with status 0"
    case .stop: "say what is wrong with the first and read no further"
    }
  }
}

extension BlockEnd {
  /// Where a block ends that was not read at all.
  static let nothing = BlockEnd(state: ReadingState(), consumed: 0, records: 0, isStopped: false)
}
