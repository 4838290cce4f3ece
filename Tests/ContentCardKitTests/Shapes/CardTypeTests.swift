import Testing

@testable import ContentCardKit

/// The type of a card: its name in the shape, or else inferred from the content.
struct CardTypeTests {
  private func type(_ json: String, _ shape: Shape) throws -> CardType? {
    try CardProbe.read(json, options: .init(shape: shape)) { $0.type }
  }

  private func key(_ shape: Shape) -> String {
    shape == .wire || shape == .webStorage ? "tp" : "type"
  }

  private func image(_ shape: Shape) -> String {
    switch shape {
    case .wire, .webStorage: "i"
    case .web, .capacitor: "imageUrl"
    case .rest: "image_url"
    case .card, .abk, .metadata, .cordova, .reactNative: "image"
    }
  }

  @Test(
    "each shape's own names",
    arguments: [
      (.wire, "text_announcement", .classic, .classic),
      (.wire, "short_news", .classic, .classicImage),
      (.wire, "classic", .classic, .classicImage),
      (.wire, "captioned_image", .captionedImage, .captionedImage),
      (.wire, "banner_image", .imageOnly, .imageOnly), (.wire, "control", .control, .control),
      (.webStorage, "short_news", .classic, .classicImage),
      (.webStorage, "banner_image", .imageOnly, .imageOnly),
      (.card, "classic", .classic, .classic),
      (.card, "classic_image", .classicImage, .classicImage),
      (.card, "captioned_image", .captionedImage, .captionedImage),
      (.card, "image_only", .imageOnly, .imageOnly), (.card, "control", .control, .control),
      (.reactNative, "Classic", .classic, .classicImage),
      (.reactNative, "Captioned", .captionedImage, .captionedImage),
      (.reactNative, "ImageOnly", .imageOnly, .imageOnly),
      (.reactNative, "Banner", .imageOnly, .imageOnly),
      (.reactNative, "Control", .control, .control), (.cordova, "Control", .control, .control),
      (.cordova, "Classic", .classic, .classicImage),
      (.abk, "ABKClassicContentCard", .classic, .classicImage),
      (.abk, "ABKCaptionedImageContentCard", .captionedImage, .captionedImage),
      (.abk, "ABKBannerContentCard", .imageOnly, .imageOnly),
      (.abk, "ABKContentCard", .control, .control),
      (.capacitor, "classic", .classic, .classicImage),
      (.capacitor, "captionedImage", .captionedImage, .captionedImage),
      (.capacitor, "imageOnly", .imageOnly, .imageOnly),
      (.capacitor, "control", .control, .control),
      (.rest, "CLASSIC", .classic, .classicImage),
      (.rest, "CAPTIONED_IMAGE", .captionedImage, .captionedImage),
      (.rest, "BANNER", .imageOnly, .imageOnly),
    ] as [(Shape, String, CardType, CardType)])
  func names(shape: Shape, name: String, bare: CardType, withImage: CardType) throws {
    let image = "\"\(image(shape))\":\"https://example.com/a.png\""
    for spelling in [name, name.uppercased(), name.lowercased()] {
      let type = "\"\(key(shape))\":\"\(spelling)\""
      #expect(try self.type("{\(type)}", shape) == bare, "\(spelling)")
      #expect(try self.type("{\(type),\(image)}", shape) == withImage, "\(spelling)")
    }
  }

  @Test(
    "without a name the content decides",
    arguments: [
      ("", nil), (#""tt":"t""#, .classic), (#""ds":"d""#, .classic),
      (#""tt":"","ds":null"#, nil), (#""i":"x""#, .imageOnly),
      (#""i":"x","ar":1"#, .imageOnly),
      (#""i":"x","tt":"t""#, .classicImage), (#""i":"x","ds":"d""#, .classicImage),
      (#""i":"x","ds":"d","ar":1"#, .captionedImage),
      (#""i":"x","ds":"d","ar":"1.5""#, .captionedImage),
      (#""i":"x","ds":"d","ar":"wide""#, .classicImage), (#""i":"","ds":"d","ar":1"#, .classic),
      (#""ar":1,"u":"x","dm":"y""#, nil), (#""i":{},"tt":"t""#, .classic),
      (#""i":[],"tt":{}"#, nil),
    ] as [(String, CardType?)])
  func content(members: String, expected: CardType?) throws {
    for name in ["", #""tp":null"#, #""tp":"""#, #""tp":{}"#] {
      let all = [name, #""v":false"#, members].filter { !$0.isEmpty }.joined(separator: ",")
      #expect(try type("{\(all)}", .wire) == expected, "\(name)")
    }
  }

  @Test("a name that is unknown is unknown, whatever the card shows")
  func unknown() throws {
    for name in [#""newsfeed""#, "7", "true", #""unknown""#, #""Classic2""#] {
      for members in ["", #","tt":"t""#, #","i":"x""#, #","r":true"#] {
        #expect(try type("{\"tp\":\(name)\(members)}", .wire) == .unknown, "\(name)")
      }
    }
  }

  @Test("a removed card without a name has no type")
  func removed() throws {
    #expect(try type(#"{"id":"a","r":true}"#, .wire) == nil)
    #expect(try type(#"{"id":"a","r":true,"tt":"t","i":"x"}"#, .wire) == nil)
    #expect(try type(#"{"id":"a","r":true,"tp":"banner_image"}"#, .wire) == .imageOnly)
    #expect(try type(#"{"id":"a","r":false,"v":false}"#, .wire) == nil)
  }

  @Test("an empty card is a control card only in shapes that give those no type")
  func empty() throws {
    for value in ["false", "0", #""no""#] {
      #expect(try type("{\"id\":\"a\",\"isControl\":\(value)}", .reactNative) == nil)
      #expect(try type("{\"idString\":\"a\",\"isControl\":\(value)}", .metadata) == nil)
    }
    #expect(try type(#"{"id":"a","isControl":null}"#, .reactNative) == nil)
    #expect(try type(#"{"id":"a","isControl":true}"#, .reactNative) == .control)
    #expect(try type(#"{"idString":"a"}"#, .metadata) == .control)
    #expect(try type(#"{"idString":"a","viewed":false}"#, .abk) == .control)
    #expect(try type(#"{"id":"a","isTest":false}"#, .cordova) == .control)
    #expect(try type(#"{"id":"a","isControl":false,"image":"x"}"#, .reactNative) == .imageOnly)
  }

  @Test("a name counts however it is escaped")
  func escapedName() throws {
    #expect(try type(#"{"tp":"captioned\u005fimage"}"#, .wire) == .captionedImage)
    #expect(try type(#"{"type":"\u0049mageOnly"}"#, .reactNative) == .imageOnly)
    #expect(try type(#"{"tp":"captioned\\u005fimage"}"#, .wire) == .unknown)
  }

  @Test("an image that is not text does not change what a name means")
  func nestedImage() throws {
    #expect(try type(#"{"tp":"short_news","i":["x"]}"#, .wire) == .classic)
    #expect(try type(#"{"type":"Classic","image":{}}"#, .reactNative) == .classic)
    #expect(try type(#"{"type":"Classic","image":1}"#, .reactNative) == .classicImage)
  }

  @Test("isControl beats every name, where the shape has it")
  func isControl() throws {
    for value in ["true", "1", "\"true\"", "\"1\""] {
      #expect(try type("{\"type\":\"Classic\",\"isControl\":\(value)}", .reactNative) == .control)
      #expect(try type("{\"type\":\"Classic\",\"isControl\":\(value)}", .cordova) == .control)
      #expect(try type("{\"title\":\"t\",\"isControl\":\(value)}", .web) == .control)
    }
    for value in ["false", "0", "null", "\"yes\"", "2"] {
      #expect(try type("{\"type\":\"Classic\",\"isControl\":\(value)}", .reactNative) == .classic)
      #expect(try type("{\"title\":\"t\",\"isControl\":\(value)}", .web) == .classic)
    }
  }

  @Test(
    "isControl says nothing in a shape that does not document it",
    arguments: [Shape.card, .wire, .webStorage, .capacitor, .rest])
  func foreignIsControl(shape: Shape) throws {
    let title = shape == .wire || shape == .webStorage ? "tt" : "title"
    #expect(try type("{\"\(title)\":\"t\",\"isControl\":true}", shape) == .classic)
  }

  @Test("type names are those of the canonical form")
  func canonicalNames() {
    #expect(
      CardType.allCases.map(\.name.description)
        == ["classic", "classic_image", "captioned_image", "image_only", "control", "unknown"])
  }
}
