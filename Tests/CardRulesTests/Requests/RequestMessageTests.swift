import CardProcessing
import CardJSON
import Testing

@testable import CardRules

/// The messages for users: the value found, the value expected, the nearest name.
@Suite struct RequestMessageTests {
  private static func card(_ members: String) -> String {
    #"{"type":"CLASSIC","title":"A","description":"B",\#(members)}"#
  }

  @Test(arguments: [
    (
      #""time_to_live":60,"pined":true"#,
      #"unknown key "pined" in a REST content card; did you mean "pinned"?"#
    ),
    (
      #""time_to_live":60,"dismissible":true"#,
      #"unknown key "dismissible" in a REST content card; the API has no such key"#
    ),
    (
      #""time_to_live":60,"class_type":"group""#,
      #"a REST content card has no "class_type"; its place is extra.class_type"#
    ),
    (
      #""time_to_live":60,"uri":"x""#,
      #"unknown key "uri" in a REST content card; a click opens "ios_uri", "android_uri", "web_uri""#
    ),
    (
      #""time_to_live":60,"extras":{}"#, #"a REST content card has no "extras"; the key is "extra""#
    ),
    (
      #""expires_at":"2026-12-01""#,
      #"a REST content card has no "expires_at"; the key is "expire_at""#
    ),
    (
      #""time_to_live":"3600""#,
      #""time_to_live" must be a whole number; found "3600"; write 3600 without quotes"#
    ),
    (#""time_to_live":60,"pinned":1"#, #""pinned" must be true or false; found 1; write true"#),
    (
      #""expire_at":1795255200"#,
      #""expire_at" must be an ISO 8601 string; found 1795255200; write an ISO 8601 time, such as "2026-11-21T10:00:00Z""#
    ),
    (
      #""time_to_live":604800000"#,
      "604800000 s (7000 days) exceeds the 30-day maximum (2592000 s); in seconds it would be 604800"
    ),
    (
      #""time_to_live":31536000"#,
      "31536000 s (365 days) exceeds the 30-day maximum (2592000 s); in seconds it would be 31536"
    ),
    (#""time_to_live":1e99"#, "1e99 s exceeds the 30-day maximum (2592000 s)"),
    (#""time_to_live":-1"#, "expected a positive number of seconds, found -1"),
  ]) func ofACard(_ members: String, _ message: String) {
    let messages = RequestProbe(RequestMessageTests.card(members)).found.map(\.message)
    #expect(messages.contains(message), "\(messages)")
  }

  @Test(arguments: [
    (
      #"{"external_user_ids":["u"],"messages":{},"override_messaging_limits":true}"#,
      #"the key is "override_frequency_capping""#
    ),
    (
      #"{"campaign_id":"c","recipients":[{"external_user_id":"u"}],"canvas_entry_properties":{}}"#,
      #"a campaign has "trigger_properties""#
    ),
    (
      #"{"campaign_id":"c","recipients":[{"external_user_id":"u"}],"context":{"a":"b"}}"#,
      #"a campaign has "trigger_properties""#
    ),
  ]) func ofAnotherEndpoint(_ body: String, _ advice: String) {
    let messages = RequestProbe(body).found.map(\.message)
    #expect(messages.contains { $0.hasSuffix(advice) }, "\(messages)")
  }

  /// A webhook from Braze to itself is rendered before it is sent.
  @Test func timesOfLiquidAreUnknown() {
    let time = "{{ 'now' | date: '%Y-%m-%dT%H:%M:%SZ' }}"
    for body in [
      #"{"events":[{"external_id":"a","name":"b","time":"\#(time)"}]}"#,
      #"{"campaign_id":"c","schedule":{"time":"\#(time)"},"broadcast":true}"#,
    ] { #expect(RequestProbe(body).found.isEmpty, "\(RequestProbe(body).found)") }
  }

  @Test(
    arguments: [
      (
        #"{"external_user_id":"","email":"","prioritization":["identified"]}"#,
        ["request/user-unnamed"]
      ),
      (
        #"{"user_alias":{"alias_name":"a","alias_label":"b"},"send_to_existing_only":true}"#,
        ["trigger/new-user-incomplete"]
      ),
      (#"{"external_user_id":"a","send_to_existing_only":true}"#, []),
    ] as [(String, [Rule])]) func ofARecipient(_ recipient: String, _ rules: [Rule])
  {
    let body = #"{"campaign_id":"c","app_group_id":"a","recipients":[\#(recipient)]}"#
    #expect(RequestProbe(body).found.map(\.rule) == rules)
  }

  @Test(arguments: [
    ("classic", "\"classic\" is not a type of a REST card; write \"CLASSIC\""),
    ("IMAGE_ONLY", "\"IMAGE_ONLY\" is not a type of a REST card; write \"BANNER\""),
    (
      "captionedImage",
      "\"captionedImage\" is not a type of a REST card; write \"CAPTIONED_IMAGE\""
    ),
    ("BANER", "\"BANER\" is not a type of a REST card; did you mean \"BANNER\"?"),
    (
      "control",
      "\"control\" is not a type of a REST card; expected CLASSIC, CAPTIONED_IMAGE or BANNER"
    ),
  ]) func ofAType(_ type: String, _ message: String) {
    let text =
      #"{"type":"\#(type)","title":"A","description":"B","image_url":"i","time_to_live":60}"#
    #expect(RequestProbe(text).found.map(\.message) == [message])
  }

  @Test func aLongValueIsCut() {
    let long = String(repeating: "é", count: 100)
    let found = RequestProbe(RequestMessageTests.card(#""expire_at":"\#(long)""#)).found
    #expect(
      found.map(\.message) == [
        "\"" + String(repeating: "é", count: 59)
          + "… is not an ISO 8601 time, such as \"2026-11-21T10:00:00Z\""
      ])
  }

  @Test func findingsOfTheClockAreWarnings() {
    var settings = CheckSettings()
    settings.now = 1_795_262_400_000
    let past = RequestMessageTests.card(#""expire_at":"2026-11-21T12:00:00Z""#)
    let far = RequestMessageTests.card(#""expire_at":"2026-12-21T12:00:01Z""#)
    let limit = RequestMessageTests.card(#""expire_at":"2026-12-21T12:00:00Z""#)
    #expect(RequestProbe(past, settings).found.map(\.severity) == [.warning])
    #expect(RequestProbe(far, settings).found.map(\.severity) == [.warning])
    settings.isNowGiven = true
    #expect(RequestProbe(past, settings).found.map(\.severity) == [.warning])
    #expect(RequestProbe(far, settings).found.map(\.severity) == [.warning])
    #expect(RequestProbe(limit, settings).found == [])
    #expect(RequestProbe(far).found == [])
  }

  @Test func keysAreReadWithTheirEscapes() {
    let text = #"{"\u0074ype":"CLASSIC","titl\u0065":"A","description":"B","time_to_live":60}"#
    #expect(RequestProbe(text).found == [])
  }

  @Test func theKeyOfTheClassTypeCanBeAnother() {
    let text =
      #"{"campaign_id":"c","broadcast":true,"trigger_properties":{"kind":"{{a}}","class_type":"{{b}}"}}"#
    let found = RequestProbe(text, typeKey: "kind").found
    #expect(found.map(\.pointer) == ["/trigger_properties/kind"])
  }

  @Test func aRuleThatIsSwitchedOffDoesNotRun() {
    var buffer = ByteBuffer(#"{"type":"CLASSIC","title":"A","description":"B","pined":1}"#.utf8)
    var scanner = JSONScanner()
    let view = buffer.sealed()
    #expect(scanner.scan(view) == .value(end: view.count))
    let document = scanner.document
    var sink = FindingSink()
    sink.inactive = RuleSet([.requestKeyUnknown])
    sink.enter(document, at: DocumentOrigin())
    RequestChecker().check(.contentCard, document.root, findings: &sink)
    #expect(sink.findings.map(\.rule) == ["rest/expiry-missing"])
  }

  @Test func onlyTheFirstMistakesOfARegistryAreListed() {
    let classes = (1...25).map { #""c\#($0)":1"# }.joined(separator: ",")
    let found = RequestProbe(#"{"classes":{"c0":{"object":"O"},\#(classes)}}"#).found
    #expect(found.count == 20)
    #expect(found.last?.message.hasSuffix("; 5 more errors follow") == true)
  }
}
