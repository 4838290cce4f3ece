import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// Cards as each shape writes them, byte for byte.
struct ShapeWriterTests {
  private func written(
    _ json: String, as shape: Shape, times: CardTimeFormat = .seconds,
    options: CardDecoder.Options = .init(shape: .card)
  ) throws -> String {
    try CardProbe.read(json, options: options) { card in
      var output = ByteBuffer()
      ShapeWriter(shape, times: times).append(card, to: &output)
      return output.view.text
    }
  }

  /// A card with every field, in cardctl's own form.
  static let full = #"""
    {"id":"card-1","type":"captioned_image","class_type":"group","title":"T\u00e9","description":"D",
    "image":"https:\/\/example.com\/i.png","image_aspect_ratio":1.50,"image_alt":"A","url":"app://u",
    "open_url_in_webview":true,"link_text":"L","language":"en","created":1701861950.0,
    "expires_at":1764000000123,"viewed":true,"clicked":false,"pinned":true,"dismissible":true,
    "dismissed":false,"removed":true,"test":true,
    "extras":{ "class_type" : "group", "n" : 1.0, "n" : {"a": [1, 2]} }}
    """#

  static let extras = #"{"class_type":"group","n":1.0,"n":{"a":[1,2]}}"#

  private static let wireTail =
    #""tt":"T\u00e9","ds":"D","i":"https:\/\/example.com\/i.png","#
    + #""ar":1.50,"u":"app://u","uw":true,"dm":"L","e":"# + extras

  static let expected: [(Shape, String)] = [
    (
      .card,
      #"{"id":"card-1","type":"captioned_image","class_type":"group","title":"T\u00e9","#
        + #""description":"D","image":"https:\/\/example.com\/i.png","image_aspect_ratio":1.50,"#
        + #""image_alt":"A","url":"app://u","open_url_in_webview":true,"link_text":"L","#
        + #""language":"en","created":1701861950.0,"expires_at":1764000000.123,"viewed":true,"#
        + #""clicked":false,"pinned":true,"dismissible":true,"dismissed":false,"removed":true,"#
        + #""test":true,"extras":"# + extras + "}"
    ),
    (
      .wire,
      #"{"id":"card-1","tp":"captioned_image","v":true,"cl":false,"p":true,"db":true,"d":false,"#
        + #""r":true,"t":true,"ca":1701861950.0,"ea":1764000000.123,"# + wireTail
        + #","language":"en","image_alt":"A"}"#
    ),
    (
      .webStorage,
      #"{"id":"card-1","tp":"captioned_image","v":true,"cl":false,"p":true,"db":true,"d":false,"#
        + #""r":true,"s":true,"cr":"2023-12-06T11:25:50.000Z","ca":"2023-12-06T11:25:50.000Z","#
        + #""ea":"2025-11-24T16:00:00.123Z","# + wireTail + #","l":"en","ia":"A"}"#
    ),
    (
      .reactNative,
      #"{"id":"card-1","created":1701861950.0,"expiresAt":1764000000.123,"viewed":true,"#
        + #""clicked":false,"pinned":true,"dismissed":false,"dismissible":true,"url":"app://u","#
        + #""openURLInWebView":true,"isControl":false,"extras":"# + extras
        + #","type":"Captioned","image":"https:\/\/example.com\/i.png","imageAspectRatio":1.50,"#
        + #""title":"T\u00e9","cardDescription":"D","domain":"L"}"#
    ),
    (
      .cordova,
      #"{"id":"card-1","created":1701861950.0,"expiresAt":1764000000.123,"viewed":true,"#
        + #""clicked":false,"pinned":true,"dismissed":false,"dismissible":true,"url":"app://u","#
        + #""openURLInWebView":true,"isControl":false,"isTest":true,"extras":"# + extras
        + #","type":"Captioned","image":"https:\/\/example.com\/i.png","imageAspectRatio":1.50,"#
        + #""title":"T\u00e9","cardDescription":"D","domain":"L"}"#
    ),
    (
      .abk,
      #"{"idString":"card-1","viewed":true,"clicked":false,"dismissed":false,"dismissible":true,"#
        + #""pinned":true,"created":1701861950.0,"expiresAt":1764000000.123,"extras":"# + extras
        + #","isTest":true,"isControlCard":false,"urlString":"app://u","openUrlInWebView":true,"#
        + #""image":"https:\/\/example.com\/i.png","imageAspectRatio":1.50,"title":"T\u00e9","#
        + #""cardDescription":"D","domain":"L"}"#
    ),
    (
      .metadata,
      #"{"idString":"card-1","created":1701861950.0,"expiresAt":1764000000.123,"#
        + #""dismissible":true,"pinned":true,"viewed":true,"clicked":false,"isTest":true,"#
        + #""isControl":false,"extras":"# + extras
        + #","image":"https:\/\/example.com\/i.png","title":"T\u00e9","cardDescription":"D","#
        + #""urlString":"app://u"}"#
    ),
    (
      .web,
      #"{"id":"card-1","viewed":true,"clicked":false,"dismissed":false,"dismissible":true,"#
        + #""pinned":true,"isControl":false,"test":true,"title":"T\u00e9","description":"D","#
        + #""imageUrl":"https:\/\/example.com\/i.png","url":"app://u","linkText":"L","#
        + #""aspectRatio":1.50,"updated":"2023-12-06T11:25:50.000Z","#
        + #""expiresAt":"2025-11-24T16:00:00.123Z","extras":"# + extras
        + #","language":"en","altImageText":"A"}"#
    ),
    (
      .capacitor,
      #"{"id":"card-1","viewed":true,"pinned":true,"extras":"# + extras
        + #","type":"captionedImage","updated":1701861950000,"expiresAt":1764000000123,"#
        + #""clicked":false,"dismissed":false,"dismissible":true,"#
        + #""imageUrl":"https:\/\/example.com\/i.png","url":"app://u","aspectRatio":1.50,"#
        + #""title":"T\u00e9","description":"D","linkText":"L","language":"en","altImageText":"A","#
        + #""useWebView":true}"#
    ),
    (
      .rest,
      #"{"type":"CAPTIONED_IMAGE","title":"T\u00e9","description":"D","pinned":true,"#
        + #""image_url":"https:\/\/example.com\/i.png","expire_at":"2025-11-24T16:00:00.123Z","#
        + #""ios_uri":"app://u","android_uri":"app://u","web_uri":"app://u","#
        + #""ios_use_webview":true,"android_use_webview":true,"uri_text":"L","extra":"# + extras
        + "}"
    ),
  ]

  @Test("a card with every field", arguments: expected)
  func full(shape: Shape, expected: String) throws {
    #expect(try written(ShapeWriterTests.full, as: shape) == expected)
  }

  @Test("every shape is in the table")
  func allShapes() {
    #expect(Set(ShapeWriterTests.expected.map(\.0)) == Set(Shape.allCases))
  }

  @Test(
    "a card with nothing",
    arguments: [
      (
        .card,
        #"{"open_url_in_webview":false,"viewed":false,"clicked":false,"#
          + #""pinned":false,"dismissible":false,"dismissed":false,"removed":false,"test":false}"#
      ),
      (
        .wire,
        #"{"v":false,"cl":false,"p":false,"db":false,"d":false,"r":false,"#
          + #""t":false,"ea":-1,"tt":"","ds":"","u":"","uw":false,"e":{}}"#
      ),
      (
        .webStorage,
        #"{"v":false,"cl":false,"p":false,"db":false,"d":false,"r":false,"#
          + #""s":false,"cr":null,"ca":null,"ea":null,"tt":"","ds":"","u":null,"uw":false,"e":{}}"#
      ),
      (
        .reactNative,
        #"{"expiresAt":-1,"viewed":false,"clicked":false,"pinned":false,"dismissed":false,"#
          + #""dismissible":false,"url":null,"openURLInWebView":false,"isControl":false,"#
          + #""extras":{}}"#
      ),
      (
        .cordova,
        #"{"expiresAt":-1,"viewed":false,"clicked":false,"pinned":false,"dismissed":false,"#
          + #""dismissible":false,"url":null,"openURLInWebView":false,"isControl":false,"#
          + #""isTest":false,"#
          + #""extras":{}}"#
      ),
      (
        .abk,
        #"{"viewed":false,"clicked":false,"dismissed":false,"dismissible":false,"pinned":false,"#
          + #""expiresAt":-1,"isTest":false,"isControlCard":false,"openUrlInWebView":false}"#
      ),
      (
        .metadata,
        #"{"dismissible":false,"pinned":false,"viewed":false,"clicked":false,"isTest":false,"#
          + #""isControl":false}"#
      ),
      (
        .web,
        #"{"viewed":false,"clicked":false,"dismissed":false,"dismissible":false,"pinned":false,"#
          + #""isControl":false,"test":false,"url":null,"updated":null,"expiresAt":null,"#
          + #""extras":{}}"#
      ),
    ] as [(Shape, String)])
  func empty(shape: Shape, expected: String) throws {
    #expect(try written(#"{"viewed":false}"#, as: shape) == expected)
  }

  @Test("card types by the shapes' own names")
  func types() throws {
    let names: [(Shape, String, [String?])] = [
      (
        .wire, "tp",
        ["text_announcement", "short_news", "captioned_image", "banner_image", "control"]
      ),
      (
        .webStorage, "tp",
        ["text_announcement", "short_news", "captioned_image", "banner_image", "control"]
      ),
      (.reactNative, "type", ["Classic", "Classic", "Captioned", "ImageOnly", "Control"]),
      (.cordova, "type", ["Classic", "Classic", "Captioned", "ImageOnly", nil]),
      (.capacitor, "type", ["classic", "classic", "captionedImage", "imageOnly", "control"]),
      (.rest, "type", ["CLASSIC", "CLASSIC", "CAPTIONED_IMAGE", "BANNER", nil]),
      (.abk, "type", [nil, nil, nil, nil, nil]), (.web, "type", [nil, nil, nil, nil, nil]),
    ]
    for (shape, key, expected) in names {
      for (type, name) in zip(CardType.allCases, expected) {
        let text = try written("{\"type\":\"\(type.name)\"}", as: shape)
        if let name {
          #expect(text.contains("\"\(key)\":\"\(name)\""), "\(text)")
        } else {
          #expect(!text.contains("\"\(key)\":"), "\(text)")
        }
      }
    }
  }

  @Test("only cardctl's own form can have ISO times")
  func isoTimes() throws {
    let card = #"{"type":"control","created":1701861950.5,"expires_at":1764000000}"#
    #expect(
      try written(card, as: .card, times: .init(.date)).contains(
        #""created":"2023-12-06T11:25:50.500Z","expires_at":"2025-11-24T16:00:00Z""#))
    #expect(
      try written(card, as: .wire, times: .init(.date)).contains(
        #""ca":1701861950.5,"ea":1764000000"#))
  }

  @Test("omits a time outside the calendar in shapes with dates")
  func farTimes() throws {
    let card = #"{"created":999999999999999,"expires_at":-1}"#
    #expect(try written(card, as: .card).contains(#""created":999999999999999"#))
    #expect(try !written(card, as: .card, times: .init(.date)).contains("created"))
    #expect(try written(card, as: .webStorage).contains(#""cr":null"#))
    #expect(try written(card, as: .capacitor).contains(#""updated":null"#))
    let rest = try written(#"{"expires_at":999999999999999}"#, as: .rest)
    #expect(!rest.contains("expire_at"))
  }

  @Test(
    "a class type outside of the extras goes into them, but in cardctl's own form",
    arguments: [
      ("", #"{"class_type":"group"}"#), (#","extras":null"#, #"{"class_type":"group"}"#),
      (#","extras":{}"#, #"{"class_type":"group"}"#),
      (#","extras":{ "a" : 1 }"#, #"{"a":1,"class_type":"group"}"#),
      (#","extras":{"class_type":null}"#, #"{"class_type":"group"}"#),
      (#","extras":{"class_type":"","a":1}"#, #"{"a":1,"class_type":"group"}"#),
      (#","extras":{"class_type":"own"}"#, #"{"class_type":"own"}"#),
      (#","extras":{"class_type":1}"#, #"{"class_type":1}"#),
    ])
  func classType(extras: String, expected: String) throws {
    let card = "{\"class_type\":\"group\"\(extras)}"
    for (shape, key) in [
      (Shape.wire, "e"), (.metadata, "extras"), (.abk, "extras"), (.rest, "extra"),
    ] {
      #expect(try written(card, as: shape).contains("\"\(key)\":\(expected)"))
    }
  }

  @Test("in cardctl's own form a class type outside the extras stays there")
  func ownClassType() throws {
    let text = try written(#"{"class_type":"group","extras":{"a":1}}"#, as: .card)
    #expect(text.contains(#"{"class_type":"group","#))
    #expect(text.hasSuffix(#""extras":{"a":1}}"#))
    let both = try written(#"{"class_type":"group","extras":{"class_type":"own"}}"#, as: .card)
    #expect(both.contains(#"{"class_type":"own","#))
  }

  @Test("writes the class type under the type key")
  func typeKey() throws {
    let card = #"{"class_type":"a\"b","extras":{"class_type":"x"}}"#
    let options = CardDecoder.Options(shape: .card, typeKey: "feed \"type\"")
    #expect(
      try written(card, as: .metadata, options: options).contains(
        #""extras":{"class_type":"x","feed \"type\"":"a\"b"}"#))
  }

  @Test("scalars that are not strings are written as strings")
  func scalars() throws {
    let text = try written(#"{"id":17,"title":true,"language":1.50}"#, as: .wire)
    #expect(text.contains(#""id":"17","#))
    #expect(text.contains(#""tt":"true","#))
    #expect(text.contains(#""language":"1.50""#))
  }

  @Test("cards follow each other in one buffer")
  func appending() throws {
    try CardProbe.read(#"{"idString":"a"}"#) { card in
      var output = ByteBuffer()
      let writer = ShapeWriter(.metadata)
      writer.append(card, to: &output)
      output.append("\n")
      writer.append(card, to: &output)
      let one =
        #"{"idString":"a","dismissible":false,"pinned":false,"viewed":false,"clicked":false,"#
        + #""isTest":false,"isControl":true}"#
      #expect(output.view.text == one + "\n" + one)
    }
  }
}
