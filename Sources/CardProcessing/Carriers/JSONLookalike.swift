import CardJSON

/// A text format that looks like JSON but is not.
///
/// Such text is reported and never repaired.
struct JSONLookalike: Sendable {
  /// The name of the format.
  let name: String
  /// Advice on how to get JSON instead.
  private let advice: String
  /// Returns whether a line that contains JSON-like text has the format.
  private let matches: @Sendable (ByteView) -> Bool

  /// The name and the advice, for messages.
  var description: String { "\(name), not JSON: \(advice)" }

  /// Classifies a line that contains JSON-like text; nil if the line is unrelated to cards.
  static func of(line: ByteView) -> JSONLookalike? {
    let line = line.slice(0..<min(line.count, longest))
    return formats.first { $0.matches(line) }
  }

  /// The maximum number of bytes of a line to examine.
  private static let longest = 2048

  static let archive = JSONLookalike(
    name: "binary data", advice: "an archive that the app wrote, which cardctl does not read"
  ) { _ in false }

  private static let copyAdvice = "use copy(JSON.stringify(x)) in the console"

  private static let formats = [
    JSONLookalike(
      name: "an Objective-C dictionary",
      advice: "log the card's json() or use NSJSONSerialization", matches: isObjectiveC),
    JSONLookalike(name: "an object as browser tools show it", advice: copyAdvice) {
      $0.hasAny("ards: Array(", ") […]") && !$0.contains("Array(0)")
    },
    JSONLookalike(
      name: "an object as React Native's terminal shows it", advice: "log JSON.stringify(x)"
    ) {
      $0.hasAny("[Object]", "[Array]", ": undefined", "[Function")
        && $0.hasAny("ards\":", "\"id\":")
    },
    JSONLookalike(name: "a Java map", advice: "log its parts as JSON") { $0.contains("ab_cd=") },
    JSONLookalike(name: "the text of an object (toString)", advice: "log the card's JSON string") {
      $0.hasAny("ContentCard.", ".models.cards.")
        || !$0.contains("Array(") && $0.hasAny("{", "[\"")
          && $0.hasAny(
            "ContentCard", "ImageCard{", "TextAnnouncementCard{", "ShortNewsCard{",
            "\"class_type\": ")
    },
    JSONLookalike(name: "JSON inside a string", advice: "decode the string first, as in jq -r .") {
      $0.contains("{\\\"")
        && $0.hasAny("\\\"id\\\":", "\\\"tp\\\":", "ards\\\":", "\\\"v\\\":[")
    },
    JSONLookalike(name: "JSON in a cell of CSV", advice: "extract the column with a CSV tool") {
      $0.contains("{\"\"") && $0.hasAny("\"\"id\"\":", "\"\"tp\"\":", "ards\"\":")
    },
    JSONLookalike(name: "a JavaScript object", advice: copyAdvice) {
      // Card ids contain the Base64 of `_$_`.
      $0.hasAny("cards: [", "class_type:", "cardDescription:", "isControl:")
        || $0.contains("{ id: '") && $0.contains("XyRf")
    },
  ]

  /// Returns whether a line is `key = …` with a card's key.
  @Sendable
  private static func isObjectiveC(_ line: ByteView) -> Bool {
    let keys: [StaticString] = [
      "cards = ", "ca = ", "cl = ", "id = ", "tp = ", "tt = ", "ds = ", "ab_cd = ",
      "\"ab_cd\" = ", "\"class_type\" = ", "\"full_sync\" = ",
    ]
    var start = 0
    while start < line.count, line[start] <= 0x20 { start += 1 }
    return keys.contains { ByteView($0).occurs(at: start, in: line) }
  }
}

extension ByteView {
  /// Returns whether these bytes contain any of the strings.
  fileprivate func hasAny(_ texts: StaticString...) -> Bool { texts.contains { contains($0) } }
}
