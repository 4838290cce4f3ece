import CardJSON

/// A part of an input that could not be read as a card, with its location.
package struct ReadingProblem: Equatable, Sendable {
  /// A kind of problem.
  package enum Reason: Equatable, Sendable {
    /// The bytes are not valid JSON.
    case syntax(JSONSyntaxError)
    /// The value is not a card.
    case noCard(NoCardReason)
    /// The card exceeds the limit, in bytes.
    case tooLarge(limit: Int)
    /// The rest of an array, of this number of bytes, was not read.
    case restOfArray(bytes: Int)
    /// The sync response states that the sync failed, with this message.
    case failedSync(message: String)
    /// The file that contains the JSON is truncated or malformed, or part of it is hidden.
    case carrier(CarrierFault, message: String)
    /// The card could not be converted; `code` is the kind of failure and `message` the reason.
    case card(code: String, message: String)
    /// The input has a known format other than JSON.
    case foreign(ForeignFormat)
  }

  /// The kind of the problem.
  package let reason: Reason
  /// The byte offset in the input.
  package let offset: Int
  /// The byte offset of the start of the unreadable value.
  package let start: Int
  /// The byte offset of the end of the error, as far as it is known.
  package let end: Int

  /// The rule id of the problem, also used to count messages.
  package var code: String {
    switch reason {
    case .syntax: "json/syntax"
    case .noCard(let reason): reason.code
    case .tooLarge: "card/too-large"
    case .restOfArray: "json/rest-not-read"
    case .failedSync: "sync/failed"
    case .foreign: "input/format"
    case .carrier(let fault, _): fault.rawValue
    case .card(let code, _): code
    }
  }
}

extension ReadingProblem {
  /// Creates a problem at an offset in the input.
  package init(_ reason: Reason, at offset: Int) {
    self.init(reason: reason, offset: offset, start: offset, end: offset)
  }
}

/// A kind of problem in a file that contains JSON, such as a log; the raw values are rule ids, also
/// used to count messages.
package enum CarrierFault: String, Sendable {
  /// A card or a list of cards is truncated.
  case cut = "input/cut"
  /// Part of the file is hidden or was lost.
  case hidden = "input/hidden"
  /// A value is too large.
  case tooLarge = "card/too-large"
  /// The file is malformed.
  case broken = "json/syntax"
  /// Nothing in the file can be read.
  case format = "input/format"
  /// The file is a template.
  case template = "input/template"
  /// Nothing in the file is checked.
  case unchecked = "request/not-checked"
}

extension ReadingProblem: CustomStringConvertible {
  /// The message: lower case, without a full stop.
  package var description: String {
    switch reason {
    case .syntax(let error): error.description
    case .noCard(let reason): reason.message
    case .tooLarge(let limit): "the card is larger than \(limit) bytes"
    case .restOfArray(let bytes): "rest of the array not read, \(bytes) bytes"
    case .failedSync(let message): "the sync response failed: its message is \"\(message)\""
    case .foreign(let format): format.message
    case .carrier(_, let message), .card(_, let message): message
    }
  }

  /// The message, with advice for the command line.
  package var advised: String {
    switch reason {
    case .tooLarge, .carrier(.tooLarge, _): "\(self); --max-card-size sets another limit"
    case .foreign(let format): "\(self)" + (format.command.map { ", as in \($0)" } ?? "")
    case .syntax(let error) where error.reason == .liquid:
      "\(self); cardctl validate checks that of a request"
    case .noCard(let reason) where reason.isText: "\(self), as in jq -r . FILE | cardctl …"
    default: description
    }
  }
}
