import CardJSON
import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardRules

/// The schema of requests rejects exactly what the rules call an error: for each example of a rule,
/// and for each key of the table with many values.
@Suite(
  .enabled(if: Gate.opens("RequestMutationTests"), "CARDCTL_GATE is not 1"),
  .enabled(if: SchemaValidator.python != nil, "jsonschema is not installed"))
struct RequestMutationTests {
  /// The rules beyond a schema: sizes, sums, the base64 of actions, the values of extras' text.
  private static let beyondSchemas: Set<Rule> = [
    "trigger/properties-too-large", "track/properties-too-large", "card/payload-size",
    "links/braze-action", "class/property-invalid", "json/duplicate-key",
    // Title and description may be empty, but not both.
    "card/text-missing",
  ]

  /// The errors that a schema can express.
  private func errors(_ text: String, _ settings: CheckSettings = CheckSettings()) -> [String] {
    let found = CardProbe(text) { $0.settings = settings }.findings
    return found.filter { $0.severity == .error && !Self.beyondSchemas.contains($0.rule) }
      .map { "\($0.rule): \($0.message)" }
  }

  private func compare(
    _ instances: [String: String], _ settings: [String: CheckSettings] = [:]
  ) throws -> Int {
    let rejected = try SchemaValidator.rejected(instances, by: CardSchema.rest.text())
    for (name, text) in instances {
      let errors = errors(text, settings[name] ?? CheckSettings())
      #expect(
        (rejected[name] != nil) == !errors.isEmpty,
        "\(name): \(text.prefix(300)): \(rejected[name] ?? "accepted"), \(errors)")
    }
    return rejected.count
  }

  @Test func examplesAreJudgedAlike() throws {
    var instances: [String: String] = [:]
    var settings: [String: CheckSettings] = [:]
    let families = ["request/", "rest/", "track/", "trigger/"]
    // Schemas know neither templates nor contracts.
    let beyond: [Rule] = [
      .requestNotChecked, .requestLiquid, .triggerPropertyInvalid, .triggerPropertyMissing,
      .triggerPropertyUnknown,
    ]
    for rule in Rule.allCases
    where !beyond.contains(rule) && families.contains(where: { rule.id.hasPrefix($0) }) {
      for (name, example) in [("bad", rule.wrong), ("good", rule.right)] {
        let example = try #require(example)
        instances["\(name) \(rule.id)"] = MarkedText(example).text
        settings["\(name) \(rule.id)"] = rule.exampleSettings
      }
    }
    for folder in ["good", "bad"] {
      for name in try RequestProbe.fixtures(in: folder)
      where !name.hasPrefix("registry") && !name.hasPrefix("configuration") {
        instances["\(folder) \(name)"] = try RequestProbe.fixture("\(folder)/\(name)")
      }
    }
    #expect(try compare(instances, settings) > 25)
  }

  private static let card =
    #"{"type":"CLASSIC","title":"A","description":"B","time_to_live":3600}"#
  private static let user = #"{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z"}"#
  private static let file = #"{"file_name":"a","url":"https://example.com/a.pdf"}"#

  /// A good object of each part, and the body around it.
  private static let objects: [(part: RequestPart, body: String, object: String)] = [
    (.contentCard, "@", card),
    (.messagesSend, "@", #"{"external_user_ids":["u"],"messages":{"content_card":\#(card)}}"#),
    (
      .messagesSchedule, "@",
      #"""
      {"external_user_ids":["u"],"messages":{"content_card":\#(card)},
      "schedule":{"time":"2026-11-21T10:00:00Z"}}
      """#
    ),
    (.messagesUpdate, "@", #"{"schedule_id":"s","messages":{"content_card":\#(card)}}"#),
    (.messages, #"{"external_user_ids":["u"],"messages":@}"#, #"{"content_card":\#(card)}"#),
    (.trigger, "@", #"{"campaign_id":"c","recipients":[{"external_user_id":"u"}]}"#),
    (
      .triggerSchedule, "@",
      #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"u"}],
      "schedule":{"time":"2026-11-21T10:00:00Z"}}
      """#
    ),
    (
      .triggerUpdate, "@",
      #"{"campaign_id":"c","schedule_id":"s","schedule":{"time":"2026-11-21T10:00:00Z"}}"#
    ),
    (
      .schedule, #"{"campaign_id":"c","schedule_id":"s","schedule":@}"#,
      #"{"time":"2026-11-21T10:00:00Z"}"#
    ),
    (.recipient, #"{"campaign_id":"c","recipients":[@]}"#, #"{"external_user_id":"u"}"#),
    (
      .userAlias, #"{"campaign_id":"c","recipients":[{"user_alias":@}]}"#,
      #"{"alias_name":"a","alias_label":"b"}"#
    ),
    (.usersTrack, "@", #"{"events":[\#(user)]}"#),
    (.event, #"{"events":[@]}"#, user),
    (
      .purchase, #"{"purchases":[@]}"#,
      #"""
      {"external_id":"u","product_id":"p","currency":"EUR","price":1.5,
      "time":"2026-11-21T10:00:00Z"}
      """#
    ),
    (.attributes, #"{"attributes":[@,{"external_id":"v"}]}"#, #"{"external_id":"u"}"#),
    (
      .sms, #"{"external_user_ids":["u"],"messages":{"sms":@}}"#,
      #"{"subscription_group_id":"s","body":"b"}"#
    ),
    (
      .applePush, #"{"external_user_ids":["u"],"messages":{"apple_push":@}}"#,
      #"{"alert":"a"}"#
    ),
    (
      .androidPush, #"{"external_user_ids":["u"],"messages":{"android_push":@}}"#,
      #"{"alert":"a","title":"t"}"#
    ),
    (
      .email, #"{"external_user_ids":["u"],"messages":{"email":@}}"#,
      #"{"app_id":"a","attachments":[\#(file)]}"#
    ),
    (
      .attachment,
      #"{"campaign_id":"c","recipients":[{"email":"a","prioritization":["x"]}],"attachments":[@]}"#,
      file
    ),
  ]

  /// The values of each key; nil for an absent key.
  private static let values: [String?] = [
    nil, "null", #""""#, #""x""#, "0", "-1", "1", "1.5", "101", "9000000", "true", "false", "[]",
    "{}", #"["x"]"#, "[1]", "[{}]", "[null]", #"{"a":"b"}"#, #"{"a":1}"#,
    #""2026-11-21T10:00:00Z""#,
    #""2026-11-21T10:00:00:123Z""#, #""{{x}}""#, #""CAPTIONED_IMAGE""#, #""all""#,
    #"{"class_type":"{{x}}"}"#, #"{"class_type":"coupon_code"}"#, #"{"time":"x"}"#,
    "\"\(String(repeating: "t", count: 256))\"",
    "[\([String](repeating: "\"x\"", count: 51).joined(separator: ","))]",
    "[\([String](repeating: "{}", count: 76).joined(separator: ","))]",
  ]

  @Test func aGoodObjectOfEachPartIsKnown() throws {
    #expect(Set(Self.objects.map(\.part.name)) == Set(RequestPart.all.map(\.name)))
    var instances: [String: String] = [:]
    for (part, body, object) in Self.objects {
      instances[part.name] = body.replacingOccurrences(of: "@", with: object)
    }
    #expect(try compare(instances) == 0)
  }

  @Test(arguments: RequestPart.all) func mutationsAreJudgedAlike(_ part: RequestPart) throws {
    let (_, body, object) = try #require(Self.objects.first { $0.part.name == part.name })
    let base = try #require(
      try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
    let names =
      part.keys.map(\.name.description) + part.misnomers.flatMap(\.value) + ["unknown"]
    let kind = Self.kind(body.replacingOccurrences(of: "@", with: Self.text(base)))
    var instances: [String: String] = [:]
    for name in names {
      for (number, value) in Self.values.enumerated() {
        var members = try base.filter { $0.key != name }.map {
          "\"\($0.key)\":\(String(decoding: try JSONSerialization.data(withJSONObject: $0.value, options: .fragmentsAllowed), as: UTF8.self))"
        }
        if let value { members.append("\"\(name)\":\(value)") }
        let object = "{\(members.sorted().joined(separator: ","))}"
        let text = body.replacingOccurrences(of: "@", with: object)
        // Without its marks a body is something else.
        if Self.kind(text) == kind { instances["\(name) \(number)"] = text }
      }
    }
    let rejected = try compare(instances)
    // Nothing is known of the keys of a push message for Apple devices.
    #expect(part.keys.isEmpty ? rejected == 0 : rejected > names.count)
  }

  private static func text(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  private static func kind(_ text: String) -> RecordKind? { RequestProbe(text).kind }
}
