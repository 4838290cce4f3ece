import CardJSON
import ContentCardKit
import Testing

@testable import CardRules

/// Recognition of the files in a directory that contain content cards.
struct FileRecognizerTests {
  private static let card = #"{"id":"a","tp":"short_news","ca":1795161600}"#

  /// Whether the text is recognized when its bytes arrive in pieces.
  private func recognizes(_ text: String, takesRequests: Bool = true, piece: Int = 1 << 20)
    -> Bool?
  {
    var recognizer = FileRecognizer(ReadingOptions(), takesRequests: takesRequests)
    recognizer.begin()
    let bytes = Array(text.utf8)
    var (start, end) = (0, min(piece, bytes.count))
    while true {
      var buffer = ByteBuffer(bytes[start..<end])
      let isFinal = end == bytes.count
      let answer = recognizer.look(at: buffer.sealed(), isFinal: isFinal)
      if answer.isOfCards != nil || isFinal { return answer.isOfCards }
      start += answer.consumed
      end = min(end + piece, bytes.count)
    }
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
    #"{"id":"a","description":"b","extras":{"class_type":"group"}}"#,
    #"{"id":"a","title":"a","description":"b","imageUrl":"c","shop":"d"}"#,
  ]

  private static let requests: [String] = [
    #"{"external_user_ids":["a"],"messages":{"content_card":{"title":"a"}}}"#,
    #"{"messages":{"content_card":{}}}"#,
    #"{"campaign_id":"a","broadcast":true}"#,
    #"{"campaign_id":"a","recipients":[{"external_user_id":"a"}]}"#,
    #"{"events":[{"external_id":"a","name":"b"}]}"#,
    #"{"attributes":[{"push_token_import":true}]}"#,
    #"{"events":[],"purchases":[]}"#,
    #"{"canvas_id":"a","broadcast":true}"#,
    #"{"classes":{"a":{"object":"A"}}}"#,
    #"{"classes":{"a":{"object":"A"},"b":{}}}"#,
    #"{"broadcast":true,"messages":{"content_card":{,"#,
    #"{"attributes":[{"user_alias:":{"alias_name":"a"}}]"#,
    #"{"external_user_ids":["a"],"messages":{"email":{}},}"#, #"{external_id: "a"}"#,
  ]

  private static let foreign: [String] = [
    "", "null", "[]", "{}", "1 2 3", "\"text\"",
    #"{"name":"a","version":"1.0.0","description":"b","scripts":{}}"#,
    #"{"extends":"x","rules":{"semicolon":[true]}}"#,
    #"{"typeKey":"kind","maxWarnings":1}"#,
    #"{"cards":[{"name":"Ace"},{"name":"King"}]}"#, #"{"cards":[]}"#,
    #"{"events":[{"id":1}]}"#,
    #"{"messages":{"email":{"required":"needed"}}}"#,
    #"{"title":"a","image_url":"b"}"#,
    #"{"classes":{"maths":{"room":12}}}"#, #"{"classes":{"a":1}}"#,
    #"{"classes":[{"object":"A"}]}"#,
    "{\n // where\n \"compilerOptions\": {\"target\":\"es5\",\"module\":\"x\"}\n}",
    #"{"id":"a","tp":"x" // short keys are anything's"#, "\u{1F}\u{8B}\u{8}\u{0}",
    "<html>", "a,b\n1,2\n", #"{"title":"a","description":"b","type":"c",}"#,
    #"{"my_external_id":"a",}"#, #"{"note":"an external_id",}"#,
    #"{"$schema":"http://json-schema.org/draft-04/schema#","id":"a","title":"P","#
      + #""description":"A product","type":"object","properties":{}}"#,
    #"[{"id":"restaurant1","Name":"a","description":"b","City":"c","Open":true}]"#,
    #"{"id":"x","imageUrl":"a.png","width":1,"height":2,"alt":"b"}"#, #"{"id":"x","r":5}"#,
    #"{"name":"t","isTest":true,"timeout":5}"#, #"{"findings":[],"version":1}"#,
    #"{"v":1,"id":"a","event":"click","card_id":"b","class_type":"c"}"#,
  ]

  @Test(arguments: ours)
  func cardsAreRecognised(_ text: String) {
    for piece in [1, 7, 64, 1 << 20] {
      #expect(recognizes(text, piece: piece) == true, "\(piece)")
      #expect(recognizes(text, takesRequests: false, piece: piece) == true, "\(piece)")
    }
  }

  @Test(arguments: requests)
  func requestsAreRecognisedWhereTheyAreRead(_ text: String) {
    #expect(recognizes(text) == true)
    #expect(recognizes(text, takesRequests: false) == false || text.contains("content_card"))
  }

  @Test(arguments: foreign)
  func othersAreNot(_ text: String) {
    for piece in [1, 64, 1 << 20] { #expect(recognizes(text, piece: piece) == false, "\(piece)") }
  }
}
