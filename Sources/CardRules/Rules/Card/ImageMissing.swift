import CardJSON
import ContentCards

/// Cards that are made of an image have one.
enum ImageMissing: CardRule {
  static let text = RuleText(
    id: "card/image-missing", severity: .error,
    summary: "captioned and image-only cards have an image",
    reason: "Users see an empty card, or none at all: nothing else stands in for the image.",
    bad: #"⟦{"id":"a","tp":"banner_image","ca":1701861950}⟧"#,
    good: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png"}"#,
    source: "domain.md, section 2.2; braze-docs, content_cards_object.md: image_url")

  static let signs: CardSigns = .noImage

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let type = context.type, type == .captionedImage || type == .imageOnly,
      context.card.valueNode(of: .image) == 0
    else { return }
    findings.report(
      self, at: context.place(ofMissing: .image),
      "a card of type \(type.name) needs an image (\"\(context.key(of: .image))\")")
  }
}
