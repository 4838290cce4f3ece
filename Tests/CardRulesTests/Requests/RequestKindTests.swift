import CardJSON
import ContentCardKit
import Testing

@testable import CardRules

/// The kind that a value is checked as.
@Suite struct RequestKindTests {
  @Test(
    arguments: [
      (#"{"messages":{"content_card":{}}}"#, "messages-send"),
      (#"{"messages":{"email":{}},"broadcast":true}"#, "messages-send"),
      (#"{"messages":{},"external_user_ids":["a"]}"#, "messages-send"),
      (#"{"external_user_ids":["a"],"message":{"content_card":{}}}"#, "messages-send"),
      (#"{"campaign_id":"c","recipients":[]}"#, "trigger"),
      (#"{"campaign_id":"c","broadcast":true}"#, "trigger"),
      (#"{"campaign_id":"c"}"#, "trigger"),
      (#"{"trigger_properties":{}}"#, "trigger"),
      (#"{"attributes":[{"external_id":"a"}]}"#, "users-track"),
      (#"{"classes":{}}"#, "registry"),
      (#"{"classes":{},"typeKey":"class_type"}"#, "configuration"),
      (#"{"classes":"classes.json","maxWarnings":0}"#, "configuration"),
      (#"{"rules":{},"maxWarning":0}"#, "configuration"),
      (#"{"type":"CLASSIC"}"#, "rest"),
      (#"{"type":"classic","title":"A","time_to_live":1}"#, "rest"),
      (#"{"title":"A","description":"B","web_uri":"https://example.com"}"#, "rest"),
      (#"{"schedule_id":"s","schedule":{"time":"2026-11-21T10:00:00Z"}}"#, "messages-send"),
      (#"{"schedule_id":"s","messages":{"content_card":{}}}"#, "messages-send"),
      (#"{"campaign_id":"c","schedule_id":"s","schedule":{}}"#, "trigger"),
      (#"{"campaign_id":"c","recipient":{"external_user_id":"a"}}"#, "trigger"),
      (#"{"recipient":{"external_user_id":"a"}}"#, "transactional"),
      (#"{"external_send_id":"a","campaign_id":"c"}"#, "transactional"),
      (#"{"canvas_id":"c","recipients":[]}"#, "canvas"),
      (#"{"canvas_id":"c","recipients":[{"external_user_id":"a"}],"broadcast":false}"#, "canvas"),
      (#"{"campaign_id":"c","schedule_id":"s"}"#, "trigger"),
      (#"{"trigger_properties":{},"segment_id":"s","broadcast":true}"#, "trigger"),
      (#"{"trigger_properties":{},"segment_id":"s","external_user_ids":[]}"#, "trigger"),
      (#"{"campaignId":"c","recipients":[{"externalUserId":"a"}]}"#, "trigger"),
      (#"{"events":[{"name":"a","time":"t"}]}"#, "users-track"),
      (#"{"external_id":"u","attributes":{"a":1},"events":[]}"#, "users-track"),
      (#"{"apple_push":{"alert":"a"}}"#, "messages-send"),
      (#"{"v":1,"id":"a","event":"click","card_id":"b","class_type":"c"}"#, "unchecked"),
      (#"{"version":1,"findings":[]}"#, "unchecked"),
      (#"{"findings":[],"summary":{"cards":1}}"#, "unchecked"),
      (#"{"events":[{"name":"cci"}],"sdk_version":"1"}"#, "unchecked"),
      (#"{"messages":{"some-id":{"channel":"content_cards"}},"name":"export"}"#, "unchecked"),
      (#"{"last_full_sync_at":0,"last_card_updated_at":0,"device_id":"d"}"#, "unchecked"),
      (#"{"attributes":{"external_id":"a"}}"#, "users-track"),
      (#"{"events":{"external_id":"a","name":"b"}}"#, "users-track"),
      (#"{"campaign_id":"c","recipients":{"external_user_id":"a"},"app":"b"}"#, "trigger"),
      (#"{"content_card_id":"a","campaign_id":"c","time":1}"#, "unchecked"),
      (#"{"campaign_id":"c","attachments":[{}]}"#, "trigger"),
      (#"{"content_card":{"type":"CLASSIC"}}"#, "messages-send"),
      (#"{"time":"2026-11-01","messages":{"email":[]},"conversions":0}"#, "unchecked"),
      (#"{"attributes":[{"color":"red"}]}"#, "users-track"),
      (
        #"{"events":[{"event_type":"users.messages.contentcard.Click","id":"a","time":1}]}"#,
        "unchecked"
      ),
      (#"{"session_id":"s","data":{"ids":["a"]},"name":"cci","time":1.5}"#, "unchecked"),
      (#"{"message":"success","data":{"stats":[]}}"#, "unchecked"),
      (#"{"message":"success","data":[{"time":"2026-11-01","messages":{}}]}"#, "unchecked"),
      (#"{"subscription_group_id":"g","messages":{"content_card":{}}}"#, "messages-send"),
      (#"{"canvas_id":"c","messages":{"content_card":{}}}"#, "messages-send"),
      (#"{"campaign_id":"c","recipients":[],"dispatch_id":"d"}"#, "trigger"),
      (#"{"campaign_id":"c","recipients":[],"canvas_id":""}"#, "trigger"),
      (#"{"campaign_id":"c","trigger_properties":{},"external_user_ids":["a"]}"#, "trigger"),
      (#"{"campaign_id":"c","trigger_properties":{},"user_aliases":[{}]}"#, "trigger"),
      (#"{"events":[{"external_user_id":"a","name":"b"}],"device_id":"d"}"#, "users-track"),
      (#"{"message":"success","events":[{"external_id":"a","name":"b"}]}"#, "users-track"),
      (#"{"message":"success","events":["a"]}"#, "unchecked"),
      (#"{"attributes":{"email":"ada@example.com"},"events":[]}"#, "users-track"),
      (
        #"{"message":"success","data":[{"messages":{"email":[{}]},"conversions_by_send_time":0}]}"#,
        "unchecked"
      ),
      (#"{"created_at":"a","name":"b","first_entry":"c","steps":[]}"#, "unchecked"),
      (#"{"event_type":"users_campaigns_abort","id":"a","properties":{}}"#, "unchecked"),
      (
        #"{"event_type":"agentconsole.AgentExecuted","time":1,"user":{"user_id":"u"}}"#,
        "unchecked"
      ),
      (#"{"id":"a","user_id":"u","external_user_id":{"string":"e"},"time":1}"#, "unchecked"),
      (#"{"ID":"a","CONTENT_CARD_ID":"c","TIME":1}"#, "unchecked"),
    ] as [(String, String)]) func theKeysDecide(_ text: String, _ kind: String)
  {
    let found: String? =
      switch RequestKindTests.recognized(text) {
      case .checked(let kind, _): kind.rawValue
      case .other(.syncResponse), nil: nil
      case .other: "unchecked"
      }
    #expect(found == kind)
  }

  private static func recognized(_ text: String) -> RecognizedValue? {
    var buffer = ByteBuffer(text.utf8)
    var scanner = JSONScanner()
    _ = scanner.scan(buffer.sealed())
    return RecognizedValue(scanner.document.root)
  }

  @Test(arguments: [
    #"{"id":"a","tp":"control","ca":1}"#, #"{"image_url":"x"}"#, #"{"use_webview":true}"#,
    #"{"tp":"short_news","e":{}}"#, #"{"events":[]}"#, #"{"messages":{"email":[]}}"#,
    #"{"cards":[],"full_sync":true}"#,
    #"{"id":"a","type":"Classic","image_url":"x"}"#,
    #"{"type":"captionedImage","updated":1,"imageUrl":"x"}"#,
    #"{"idString":"a","extras":{}}"#,
    #"{"message":"success","data":[{"id":"a","tp":"control","ca":1}]}"#,
    #"{"message":"success","data":{"cards":[]}}"#,
    #"{"attributes":{"size":"large"}}"#, #"{"_merge_objects":"true","pets":{"$add":[]}}"#,
    #"{"user_aliases":[{"alias_name":"a","alias_label":"b","external_id":"c"}]}"#,
    #"{"name":"a","content":"<p>","state":"draft"}"#, #"{"message":"Rate limit exceeded"}"#,
    #"{"message":"success","expenses":[],"code":1,"status":"a"}"#,
    #"{"message":"success","full_sync":false}"#,
    #"{"items":[{"title":"local"}]}"#,
    #"{"event_type":"users.created.v1","kind":"schema","version":1}"#,
    #"{"event_type":"users.account.created","event_id":"1","payload":"{}"}"#,
    #"{"publish_at":"a","end_at":"b","title":"c"}"#,
    #"{"attributes":{},"events":{}}"#, #"{"error":"a","code":1}"#,
    "{}", "[]", "1", #""text""#,
  ]) func cardsAndEnvelopesAreNotRequests(_ text: String) {
    #expect(RequestProbe(text).kind == nil)
  }
}
