import CardJSON
import CardPlatform
import EventJournal

/// An event that is not recorded.
struct RefusedEvent {
  /// The message.
  let message: String
  /// The location in the input; nil for an operand.
  let location: TextPosition?
  /// Why it is refused.
  let refusal: Refusal

  /// The event of the card `id` at `location`.
  init(_ id: ByteView, _ refusal: Refusal, at location: TextPosition?) {
    (self.location, self.refusal) = (location, refusal)
    if case .invalid(let reason) = refusal {
      message = reason
      return
    }
    // A character has at most four bytes.
    let text = SystemText.text(id.array.prefix(4 * RefusedEvent.shownLength)).unicodeScalars
    let shown = SystemText.shown(String(text.prefix(RefusedEvent.shownLength)))
    let isWhole =
      text.count <= RefusedEvent.shownLength && id.count <= 4 * RefusedEvent.shownLength
    message = "'\(shown)\(isWhole ? "" : "…")' refused: \(refusal.reason)"
  }

  /// The number of characters of an id to show.
  private static let shownLength = 200
}

/// Why the event of an id is not recorded.
enum Refusal {
  case empty
  case notText
  case json
  case notOneWord
  case severalIDs
  case url
  /// The operand names an existing file; the command that was meant.
  case file(command: String)
  case tooLong
  /// The line of an import is not an event, for this reason.
  case invalid(String)
  case unknown(file: String)
  case removed
  case ofControl(EventKind)
  case clickWithoutURL
  case notDismissible
  case dismissedBefore

  /// A short name, by which messages are counted.
  var code: String { words.code }

  /// The reason in words.
  var reason: String { words.reason }

  private var words: (code: String, reason: String) {
    switch self {
    case .empty: ("empty ids", "an id cannot be empty")
    case .notText: ("ids that are not UTF-8", "an id is UTF-8")
    case .json: ("lines of JSON", "this is JSON; \(Refusal.advice)")
    case .notOneWord:
      (
        "ids that are not one word",
        "an id is one word, without whitespace and control characters; \(Refusal.advice)"
      )
    case .severalIDs:
      ("ids with a comma", "an id has no comma; write several ids as separate words")
    case .url: ("URLs", "this is a URL, not the id of a card; \(Refusal.advice)")
    case .file(let command):
      ("files", "this is a file; '\(command)' records the cards in it")
    case .tooLong:
      (
        "ids that are too long",
        "its event would be longer than \(JournalLine.maximumLength) bytes"
      )
    case .invalid(let reason): ("lines that are not events", reason)
    case .unknown(let file): ("unknown ids", "\(file) has no such card")
    case .removed: ("removed cards", "the server removed the card")
    case .ofControl(let kind):
      ("control cards", "a control card is never shown, so it cannot be \(kind.participle)")
    case .clickWithoutURL:
      (
        "cards without a url",
        "the card has no url, so a click opens nothing; use --force for an app that logs it itself"
      )
    case .notDismissible: ("cards that are not dismissible", "the card is not dismissible")
    case .dismissedBefore:
      (
        "cards that were dismissed before",
        "the card was dismissed before, and SDKs log a dismissal once"
      )
    }
  }

  private static let advice = "'cardctl filter --ids' prints the ids of cards, one per line"
}
