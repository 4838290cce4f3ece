import CardJSON
import Testing

@testable import CardRules

/// Which kind a value is taken for.
@Suite struct RequestKindTests {
  @Test(arguments: [
    (#"{"messages":{"content_card":{}}}"#, "messages-send"),
    (#"{"messages":{"email":{}},"broadcast":true}"#, "messages-send"),
    (#"{"messages":{},"external_user_ids":["a"]}"#, "messages-send"),
    (#"{"external_user_ids":["a"],"message":{"content_card":{}}}"#, "messages-send"),
    (#"{"campaign_id":"c","recipients":[]}"#, "trigger"),
    (#"{"campaign_id":"c","broadcast":true}"#, "trigger"),
    (#"{"campaign_id":"c"}"#, "trigger"),
    (#"{"trigger_properties":{}}"#, "trigger"),
    (#"{"events":[]}"#, "users-track"),
    (#"{"attributes":[{"external_id":"a"}]}"#, "users-track"),
    (#"{"classes":{}}"#, "registry"),
    (#"{"classes":{},"typeKey":"class_type"}"#, "configuration"),
    (#"{"classes":"classes.json","maxWarnings":0}"#, "configuration"),
    (#"{"rules":{},"maxWarning":0}"#, "configuration"),
    (#"{"type":"CLASSIC"}"#, "rest"),
    (#"{"type":"classic","title":"A","time_to_live":1}"#, "rest"),
    (#"{"title":"A","description":"B","web_uri":"https://example.com"}"#, "rest"),
  ]) func theKeysDecide(_ text: String, _ kind: String) {
    #expect(RequestProbe(text).kind?.rawValue == kind)
  }

  @Test(arguments: [
    #"{"id":"a","tp":"control","ca":1}"#,
    #"{"tp":"short_news","e":{}}"#,
    #"{"cards":[],"full_sync":true}"#,
    #"{"contentCards":[],"campaign_id":"c"}"#,
    #"{"id":"a","type":"Classic","image_url":"x"}"#,
    #"{"type":"captionedImage","updated":1,"imageUrl":"x"}"#,
    #"{"idString":"a","extras":{}}"#,
    #"{"content_card_id":"a","campaign_id":"c","time":1}"#,
    #"{"events":[{"name":"cci"}],"sdk_version":"1"}"#,
    #"{"messages":{"some-id":{"channel":"content_cards"}},"name":"export"}"#,
    #"{"message":"success","full_sync":false}"#,
    #"{"items":[{"title":"local"}]}"#,
    "{}", "[]", "1", #""text""#,
  ]) func cardsEnvelopesAndTheRestAreNoRequests(_ text: String) {
    #expect(RequestProbe(text).kind == nil)
  }

  @Test func theNameOfAFileMakesItAConfiguration() {
    #expect(RequestProbe("[]", fileName: ".cardctl.json").kind == .configuration)
    #expect(RequestProbe(#"{"a":1}"#, fileName: ".cardctl.json").kind == .configuration)
    #expect(RequestProbe(#"{"a":1}"#, fileName: "cardctl.json").kind == nil)
  }

  @Test func everyKindHasItsName() {
    #expect(
      RequestKind.allCases.map(\.rawValue) == [
        "rest", "messages-send", "trigger", "users-track", "registry", "configuration",
      ])
  }
}
