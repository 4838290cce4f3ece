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
    if let index = lookalikes.firstIndex(where: { $0.kind == kind }) {
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

/// Text that looks like JSON but is not.
///
/// It is reported and never repaired.
enum JSONLookalike: CaseIterable {
  case objectiveC, devTools, prettyFormat, javaMap, toString, javaScript, archive

  /// The name of the format.
  var name: String {
    switch self {
    case .objectiveC: "an Objective-C dictionary"
    case .devTools: "an object as browser tools show it"
    case .prettyFormat: "an object as React Native's terminal shows it"
    case .javaMap: "a Java map"
    case .toString: "the text of an object (toString)"
    case .javaScript: "a JavaScript object"
    case .archive: "binary data"
    }
  }

  /// How to get JSON instead.
  var advice: String {
    switch self {
    case .objectiveC: "log the card's json() or use NSJSONSerialization"
    case .devTools, .javaScript: "use copy(JSON.stringify(x)) in the console"
    case .prettyFormat: "log JSON.stringify(x)"
    case .javaMap: "log its parts as JSON"
    case .toString: "log the card's JSON string"
    case .archive: "an archive that the app wrote, which cardctl does not read"
    }
  }

  /// Classifies a line that contains something like JSON; nil if the line is unrelated to cards.
  init?(line: ByteView) {
    let line = line.slice(0..<min(line.count, JSONLookalike.longest))
    if let kind = JSONLookalike.allCases.first(where: { $0.matches(line) }) {
      self = kind
    } else {
      return nil
    }
  }

  /// The maximum number of bytes of a line to examine.
  private static let longest = 2048

  private func matches(_ line: ByteView) -> Bool {
    func has(_ texts: StaticString...) -> Bool { texts.contains { line.contains($0) } }
    switch self {
    case .objectiveC: return JSONLookalike.isObjectiveC(line)
    case .devTools: return has("cards: Array(", "Cards: Array(") && !has("Array(0)")
    case .prettyFormat: return has("[Object]", "[Array]") && has("ards\":", "\"id\":")
    case .javaMap: return has("ab_cd=")
    case .toString:
      guard !has("Array(") else { return false }
      return has(
        "ContentCard", "ImageCard{", "TextAnnouncementCard{", "ShortNewsCard{", "\"class_type\": ")
        && has("{", "[\"")
    case .archive: return false
    case .javaScript: return has("cards: [", "class_type:", "cardDescription:", "isControl:")
    }
  }

  /// Whether a line is `key = …` with a card's key.
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
