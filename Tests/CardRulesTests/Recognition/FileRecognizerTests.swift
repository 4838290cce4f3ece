import CardJSON
import ContentCardKit
import Testing

@testable import CardRules

/// Recognition of the files in a directory that contain content cards.
struct FileRecognizerTests {
  private static let card = #"{"id":"a","tp":"short_news","ca":1795161600}"#

  /// The content of the text when its bytes arrive in pieces.
  private func content(
    _ text: String, takesRequests: Bool = true, isNamed: Bool = false, piece: Int = 1 << 20
  ) -> FileContent {
    var recognizer = FileRecognizer(ReadingOptions(), takesRequests: takesRequests)
    recognizer.begin(isNamed: isNamed)
    let bytes = Array(text.utf8)
    var (start, end) = (0, min(piece, bytes.count))
    while true {
      var buffer = ByteBuffer(bytes[start..<end])
      let isFinal = end == bytes.count
      let answer = recognizer.look(at: buffer.sealed(), isFinal: isFinal)
      if let content = answer.content { return content }
      if isFinal { break }
      start += answer.consumed
      end = min(end + piece, bytes.count)
    }
    var whole = ByteBuffer(bytes)
    return recognizer.judge(broken: whole.sealed())
  }

  private static let ours: [String] = [
    card, "[\(card)]", "{\"cards\":[\(card)]}", "{\"data\":{\"cards\":[\(card)]}}",
    "[\"{\\\"id\\\":\\\"a\\\",\\\"tp\\\":\\\"banner_image\\\"}\"]",
    "{\"x\":1}\n\(card)\n", "{\"id\":\"a\",\"r\":true,\"ca\":1}",
    "{\"cards\":[\(card),\n{\"id\":", "// a comment\n\(card)",
    #"{"cards":[],"full_sync":true}"#,
    #"{"id":"f","openURLInWebView":false,"cardDescription":"Text","dismissible":tru"#,
    #"{"last_full_sync_at":0,"cards":[{"tp":"short_news","ca":"#,
    #"{"type":"CLASSIC","title":"a","description":"b"}"#,
    #"{"type":"CLASSIC","title":"a" "description":"b"}"#,
    #"{"id":"a","description":"b","extras":{"class_type":"group"}}"#,
    #"{"id":"a","imageUrl":"b","viewed":false,"pinned":true,}"#,
    #"{id: 'a', tp: 'short_news', ca: 1}"#, #"{"id":"a","tp":"x","ca":1 // short keys"#,
  ]

  private static let requests: [String] = [
    #"{"external_user_ids":["a"],"messages":{"content_card":{"title":"a"}}}"#,
    #"{"messages":{"content_card":{}}}"#,
    #"{"campaign_id":"a","broadcast":true}"#,
    #"{"campaign_id":"a","recipients":[{"external_user_id":"a"}]}"#,
    #"{"campaignId":"a","triggerProperties":{}}"#,
    #"{"events":[{"external_id":"a","name":"b"}]}"#, #"{"events":[{"phone":"1","name":"b"}]}"#,
    #"{"attributes":[{"push_token_import":true}]}"#,
    #"{"canvas_id":"a","broadcast":true}"#,
    #"{"classes":{"a":{"object":"A"}}}"#, #"{"classes":{"a":{"properties":{"b":{"from":[]}}}}}"#,
    #"{"classes":{"a":{"object":"A"},"b":{}}}"#,
    #"{"broadcast":true,"messages":{"content_card":{,"#,
    #"{"attributes":[{"user_alias:":{"alias_name":"a"}},{"user_alias":{}}]"#,
    #"{"external_user_ids":["a"],"messages":{"email":{}},}"#, #"{external_user_ids: ["a"]}"#,
    "{\n// to all\n\"segment_id\":\"a\",\"messages\":{\"apple_push\":{},}}",
    #"{"segment_id":"a", "title: "b", \#n"broadcast":true}"#,
    #"{"segment_id":"a"}, "recipients": [{"braze_id":"b"}]}"#,
    #"{“campaign_id”: “a”, “broadcast”: True}"#,
  ]

  private static let unknown: [String] = [
    "", " \n", "\u{FEFF}", "null", "[]", "{}", "1 2 3", "\"text\"",
    #"{"name":"a","version":"1.0.0","description":"b","scripts":{}}"#,
    #"{"extends":"x","rules":{"semicolon":[true]}}"#,
    #"{"typeKey":"kind","maxWarnings":1}"#,
    #"{"cards":[{"name":"Ace"},{"name":"King"}]}"#, #"{"cards":[]}"#,
    #"{"events":[{"id":1}]}"#, #"{"events":[],"purchases":[]}"#,
    #"{"messages":{"email":{"required":"needed"}}}"#,
    #"{"title":"a","image_url":"b"}"#, #"{"type":"BANNER","name":"b"}"#,
    #"{"classes":{"maths":{"room":12}}}"#, #"{"classes":{"a":1}}"#, #"{"classes":{"a":{}}}"#,
    #"{"classes":[{"object":"A"}]}"#,
    "{\n // where\n \"compilerOptions\": {\"target\":\"es5\",\"module\":\"x\",}\n}",
    "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    #"{"$schema":"http://json-schema.org/draft-04/schema#","id":"a","title":"P","#
      + #""description":"A product","type":"object","properties":{}}"#,
    #"{"$schema":"http://json-schema.org/draft-04/schema#","id":"a","title":"P","description":"A"}"#,
    #"[{"id":"restaurant1","Name":"a","description":"b","City":"c","Open":true}]"#,
    #"{"id":"x","imageUrl":"a.png","width":1,"height":2,"alt":"b"}"#, #"{"id":"x","r":5}"#,
    #"{"id":"a","title":"a","description":"b","imageUrl":"c"}"#, #"{"id":"a","extras":{}}"#,
    #"{"name":"t","isTest":true,"timeout":5}"#, #"{"findings":[],"version":1}"#,
    #"{"v":1,"id":"a","event":"click","card_id":"b","class_type":"c"}"#,
    #"{"error":"non-standard event"}"#, #"{"code":1,"message":"success","status":"a","by":"b"}"#,
    #"{"tp":1,"ca":2,"id":3}"#,
  ]

  private static let broken: [String] = [
    #"{"id":"a","tp":"x" // short keys are anything's"#, "\u{1F}\u{8B}\u{8}\u{0}",
    "<html>", "a,b\n1,2\n", #"{"title":"a","description":"b","type":"c"#,
    #"{"my_external_user_ids":"a""#, #"{"note":"an external_user_ids: [""#, "[1,2", "{'a':1}",
    #"{"a":1,,}"#, "{\"a\":{{\"b\":1}}",
  ]

  @Test(arguments: ours)
  func cardsAreRecognised(_ text: String) {
    for piece in [1, 7, 64, 1 << 20] {
      #expect(content(text, piece: piece) == .checked, "\(piece)")
      #expect(content(text, takesRequests: false, piece: piece) == .checked, "\(piece)")
    }
  }

  @Test(arguments: requests)
  func requestsAreRecognisedWhereTheyAreRead(_ text: String) {
    for piece in [1, 1 << 20] {
      #expect(content(text, piece: piece) == .checked)
      #expect(content(text, takesRequests: false, piece: piece) != .checked)
    }
  }

  @Test(arguments: unknown)
  func othersAreNot(_ text: String) {
    for piece in [1, 64, 1 << 20] { #expect(content(text, piece: piece) == .foreign, "\(piece)") }
  }

  @Test(arguments: broken)
  func foreignTextIsNotJSON(_ text: String) {
    for piece in [1, 64, 1 << 20] { #expect(content(text, piece: piece) == .notJSON, "\(piece)") }
  }

  @Test(arguments: [
    "{\"version\": {{ version }}}", "{\n{% for a in b %}\n}",
    "{\"a\":1}{{{b}}}", "{% assign a = 1 %}\n{{ a }}\n", "{{ \"a\" | upcase }} b", "{{\"a\"}}",
  ]) func templatesAreTold(_ text: String) {
    #expect(content(text) == .template)
    #expect(content(#"{"external_user_ids":["a"],"# + text) == .checked)
  }

  @Test(arguments: [
    #"{"id":"a","title":"a","description":"b","imageUrl":"c"}"#, #"{"id":"a","extras":{}}"#,
    #"{"typeKey":"kind","maxWarnings":1}"#, #"{"events":[],"purchases":[]}"#,
    #"{"id":"a","extras":{},}"#, #"{"campaign_id":"a"}"#,
  ]) func aNamedFileNeedsFewerMarks(_ text: String) {
    #expect(content(text) != .checked)
    #expect(content(text, isNamed: true) == .checked)
  }

  @Test(arguments: [
    (#"[{"message":"m","click_action":"NONE"}]"#, "an in-app message"),
    (#"{"id":"a","enabled":true,"properties":{}}"#, "a feature flag"),
    (#"{"attributes_processed":1,"message":"success"}"#, "a REST API response"),
  ]) func uncheckedKindsAreNamed(_ text: String, _ name: String) {
    #expect(content(text) == .unchecked(name))
    #expect(content(text, isNamed: true) == .unchecked(name))
    #expect(content("\(text)\n{\"x\":1}", isNamed: true) == .unchecked(name))
    #expect(content("\(text)\n\(FileRecognizerTests.card)") == .checked)
  }
}
