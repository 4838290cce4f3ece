import CardJSON

/// The counts for one note about an input in text or XML.
package struct CarrierSummary: Sendable {
  /// The number of values that were read.
  package internal(set) var records = 0
  /// The number of other JSON values.
  var others = 0
  /// The number of cards that the log repeats.
  var copies = 0
  /// The number of problems that were reported.
  var problems = 0
  /// Whether a problem already explains why nothing was read.
  var isNothingReported = false
  /// Text that looks like JSON but is not, each kind with its first line.
  private var lookalikes: [(kind: JSONLookalike, line: Int, count: Int)] = []

  /// Counts text that only looks like JSON.
  mutating func add(_ kind: JSONLookalike, line: Int) {
    if let index = lookalikes.firstIndex(where: { $0.kind.name == kind.name }) {
      lookalikes[index].count += 1
    } else {
      lookalikes.append((kind, line, 1))
    }
  }

  /// A description of what was not read, or nil if everything was.
  package var note: String? {
    var parts: [String] = []
    if copies > 0 {
      parts.append("skipped \(counted(copies, "repeated copy", plural: "repeated copies"))")
    }
    if others > 0 { parts.append("ignored \(counted(others, "other JSON value"))") }
    let named = isNothingReported ? [] : lookalikes
    parts += named.map { "line \($0.line) is \($0.kind.name), not JSON: \($0.kind.advice)" }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
  }

  /// The reason why nothing was read, and its line.
  var nothing: (message: String, line: Int) {
    guard let first = lookalikes.first else {
      return ("no JSON value in this text is a card, an array of cards or an envelope", 1)
    }
    return ("this is \(first.kind.name), not JSON: \(first.kind.advice)", first.line)
  }
}

/// A format of text that looks like JSON but is not.
///
/// It is reported and never repaired.
struct JSONLookalike: Sendable {
  /// The name of the format.
  let name: String
  /// How to get JSON instead.
  let advice: String
  /// Whether a line that contains something like JSON has the format.
  private let matches: @Sendable (ByteView) -> Bool

  private init(
    _ name: String, advice: String, _ matches: @escaping @Sendable (ByteView) -> Bool
  ) {
    self.name = name
    self.advice = advice
    self.matches = matches
  }

  /// Classifies a line that contains something like JSON; nil if the line is unrelated to cards.
  static func of(line: ByteView) -> JSONLookalike? {
    let line = line.slice(0..<min(line.count, longest))
    return formats.first { $0.matches(line) }
  }

  /// The maximum number of bytes of a line to examine.
  private static let longest = 2048

  static let archive = JSONLookalike(
    "binary data", advice: "an archive that the app wrote, which cardctl does not read"
  ) { _ in false }

  private static let formats = [
    JSONLookalike(
      "an Objective-C dictionary", advice: "log the card's json() or use NSJSONSerialization",
      isObjectiveC),
    JSONLookalike(
      "an object as browser tools show it", advice: "use copy(JSON.stringify(x)) in the console"
    ) { $0.hasAny("cards: Array(", "Cards: Array(") && !$0.contains("Array(0)") },
    JSONLookalike(
      "an object as React Native's terminal shows it", advice: "log JSON.stringify(x)"
    ) { $0.hasAny("[Object]", "[Array]") && $0.hasAny("ards\":", "\"id\":") },
    JSONLookalike("a Java map", advice: "log its parts as JSON") { $0.contains("ab_cd=") },
    JSONLookalike(
      "the text of an object (toString)", advice: "log the card's JSON string"
    ) { line in
      !line.contains("Array(") && line.hasAny("{", "[\"")
        && line.hasAny(
          "ContentCard", "ImageCard{", "TextAnnouncementCard{", "ShortNewsCard{",
          "\"class_type\": ")
    },
    JSONLookalike("a JavaScript object", advice: "use copy(JSON.stringify(x)) in the console") {
      $0.hasAny("cards: [", "class_type:", "cardDescription:", "isControl:")
    },
  ]

  /// Whether a line is `key = …` with a card's key.
  @Sendable
  private static func isObjectiveC(_ line: ByteView) -> Bool {
    let keys: [StaticString] = [
      "cards", "ca", "cl", "id", "tp", "tt", "ds", "ab_cd", "\"ab_cd\"", "\"class_type\"",
      "\"full_sync\"",
    ]
    var start = 0
    while start < line.count, line[start] <= 0x20 { start += 1 }
    return keys.contains { key in
      let key = ByteView(key)
      return key.stands(at: start, of: line)
        && ByteView(" = ").stands(at: start + key.count, of: line)
    }
  }
}

extension ByteView {
  /// Whether these bytes contain any of the strings.
  fileprivate func hasAny(_ texts: StaticString...) -> Bool { texts.contains { contains($0) } }
}
