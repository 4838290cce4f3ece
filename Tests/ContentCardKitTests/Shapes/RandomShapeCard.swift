import TestSupport

@testable import ContentCardKit

/// Writes random cards in any shape: with its keys, the values of its writers, and hand-written ones.
struct RandomShapeCard {
  private var numbers: SeededNumbers
  private var count = 0

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &numbers)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &numbers) < percent
  }

  private static let texts = [
    "\"Two flat whites\"", "\"a, b\"", #""a \"quoted\" word""#, #""caf\u00e9""#, "\"日本\"",
    #""\ud83d\ude00""#, "\" \"", "\"https://example.com/a\"", "7", "\"\"", "null",
  ]
  private static let seconds = [
    "0", "1701861950", "1701861950.5", "1764000000", "1767225600", "1701861950123",
    #""2023-12-06T11:25:50.120Z""#, "253402300799", "null",
  ]
  private static let dates = [
    #""2023-12-06T11:25:50.120Z""#, #""2025-11-24T16:00:00Z""#, #""2026-01-01""#, "null",
    #""2026-06-01T00:00:00.000Z""#, "1701861950",
  ]
  private static let strayKeys = [
    "\"somethingElse\":1", "\"time_to_live\":3", "\"read\":false", "\"note\":\"\"",
    "\"nothing\":null", #""pr\u006fmo":{"deep":[1, 2]}"#,
  ]
  private static let milliseconds = ["1701861950123", "1764000000000", "1767225600000", "null"]
  private static let extras = [
    "{}", #"{"class_type":"coupon_code","order":"20"}"#, #"{"class_type":"x","a":"b","n":1.50}"#,
    #"{"a":"b","order":"5%"}"#, #""{\"class_type\":\"text\"}""#, "null",
    #"{"z":null,"e":"","\u0061":"b","list":[ ]}"#,
  ]

  /// The next card of a shape as JSON.
  mutating func json(_ shape: Shape) -> String {
    count += 1
    var members: [String] = []
    var seen: Set<CardField> = []
    for key in shape.definition.keys where chance(key.isWritten ? 75 : 5) {
      // A second key of a field is one that the SDKs do not read.
      guard key.isControlFlag || seen.insert(key.field).inserted || chance(30) else { continue }
      var value = key.isControlFlag ? control() : value(of: key.field, in: shape)
      if chance(3) { value = misstatement(of: key.field) }
      members.append("\"\(key.name.text)\":\(value)")
    }
    for key in RandomShapeCard.strayKeys where chance(5) { members.append(key) }
    members.shuffle(using: &numbers)
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Values that are invalid for every field.
  private mutating func misstatement(of field: CardField) -> String {
    switch field.content {
    case .text: pick([#"{"a":1}"#, "[]"])
    case .boolean: pick(["\"maybe\"", "2", "[]"])
    case .number: pick(["\"wide\"", "true"])
    case .time: pick(["\"soon\"", "{}"])
    case .pairs: pick(["\"no pairs\"", "[1]", "7"])
    }
  }

  private mutating func control() -> String {
    chance(70) ? "false" : pick(["true", "1", "0", "null"])
  }

  private mutating func value(of field: CardField, in shape: Shape) -> String {
    switch field {
    case .id: return chance(90) ? "\"card-\(count)\"" : pick(["\"\"", "17", #""a\"b""#])
    case .type:
      let names = shape.definition.types.map { "\"\($0.name.text)\"" }
      return chance(90) && !names.isEmpty ? pick(names) : pick(["\"video\"", "null", "\"Banner\""])
    case .created, .expiresAt:
      if field == .expiresAt, chance(20) { return shape.writesDates ? "null" : "-1" }
      if shape.definition.times == .milliseconds {
        return pick(RandomShapeCard.milliseconds)
      }
      return pick(shape.writesDates ? RandomShapeCard.dates : RandomShapeCard.seconds)
    case .extras: return pick(RandomShapeCard.extras)
    default: break
    }
    switch field.content {
    case .boolean:
      let isRare = field == .removed || field == .dismissed
      return chance(isRare ? 85 : 50) ? "false" : pick(["true", "true", "1", "null"])
    case .number: return pick(["1", "1.50", "\"1.5\"", "0.5625"])
    default: return pick(RandomShapeCard.texts)
    }
  }
}
