import CardProcessing
import ContentCardKit
import Testing

/// The names that select card types.
@Suite struct CardTypesTests {
  @Test(
    arguments: [
      ("classic", [.classic]), ("classic_image", [.classicImage]), ("control", [.control]),
      ("captioned_image", [.captionedImage]), ("image_only", [.imageOnly]),
      // The SDKs' own storage.
      ("text_announcement", [.classic]), ("short_news", [.classicImage]),
      ("banner_image", [.imageOnly]),
      // One name for both classic cards: React Native, REST, the legacy iOS SDK.
      ("Classic", [.classic]), ("CLASSIC", [.classic]),
      ("ABKClassicContentCard", [.classic, .classicImage]),
      ("Captioned", [.captionedImage]), ("captionedImage", [.captionedImage]),
      ("CAPTIONED_IMAGE", [.captionedImage]), ("ABKCaptionedImageContentCard", [.captionedImage]),
      ("Banner", [.imageOnly]), ("BANNER", [.imageOnly]), ("banner", [.imageOnly]),
      ("ImageOnly", [.imageOnly]), ("imageOnly", [.imageOnly]),
      ("ABKBannerContentCard", [.imageOnly]),
      ("Control", [.control]), ("CONTROL", [.control]), ("ABKContentCard", [.control]),
      ("Image_Only", [.imageOnly]), ("SHORT_NEWS", [.classicImage]),
    ] as [(String, [CardType])])
  func namesOfAllShapes(name: String, types: [CardType]) {
    #expect(CardTypes(named: name) == CardTypes(types.map { CardTypes($0) }))
  }

  @Test func unknownTypesHaveAName() {
    #expect(CardTypes(named: "unknown") == CardTypes(.unknown))
    #expect(CardTypes.names.last == "unknown")
    for name in CardTypes.names + CardTypes.shapeNames { #expect(CardTypes(named: name) != nil) }
  }

  @Test(arguments: ["", "video", "classic ", "classic-image", "none", "banners"])
  func otherNamesMeanNothing(name: String) {
    #expect(CardTypes(named: name) == nil)
  }
}
