import EventJournal

/// Why the event of an id is not recorded.
enum Refusal {
  case empty
  case notText
  case json
  case notOneWord
  case tooLong
  case unknown(file: String)
  case ofControl(EventKind)
  case clickWithoutURL
  case notDismissible
  case dismissedBefore

  /// A short name, by which messages are counted.
  var code: String {
    switch self {
    case .empty: "empty ids"
    case .notText: "ids that are no UTF-8"
    case .json: "lines of JSON"
    case .notOneWord: "ids that are not one word"
    case .tooLong: "ids that are too long"
    case .unknown: "unknown ids"
    case .ofControl: "control cards"
    case .clickWithoutURL: "cards without a url"
    case .notDismissible: "cards that are not dismissible"
    case .dismissedBefore: "cards that were dismissed before"
    }
  }

  /// The reason in words.
  var reason: String {
    switch self {
    case .empty: "an id cannot be empty"
    case .notText: "an id is UTF-8"
    case .json: "this is JSON; 'cardctl filter --ids' prints the ids of cards, one a line"
    case .notOneWord:
      "an id is one word, without white space and control characters; 'cardctl filter --ids' "
        + "prints the ids of cards, one a line"
    case .tooLong: "its event would be longer than \(JournalLine.maximumLength) bytes"
    case .unknown(let file): "there is no such card in \(file)"
    case .ofControl(let kind): "a control card is never shown, so it cannot be \(kind.participle)"
    case .clickWithoutURL: "the card has no url, and SDKs log a click only of one that has"
    case .notDismissible: "the card is not dismissible"
    case .dismissedBefore: "the card was dismissed before, and SDKs log that once"
    }
  }
}
