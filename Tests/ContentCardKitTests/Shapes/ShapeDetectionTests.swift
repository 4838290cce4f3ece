import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// The shape that an object is detected as.
struct ShapeDetectionTests {
  private func shape(_ json: String) throws -> Shape {
    try CardProbe.read(json) { $0.shape }
  }

  @Test(
    "each shape by what it is recognised by",
    arguments: [
      (#"{"open_url_in_webview":false}"#, .card), (#"{"class_type":"group","id":"a"}"#, .card),
      (#"{"class_type":"group","type":"classic"}"#, .card),
      (#"{"class_type":null,"created":1}"#, .card), (#"{"tp":"control","cr":""}"#, .webStorage),
      (#"{"tp":"control","ca":"2026-01-01"}"#, .webStorage),
      (#"{"tp":"control","ea":"2026-01-01"}"#, .webStorage), (#"{"tp":null}"#, .wire),
      (#"{"tp":"control","ca":1,"ea":2}"#, .wire), (#"{"id":"a","ca":1}"#, .wire),
      (#"{"id":"a","r":true}"#, .wire), (#"{"idString":"a","viewed":false}"#, .abk),
      (#"{"idString":"a","clicked":0}"#, .abk), (#"{"idString":"a","isTest":null}"#, .abk),
      (#"{"idString":"a","openUrlInWebView":true}"#, .abk), (#"{"idString":"a"}"#, .metadata),
      (#"{"idString":"a","title":"t","created":1}"#, .metadata), (#"{"isTest":false}"#, .cordova),
      (#"{"openURLInWebView":true}"#, .reactNative), (#"{"cardDescription":""}"#, .reactNative),
      (#"{"type":"classic","updated":1}"#, .capacitor),
      (#"{"type":"captionedImage","updated":1}"#, .capacitor),
      (#"{"type":"imageOnly","updated":1}"#, .capacitor),
      (#"{"type":"control","updated":1}"#, .capacitor), (#"{"type":"CLASSIC"}"#, .rest),
      (#"{"type":"CAPTIONED_IMAGE"}"#, .rest), (#"{"type":"BANNER"}"#, .rest),
      (#"{"id":"a","imageUrl":""}"#, .web), (#"{"id":"a","linkText":""}"#, .web),
      (#"{"id":"a","updated":"2026-01-01"}"#, .web), (#"{"id":"a","description":""}"#, .web),
    ] as [(String, Shape)])
  func rules(json: String, expected: Shape) throws {
    #expect(try shape(json) == expected)
  }

  @Test(
    "the first shape that fits wins",
    arguments: [
      // An object with `tp` or `idString` is not in cardctl's own shape.
      (#"{"open_url_in_webview":true,"tp":"control"}"#, .wire),
      (#"{"open_url_in_webview":true,"idString":"a"}"#, .metadata),
      (#"{"open_url_in_webview":true,"id":"a","ca":1}"#, .card),
      (#"{"open_url_in_webview":true,"isTest":true}"#, .card),
      (#"{"class_type":"x","id":"a","ca":1,"r":false}"#, .card),
      (#"{"tp":"control","idString":"a","viewed":true}"#, .wire),
      (#"{"id":"a","ca":1,"idString":"b","viewed":true}"#, .wire),
      (#"{"id":"a","r":false,"cardDescription":"x"}"#, .wire),
      (#"{"idString":"a","isTest":true,"cardDescription":"x"}"#, .abk),
      (#"{"idString":"a","cardDescription":"x"}"#, .metadata),
      (#"{"isTest":true,"cardDescription":"x"}"#, .cordova),
      (#"{"cardDescription":"x","type":"classic","updated":1}"#, .reactNative),
      (#"{"id":"a","type":"classic","updated":1,"imageUrl":"i"}"#, .capacitor),
      (#"{"id":"a","type":"classic","updated":"2026-01-01"}"#, .web),
      (#"{"id":"a","type":"Classic","updated":1}"#, .web),
      (#"{"id":"a","type":"CLASSIC","description":"x"}"#, .web),
      // Numbers as text are not dates, which the Web SDK's storage uses.
      (#"{"id":"a","tp":"short_news","ca":"1793491200","ea":"-1","t":true}"#, .wire),
      // A React Native card has no key that only the Web SDK has.
      (#"{"id":"a","description":"D","created":1,"expiresAt":-1,"imageUrl":"i"}"#, .web),
      (#"{"id":"a","type":"Classic","title":"T","description":"D"}"#, .web),
      (#"{"id":"a","type":"Classic","created":1,"expiresAt":-1}"#, .reactNative),
      (#"{"id":"a","created":1,"viewed":false,"extras":{"title":"T"}}"#, .reactNative),
      // Tests of an app's views have only the visible fields of a card.
      (#"{"type":"Captioned","image":"i","imageAspectRatio":1.6,"title":"T"}"#, .reactNative),
      (#"{"type":"ImageOnly","image":"i","imageAspectRatio":2}"#, .reactNative),
      // An app may move the class type out of the extras of an SDK's card.
      (#"{"id":"a","class_type":"x","cardDescription":"D","created":1}"#, .reactNative),
      (#"{"id":"a","class_type":"x","imageUrl":"i","updated":"2026-01-01"}"#, .web),
      // BrazeKit logs booleans as numbers.
      (#"{"id":"a","r":1}"#, .wire), (#"{"id":"a","r":false}"#, .wire),
      // Private keys of the Web SDK are not counted, unless they may be words.
      (#"{"id":"a","imageUrl":"i","Kc":1,"_n":2,"hr":3,"$a":4,"aBcd":5}"#, .web),
    ] as [(String, Shape)])
  func precedence(json: String, expected: Shape) throws {
    #expect(try shape(json) == expected)
  }

  @Test(
    "what fits no shape is no card",
    arguments: [
      "{}", #"{"id":"a"}"#, #"{"id":"a","title":"t"}"#, #"{"class_type":"x"}"#, #"{"ca":1}"#,
      #"{"type":"CLASSIC","id":"a"}"#, #"{"type":"classic","updated":"2026-01-01"}"#,
      #"{"type":"classic"}"#, #"{"type":"classic_image","updated":1}"#, #"{"type":1,"updated":1}"#,
      #"{"imageUrl":"x"}"#, #"{"Tp":"control"}"#, #"{"message":"success"}"#,
      #"{"id":"a","updated":1,"categories":[],"domain":"d"}"#,
      #"{"id":"a","description":["d"]}"#, #"{"id":"a","r":255,"g":0,"b":0}"#,
      #"{"id":"a","r":2}"#, #"{"id":"a","r":"1"}"#,
      #"{"id":25,"name":"n","imageUrl":"i","height":7,"weight":60}"#,
      #"{"id":"a","cardTitle":"t","cardDescription":"d","price":"1","imageSource":"s"}"#,
      #"{"type":"Banner","src":"a.png","width":3,"height":1}"#, #"{"tp":1,"x":2,"y":3,"z":4}"#,
      #"{"id":"a","type":"CaptionedImage","title":"t","tags":[]}"#,
      #"{"id":"a","description":"d","updated":1,"categories":[],"expires_at":1}"#,
      #"{"v":1,"id":"a","event":"click","card_id":"b","class_type":"c"}"#,
      #"{"id":"a","description":"d","name":"n","date":"x","tags":[]}"#,
      #"{"id":"a","updated":1,"aspect_ratio":1}"#, "[]", "null", "1", #""card""#, "true",
    ])
  func none(json: String) throws {
    var buffer = ByteBuffer(json.utf8)
    let bytes = buffer.sealed()
    var scanner = JSONScanner()
    try #require(scanner.scan(bytes) == .value(end: bytes.count))
    var decoder = CardDecoder()
    guard case .none = decoder.find(scanner.document.root) else {
      Issue.record("something was found in \(json)")
      return
    }
  }

  @Test("a key is recognized with any escapes and any value")
  func keys() throws {
    #expect(try shape(#"{"\u0074p":null}"#) == .wire)
    #expect(try shape(#"{"idString":null}"#) == .metadata)
    #expect(try shape(#"{"type":"CAPTIONED\u005fIMAGE"}"#) == .rest)
    #expect(try shape(#"{"id":null,"ca":null}"#) == .wire)
  }

  @Test("a forced shape reads any object with one of its keys", arguments: Shape.allCases)
  func forced(shape: Shape) throws {
    for (key, field) in shape.documentedKeys where field != .id {
      let found = try CardProbe.read("{\"\(key)\":null}", options: .init(shape: shape)) { $0.shape }
      #expect(found == shape)
    }
  }

  @Test("a forced shape rejects objects that share only the id with it", arguments: Shape.allCases)
  func misfit(shape: Shape) throws {
    // The guide's metadata is recognized by the key of its id.
    let id = shape == .metadata ? "id" : shape.documentedKeys(of: .id).first ?? "id"
    for json in ["{}", #"{"nothing":1}"#, "{\"\(id)\":\"a\"}"] {
      var bytes = ByteBuffer(json.utf8)
      var scanner = JSONScanner()
      _ = scanner.scan(bytes.sealed())
      var decoder = CardDecoder(.init(shape: shape))
      guard case .none = decoder.find(scanner.document.root) else {
        Issue.record("\(json) is detected as a card of shape \(shape.name)")
        continue
      }
      let reason = NoCardReason(
        scanner.document.root, known: nil, wanted: shape, isAlone: true
      ).message
      #expect(reason.contains("object without keys") || reason.contains("shape \(shape.name)"))
    }
  }

  @Test(
    "what appears next to cards in apps and servers is called by its name",
    arguments: [
      // Flutter, React Native and the Web SDK.
      (
        #"{"message":"m","type":"MODAL","click_action":"NONE","image_url":"","extras":{}}"#,
        "an in-app message, not a content card"
      ),
      (
        #"{"message":"m","header":"h","clickAction":"NONE","messageType":"MODAL","extras":{}}"#,
        "an in-app message, not a content card"
      ),
      (
        #"{"id":"b","placement_id":"p","is_control":false,"html":"<p>","expires_at":-1}"#,
        "a Banner, not a content card"
      ),
      (
        #"{"trackingId":"b","placementId":"p","isControl":false,"html":"<p>","expiresAt":-1}"#,
        "a Banner, not a content card"
      ),
      (
        #"{"banners":{"p":{"banner":{"id":"b","placement_id":"p","html":"<p>"}}}}"#,
        "a Banner, not a content card"
      ),
      (
        #"{"feed":[],"triggers":[{"trigger_condition":[{"type":"open"}],"type":"inapp"}]}"#,
        "a response with in-app messages, not a content card"
      ),
      (
        #"{"id":"f","enabled":true,"properties":{}}"#, "a feature flag, not a content card"
      ),
      (
        #"{"last_full_sync_at":0,"device_id":"d"}"#,
        "a sync request: the cards are in its response"
      ),
      (#"{"last_full_sync_at":0}"#, "a sync response without \"cards\""),
      (
        #"{"status":200,"body":{"cards":[]}}"#,
        "fits no shape of a card: its keys are \"status\", \"body\"; "
          + "none of them belongs to a card"
      ),
      (
        #"{"id":1,"braze":{"a":1,"contentCards":{"cards":[]}}}"#,
        "fits no shape of a card: its keys are \"id\", \"braze\"; "
          + "too few of them belong to one shape"
      ),
      (
        #""{\"cards\":[]}""#,
        "expected a card, found a string that contains JSON: decode it first"
      ),
      (#""cards""#, "expected a card, found a string"),
    ])
  func otherThings(json: String, message: String) {
    var bytes = ByteBuffer(json.utf8)
    var scanner = JSONScanner()
    _ = scanner.scan(bytes.sealed())
    let root = scanner.document.root
    let known = OtherValue(root)?.message
    let reason = NoCardReason(root, known: known, wanted: nil, isAlone: true)
    #expect(reason.message == message)
    #expect(reason.isSyncResponse == message.hasPrefix("a sync response"))
  }

  @Test("shapes are tried in the order of the list, and their names are those of the options")
  func names() {
    #expect(
      Shape.allCases.map(\.name.description) == [
        "card", "web-storage", "wire", "abk", "metadata", "cordova", "react-native", "capacitor",
        "rest", "web",
      ])
  }
}
