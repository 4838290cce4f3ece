@_spi(CardTool) import CardJSON

/// Something in an input that could not be read as a card, and where it is.
@_spi(CardTool) public struct ReadingProblem: Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The bytes are not JSON.
    case syntax(JSONSyntaxError)
    /// The value is no card.
    case noCard(NoCardReason)
    /// The card is larger than the limit, which is given in bytes.
    case tooLarge(limit: Int)
    /// So many bytes of an array could not be read, because nothing says where its next card is.
    case restOfArray(bytes: Int)
    /// So many bytes of an array were passed over, up to the next element that reads as a card,
    /// because a bracket of an element is not closed.
    case elementUpToNext(bytes: Int)
    /// The sync response says that it failed, with this message.
    case failedSync(message: String)
    /// The input is no JSON at all, but something known.
    case foreign(ForeignFormat)
  }

  /// What is wrong.
  public let reason: Reason
  /// Where, in bytes from the start of the input.
  public let offset: Int
  /// Where the value that could not be read begins, in bytes from the start of the input.
  public let start: Int
  /// Where what is wrong ends, as far as that is known, in bytes from the start of the input.
  public let end: Int

  /// A short name for the sort of problem, by which messages are counted.
  public var code: StaticString {
    switch reason {
    case .syntax: "json/syntax"
    case .noCard(let reason): reason.code
    case .tooLarge: "card/too-large"
    case .restOfArray, .elementUpToNext: "json/rest-not-read"
    case .failedSync: "sync/failed"
    case .foreign: "input/format"
    }
  }
}

@_spi(CardTool) extension ReadingProblem: CustomStringConvertible {
  /// The problem in words: lower case, no full stop.
  public var description: String {
    switch reason {
    case .syntax(let error): error.description
    case .noCard(let reason): reason.message
    case .tooLarge(let limit):
      "the card is larger than \(limit) bytes; --max-card-size sets another limit"
    case .restOfArray(let bytes): "rest of the array not read, \(bytes) bytes"
    case .elementUpToNext(let bytes):
      "\(bytes) bytes not read, up to the next value that reads as a card"
    case .failedSync(let message): "the sync response failed: its message is \"\(message)\""
    case .foreign(let format): format.advice
    }
  }
}
