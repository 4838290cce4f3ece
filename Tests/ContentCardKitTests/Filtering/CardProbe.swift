import CardProcessing
import CardJSON
import ContentCardKit
import Testing

/// Cards from JSON text, valid during a call.
enum CardProbe {
  /// 2026-01-01T00:00:00Z, the current time of the tests, in epoch milliseconds.
  static let now: Int64 = 1_767_225_600_000

  private struct NoCard: Error {}

  /// Calls `body` with the card `json`.
  static func read<Result>(
    _ json: String, options: CardDecoder.Options = CardDecoder.Options(),
    _ body: (Card) throws -> Result
  ) throws -> Result {
    var bytes = ByteBuffer(json.utf8)
    let text = bytes.sealed()
    var scanner = JSONScanner()
    let outcome = scanner.scan(text)
    try #require(outcome == .value(end: text.count), "\(json)")
    var decoder = CardDecoder(options)
    guard case .card(let card) = decoder.find(scanner.document.root) else {
      Issue.record("no card: \(json)")
      throw NoCard()
    }
    return try body(card)
  }

  /// Whether `selection` selects the card `json`.
  static func matches(
    _ json: String, _ selection: CardSelection,
    options: CardDecoder.Options = CardDecoder.Options()
  ) throws -> Bool {
    try read(json, options: options) { card in
      var matcher = CardMatcher(selection, now: now)
      let first = matcher.matches(card)
      #expect(matcher.matches(card) == first, "a second look differs")
      return first
    }
  }

  /// Whether the card `json` matches the condition `clause`.
  static func satisfies(_ json: String, _ clause: String) throws -> Bool {
    var selection = CardSelection()
    selection.add(try Condition(clause))
    return try matches(json, selection)
  }

  /// The text of the field `name` of the card `json`; nil if it is absent.
  static func text(_ json: String, _ name: String) throws -> String? {
    let path = try #require(FieldPath(name: name))
    return try read(json) { card in
      var scratch = ByteBuffer()
      let value = card.value(at: path, now: now, using: &scratch)
      return value.isAbsent ? nil : value.string
    }
  }

  /// A wire card with `members` in addition to id, type and creation time.
  static func wire(_ members: String = "") -> String {
    #"{"id":"card-1","tp":"short_news","ca":1700000000"# + (members.isEmpty ? "" : "," + members)
      + "}"
  }

  /// A wire card with the given extras.
  static func wire(extras: String) -> String { wire(#""e":{"# + extras + "}") }
}
