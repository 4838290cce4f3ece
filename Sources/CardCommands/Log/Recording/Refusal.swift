import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// The syntax of a card's id on a command line or a line of standard input: one word of UTF-8.
///
/// Whitespace and byte order marks around it are ignored.
enum CardIDText {
  /// The range of the id in `text`; empty for blank text.
  static func range(in text: ByteView) -> Range<Int> {
    guard text.count > 0 else { return 0..<0 }
    let ends = [text[0], text[text.count - 1]]
    if ends.allSatisfy({ (0x21..<0x7F).contains($0) }) { return 0..<text.count }
    let scalars = text.text.unicodeScalars
    let start = lengthOfSpace(scalars)
    return start..<max(start, text.count - lengthOfSpace(scalars.reversed()))
  }

  /// The number of bytes of the whitespace and byte order marks that come first.
  private static func lengthOfSpace(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.prefix { $0.properties.isWhitespace || $0 == "\u{FEFF}" }.reduce(0) {
      $0 + UTF8.width($1)
    }
  }

  /// Why no event can have this id; nil if one can.
  static func refusal(of id: ByteView) -> Refusal? {
    if id.count == 0 { return .empty }
    if isJSON(id) { return .json }
    if id.count > JournalLine.maximumLength { return .tooLong }
    if id.holds(ByteClass(.byte(UInt8(ascii: ",")))) { return .severalIDs }
    if id.holds(.notInPlainID) {
      guard let text = String(validating: id.array, as: UTF8.self) else { return .notText }
      let isOneWord = text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      }
      if !isOneWord { return .notOneWord }
    }
    return isURL(id) ? .url : nil
  }

  /// Whether the text is JSON other than a number, or a line of JSON that spans several.
  private static func isJSON(_ id: ByteView) -> Bool {
    "{}[]\"".utf8.contains(id[0])
      || id == ByteView("null") || id == ByteView("true") || id == ByteView("false")
  }

  /// Whether the text begins with a scheme and `://`.
  private static func isURL(_ id: ByteView) -> Bool {
    guard let colon = id.firstIndex(of: ByteView("://")), colon > 0 else { return false }
    let scheme = id.slice(0..<colon).text
    return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isWordPart(or: "+-.") }
  }
}

/// Why the event of an id is not recorded.
struct Refusal: Equatable {
  /// A short name, by which messages are counted.
  let code: String
  /// The reason in words.
  let reason: String

  private init(_ code: String, _ reason: String) { (self.code, self.reason) = (code, reason) }

  static let empty = Refusal("empty ids", "an id cannot be empty")
  static let notText = Refusal("ids that are not UTF-8", "an id is UTF-8")
  static let json = Refusal("lines of JSON", "this is JSON; \(advice)")
  static let notOneWord = Refusal(
    "ids that are not one word",
    "an id is one word, without whitespace and control characters; \(advice)")
  static let severalIDs = Refusal(
    "ids with a comma", "an id has no comma; write several ids as separate words")
  static let url = Refusal("URLs", "this is a URL, not the id of a card; \(advice)")
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

  /// The operand names an existing file; `command` is what was meant.
  static func file(command: String) -> Refusal {
    Refusal("files", "this is a file; '\(command)' records the cards in it")
  }

  /// The line of an import is not an event, for this reason.
  static func invalid(_ reason: String) -> Refusal { Refusal("lines that are not events", reason) }

  static func unknown(file: String) -> Refusal {
    Refusal("unknown ids", "\(file) has no such card")
  }

  static func ofControl(_ kind: EventKind) -> Refusal {
    Refusal("control cards", "a control card is never shown, so it cannot be \(kind.participle)")
  }

  private static let advice = "'cardctl filter --ids' prints the ids of cards, one per line"

  /// The message about the event of the card `id`.
  func message(about id: ByteView) -> String {
    // A character has at most four bytes.
    let text = SystemText.text(id.array.prefix(4 * Refusal.shownLength)).unicodeScalars
    let isWhole = text.count <= Refusal.shownLength && id.count <= 4 * Refusal.shownLength
    let shown = SystemText.shown(String(text.prefix(Refusal.shownLength)))
    return "'\(shown)\(isWhole ? "" : "…")' refused: \(reason)"
  }

  /// The number of characters of an id to show.
  private static let shownLength = 200
}

extension Character {
  /// Whether it is a letter or a digit of ASCII, or one of `marks`.
  func isWordPart(or marks: String) -> Bool {
    isASCII && (isLetter || isNumber || marks.contains(self))
  }
}

extension ByteClass {
  /// The bytes other than visible characters of ASCII.
  fileprivate static var notInPlainID: ByteClass { ByteClass(.bytes(0x7F, 0x20)) }
}

// The words and rules of each kind of event. `EventCounts` defines how it is counted.
extension EventKind {
  private var words: (command: String, participle: String, summary: String) {
    switch self {
    case .impression:
      ("impression", "seen", "the card was seen, or a control card would have been")
    case .click: ("click", "clicked", "the card was tapped")
    case .dismissal: ("dismiss", "dismissed", "the user dismissed the card")
    }
  }

  /// The word of the command that records it.
  var word: String { words.command }
  /// The participle for its card.
  var participle: String { words.participle }
  /// The description as a value of options.
  package var summary: String { words.summary }

  /// The fields that the event sets on its card: a clicked card was viewed too.
  var fields: CardFields {
    switch self {
    case .impression: CardFields(.viewed)
    case .click: [CardFields(.viewed), CardFields(.clicked)]
    case .dismissal: CardFields(.dismissed)
    }
  }

  /// Why the SDKs would not log it of this card; nil when they would.
  func refusal(of card: KnownCard) -> Refusal? {
    if card.isControl { return refusalOfControl }
    switch self {
    case .impression: return nil
    case .click: return card.hasURL ? nil : .clickWithoutURL
    case .dismissal:
      if !card.isDismissible { return .notDismissible }
      return card.isDismissed ? .dismissedBefore : nil
    }
  }

  /// Why the SDKs would not log it for a control card, which only has impressions.
  var refusalOfControl: Refusal? { self == .impression ? nil : .ofControl(self) }
}
