import CardJSON
import CardPlatform
import EventJournal

/// The reason why an event is not recorded.
struct Refusal: Equatable {
  /// A short name of the kind, by which messages are counted.
  let code: String
  /// The reason in a message.
  let reason: String

  private init(_ code: String, _ reason: String) { (self.code, self.reason) = (code, reason) }

  static let empty = Refusal("empty ids", "an id cannot be empty")
  static let notText = Refusal("ids that are not UTF-8", "an id must be UTF-8")
  static let json = Refusal("lines of JSON", CardIDText.jsonReason)
  static let notOneWord = Refusal(
    "ids that are not one word",
    "an id must be one word, without whitespace or control characters; \(CardIDText.advice)")
  static let severalIDs = Refusal(
    "ids with a comma", "an id cannot contain a comma; write several ids as separate words")
  static let url = Refusal("URLs", "this is a URL, not the id of a card; \(CardIDText.advice)")
  static let tooLong = Refusal(
    "ids that are too long", "its event would be longer than \(JournalLine.maximumLength) bytes")
  static let removed = Refusal("removed cards", "the server removed the card")
  static let clickWithoutURL = Refusal(
    "cards without a url",
    "the card has no url, so a click opens nothing; use --force for an app that logs it itself")
  static let notDismissible = Refusal(
    "cards that are not dismissible", "the card is not dismissible")
  static let dismissedBefore = Refusal(
    "cards that were dismissed before",
    "the card was dismissed before, and SDKs log a dismissal once")

  /// Returns the refusal of an operand that is a file, with the command line that was probably
  /// meant.
  static func file(command: String) -> Refusal {
    Refusal("files", "this is a file; '\(command)' records the cards in it")
  }

  /// Returns the refusal of an imported value that is not an event.
  static func invalid(_ reason: String) -> Refusal { Refusal("lines that are not events", reason) }

  static func unknown(file: String) -> Refusal {
    Refusal("unknown ids", "\(file) has no such card")
  }

  static func ofControl(_ kind: EventKind) -> Refusal {
    Refusal("control cards", "a control card is never shown, so it cannot be \(kind.participle)")
  }

  /// Returns the message about an event of the card `id`.
  func message(about id: ByteView) -> String {
    // A scalar has at most four bytes of UTF-8.
    let text = SystemText.text(id.array.prefix(4 * Refusal.shownLength)).unicodeScalars
    let isWhole = text.count <= Refusal.shownLength && id.count <= 4 * Refusal.shownLength
    let shown = SystemText.shown(String(text.prefix(Refusal.shownLength)))
    return "'\(shown)\(isWhole ? "" : "…")' refused: \(reason)"
  }

  private static let shownLength = 200
}

extension CardIDText {
  /// Returns the reason why an event cannot have this id; nil if it can.
  static func refusal(of id: ByteView) -> Refusal? {
    if id.count == 0 { return .empty }
    if isJSON(id) { return .json }
    if id.count > JournalLine.maximumLength { return .tooLong }
    if id.containsAny(of: ByteClass(.byte(UInt8(ascii: ",")))) { return .severalIDs }
    if id.containsAny(of: .notInPlainID) {
      guard id.isUTF8 else { return .notText }
      let isOneWord = id.text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      }
      if !isOneWord { return .notOneWord }
    }
    return isURL(id) ? .url : nil
  }

  private static func isURL(_ id: ByteView) -> Bool {
    guard let colon = id.firstIndex(of: ByteView("://")), colon > 0 else { return false }
    let scheme = id.slice(0..<colon).text
    return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isWordPart(or: "+-.") }
  }
}

extension ByteClass {
  /// All bytes except those of visible ASCII characters.
  fileprivate static var notInPlainID: ByteClass { ByteClass(.bytes(0x7F, 0x20)) }
}
