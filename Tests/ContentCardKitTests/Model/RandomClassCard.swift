import ContentCardKit
import TestSupport

/// Writes random cards of one class as Braze's servers send them.
///
/// Some are valid, some are control cards, and some have values that are invalid for the class.
struct RandomClassCard {
  private var numbers: SeededNumbers
  private let name: String
  private let keys: [String]

  /// Writes cards with the class type of `definition` and the extras that its properties read.
  init(seed: UInt64, _ definition: ContentCardClass) {
    numbers = SeededNumbers(seed: seed)
    name = definition.name
    var keys: [String] = []
    for key in definition.properties.flatMap(\.sources).compactMap(\.extraKey)
    where !keys.contains(key) {
      keys.append(key)
    }
    self.keys = keys
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &numbers)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &numbers) < percent
  }

  private static let ids = [
    "\"1\"", #""a\u0062\"c""#, "17", "\"  \"", "\"\"", "true", "[]", "null",
  ]
  private static let times = [
    "1764000000.50", "1.764e9", "1764000000123", "\" 1764000000 \"", "\"2025-11-24\"",
    "\"9999-12-31T23:59:59.120Z\"", "253402300799", "253402300799000", "100000000000000001", "-5",
    "-253402300800000", "99999999999.999", "0", "1e400", "\"soon\"", "true", "{}", "null",
  ]
  private static let flags = ["true", "false", "1", "\"1\"", "\"true\"", "0", "null", "\"yes\""]
  private static let texts = [
    "\"Two flat whites\"", #""caf\u00e9 \ud83d\ude00""#, #""a \"word\" \\ \/ \n\u0000""#, "\"日本\"",
    "\" \"", #""\ud800 alone""#, "\"https://example.com/a.png\"", #""app:\u002f/x""#, "\"no url\"",
    "\"app: x\"", "7", "true", "\"\"", "null", "{}",
    "\"\(String(repeating: "long é ", count: 20))\"",
  ]
  private static let numbers = [
    "10", "\"15\"", "\" 12.50\\n\"", "1E2", "-0", "0.0", "100.0001", "\"100.0001\"", "\"10%\"",
    "\"+5\"", "\"10,5\"", "99999999999999999999", "1e-400", "\"\\u0031\\u0030\"", "-1", "0.5",
  ]
  private static let others = [
    "true", "\"0\"", "\"false\"", "\"small\"", "\"headline\"", "\"Headline\"", "[1, 2]",
    #"{"a": [ "b" ]}"#, "[]", #"["a", " b ", ""]"#, "\" a , b,,c; d;e \"", "\",\"",
  ]

  private mutating func value() -> String {
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0..<4: pick(RandomClassCard.texts)
    case 4..<7: pick(RandomClassCard.numbers)
    default: pick(RandomClassCard.others)
    }
  }

  private mutating func extras() -> String {
    let spelling = pick([name, name, name.uppercased()])
    var members = ["\"class_type\":\"\(spelling)\""]
    for key in keys where chance(75) {
      // Lists with escapes only where lists are expected: a message shows them as written.
      let isList = key.hasSuffix("tags") || key.hasPrefix("list")
      let list = isList && chance(50) ? #"["\u0061 b"," ","c\"d"]"# : nil
      let escaped = chance(10) ? key.replacing("_", with: #"\u005f"#) : key
      members.append("\"\(escaped)\":\(list ?? value())")
      if chance(5) { members.append("\"\(key)\":\(value())") }
    }
    if chance(20) { members.append(#""other":{"deep":[[]]}"#) }
    members.shuffle(using: &numbers)
    return "{\(members.joined(separator: ", "))}"
  }

  /// The next card as JSON.
  mutating func json() -> String {
    var members: [String] = []
    func add(_ key: String, _ value: String) { members.append("\"\(key)\":\(value)") }
    if chance(98) { add("id", chance(95) ? "\"card-1\"" : pick(RandomClassCard.ids)) }
    if chance(98) { add("ca", chance(70) ? "1764000000" : pick(RandomClassCard.times)) }
    if chance(60) { add("ea", chance(30) ? "-1" : pick(RandomClassCard.times)) }
    add("tp", pick(["\"short_news\"", "\"captioned_image\"", "\"control\"", "null"]))
    for key in ["v", "cl", "p", "db", "t"] where chance(60) {
      add(key, pick(RandomClassCard.flags))
    }
    for key in ["tt", "ds", "i", "u"] where chance(60) { add(key, pick(RandomClassCard.texts)) }
    members.shuffle(using: &numbers)
    add("e", extras())
    return "{\(members.joined(separator: ","))}"
  }
}
