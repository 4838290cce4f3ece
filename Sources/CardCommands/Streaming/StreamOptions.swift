import CardArguments
import CardProcessing
import ContentCardKit

/// How cards are streamed from the inputs to the output.
struct StreamOptions: Sendable {
  var reading = ReadingOptions()
  var onError = ErrorPolicy.report
  /// How many messages of one kind are printed.
  var maximumMessages = 20
  /// How many threads work.
  var jobs = 1
  /// How many rows are wanted; nil for all there are.
  var limit: Int?
  /// The carrier of named inputs; nil detects it.
  var carrier: Carrier?
  /// What the rows are sorted by; nil leaves them in the order of the input.
  var order: SortOrder?
  /// Whether of the cards with one id only the first gives a row.
  var isUnique = false
  /// Whether reading ends once there are enough rows; sorted rows are all needed.
  var endsEarly: Bool { limit != nil && order == nil }
  /// Whether cards are told the file and the line that they stand in.
  var locatesCards = false
}

/// What to do with records that cannot be read or converted.
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
