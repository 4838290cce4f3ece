import CardProcessing
import CardJSON
import ContentCardKit

/// Cards that are made of an image have one.
enum ImageMissing: CardRule {
  static let text = RuleText(
    id: "card/image-missing", severity: .error,
    summary: "captioned and image-only cards have an image",
    reason: "Users see an empty card, or none at all: nothing else stands in for the image.",
    bad: #"⟦{"id":"a","tp":"banner_image","ca":1701861950}⟧"#,
    good: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png"}"#,
    source: PublicPage.contentCardObject)

  static let facts = CardFacts.noImage
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let type = context.type,
      type == .captionedImage || type == .imageOnly, context.card.valueNode(of: .image) == 0
    else { return }
    findings.report(
      self, at: context.place(ofMissing: .image),
      "a card of type \(type.name) needs an image (\"\(context.key(of: .image))\")")
  }
}

/// The aspect ratio is a positive number.
enum AspectRatio: CardRule {
  static let text = RuleText(
    id: "card/aspect-ratio", severity: .warning,
    summary: "the aspect ratio of an image is a number above 0",
    reason: "SDKs lay the image out by it before it is loaded; zero crashed the Swift SDK before "
      + "6.4.0.",
    bad:
      #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png","ar":⟦0⟧}"#,
    good:
      #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png","ar":1.5}"#,
    source: PublicPage.swiftChanges)

  static let facts = CardFacts.oddRatio
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.valueNode(of: .imageAspectRatio)
    guard node != 0 else { return }
    guard let number = context.card.number(.imageAspectRatio) else {
      return findings.report(
        self, at: .value(node),
        "expected a number, found \(MessageText.json(node, of: context.document))")
    }
    guard JSONNumber.compare(number, ByteView("0")) > 0, JSONNumber.compare(number, limit) < 0
    else {
      return findings.report(
        self, at: .value(node), "expected a ratio above 0, found \(number.text)")
    }
    let isText = context.document.kind(node) == .string
    guard isText, context.shape != .webStorage else { return }
    findings.report(self, at: .value(node), "the ratio is a number, given as text")
  }

  /// What no finite number of the SDKs reaches.
  private static let limit = ByteView("1e38")
}

/// The image of a classic card is a square.
enum ClassicRatio: CardRule {
  static let text = RuleText(
    id: "card/classic-ratio", severity: .info, isOnByDefault: false,
    summary: "the image of a classic card is as wide as high",
    reason: "A classic card shows its image as a small square; what is wider or higher is cropped.",
    bad: .card(type: "short_news", #""i":"https://example.com/a.png","ar":⟦1.5⟧"#),
    good: .card(type: "short_news", #""i":"https://example.com/a.png","ar":1.0"#),
    source: PublicPage.creativeDetails)

  static let facts = CardFacts.notSquare
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.type == .classicImage, let ratio = context.card.number(.imageAspectRatio),
      !context.shows(.oddRatio) || JSONNumber.compare(ratio, ByteView("0")) > 0,
      JSONNumber.compare(ratio, ByteView("1")) != 0
    else { return }
    findings.report(
      self, at: .value(context.card.valueNode(of: .imageAspectRatio)),
      "a classic card shows a square image, and this one has the ratio \(MessageText.cut(ratio.text))"
    )
  }
}

/// Classic and captioned cards have a title or a text.
enum TextMissing: CardRule {
  static let text = RuleText(
    id: "card/text-missing", severity: .error,
    summary: "classic and captioned cards have a title or a description",
    reason: "Users see a card without a word on it. A card of a class type is left out: its "
      + "object says what is shown.",
    bad: #"⟦{"id":"a","tp":"text_announcement","ca":1701861950}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"","ds":"There"}"#,
    source: PublicPage.contentCardObject)

  static let scope = CardScope.content
  static let facts = CardFacts.noText
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    // Where the type is guessed, so is that the card wants text.
    guard let type = context.type, kinds.contains(type), context.typeName != .absent else { return }
    guard context.card.valueNode(of: .title) == 0, context.card.valueNode(of: .description) == 0,
      context.card.classType == nil, !isIncomplete(context)
    else { return }
    findings.report(
      self, at: .value(context.card.node),
      "a card of type \(type.name) has neither title nor description")
  }

  /// Whether keys are missing that the API demands, which is for another rule to say.
  private static func isIncomplete(_ context: CardContext) -> Bool {
    guard context.shape == .rest else { return false }
    return context.card.writtenNode(of: .title) == 0
      || context.card.writtenNode(of: .description) == 0
  }

  private static let kinds: [CardType] = [.classic, .classicImage, .captionedImage]
}

/// Titles and texts are short enough to be read.
enum TextLong: CardRule {
  static let text = RuleText(
    id: "card/text-long", severity: .info, isOnByDefault: false,
    summary: "titles fit on one line and texts on four (off unless asked for)",
    reason: "Feeds cut what does not fit: a title has one line, a text two to four.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,
      "tt":⟦"A title that goes on and on until no phone shows the end"⟧,"ds":"B"}
      """#,
    good: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"Winter roast","ds":"B"}"#,
    source: PublicPage.creativeDetails)

  /// The most characters that fit on the usual phone.
  private static let titleLimit = 45
  private static let textLimit = 180

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    for (field, limit) in [(CardField.title, titleLimit), (.description, textLimit)] {
      let node = context.stringNode(of: field)
      guard node != 0, context.document.word(node).extent > limit else { continue }
      let length = context.document.decoded(node).read { $0.scalarCount }
      guard length > limit else { continue }
      findings.report(
        self, at: .value(node), "\(length) characters; about \(limit) fit on a phone")
    }
  }
}

/// What a card carries fits into 2 KB.
enum PayloadSize: CardRule {
  static let text = RuleText(
    id: "card/payload-size", severity: .error,
    exceptions: [RuleException(.warning, "for a template, whose rendered size nobody knows")],
    summary: "the texts, links and key-value pairs of a card fit into 2 KB",
    reason: "Braze does not send a larger card. A test send may exceed the limit, so the mistake "
      + "shows only when the campaign runs.",
    bad: RuleExample(
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A",
      "ds":⟦"twenty bytes of text"⟧}
      """#,
      .example { $0.maximumPayload = 20 }),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"nineteen bytes here"}"#,
      .example { $0.maximumPayload = 20 }),
    source: PublicPage.creation)

  static let scope = CardScope.content
  static let facts = CardFacts.large
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let limit = context.settings.maximumPayload
    // What a card needs in the input bounds its payload from above.
    guard context.card.raw.count + context.card.decodedExtrasLength > limit else { return }
    let size = context.card.payloadSize
    guard size > limit else { return }
    let severity: Severity? = context.isTemplate && context.mayHoldLiquid ? .warning : nil
    let message =
      "the payload has \(size) bytes, \(size - limit) more than the \(limit) that are sent; "
      + "this is the largest part"
    let field = largestField(context)
    if let extra = largestExtra(context, over: field.size) {
      findings.report(self, at: .value(extra), inExtras: true, severity: severity, message)
    } else {
      findings.report(self, at: .value(field.node), severity: severity, message)
    }
  }

  private static func largestField(_ context: CardContext) -> (node: Int, size: Int) {
    var largest = (node: context.card.node, size: 0)
    for field in [CardField.title, .description, .image, .linkText, .url] {
      context.card.forEachValueNode(of: field) { node in
        let size = context.document.range(node).count
        if size > largest.size { largest = (node, size) }
      }
    }
    return largest
  }

  private static func largestExtra(_ context: CardContext, over size: Int) -> Int? {
    var largest: (node: Int?, size: Int) = (nil, size)
    context.card.extrasDocument.forEachMember(of: context.card.extrasNode) { _, value in
      let size = context.card.extrasDocument.range(value).count
      if size > largest.size { largest = (value, size) }
    }
    return context.card.extrasNode == 0 ? nil : largest.node
  }
}

/// A delivered card holds no Liquid.
enum LiquidLeft: CardRule {
  static let text = RuleText(
    id: "text/liquid", severity: .error,
    summary: "a delivered card holds no Liquid ({{…}} or {%…%})",
    reason: "Braze fills templates in before it sends a card. What is left of one is shown to "
      + "users as it stands.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"Hi ⟦{{${first_name}}}⟧",
      "ds":"B"}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"Hi Ada","ds":"B",
      "e":{"html":"<style>@media print{p{margin:0}}</style>"}}
      """#,
    source: PublicPage.liquid)

  static let facts = CardFacts.liquid
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard !context.isTemplate else { return }
    let document = context.document
    for node in context.card.node + 1..<document.next(context.card.node) {
      guard let tag = LiquidTag.first(in: node, of: document) else { continue }
      // Of class types there is a rule that holds for templates too.
      if ClassTypeLiquid.isClassType(node, context) { continue }
      findings.report(self, at: .part(node, tag), message(node, tag, document))
    }
    let extras = context.card.writtenNode(of: .extras)
    guard context.card.hasDecodedExtras, LiquidTag.first(in: extras, of: document) == nil else {
      return
    }
    // Braces that are escaped in a string of JSON show in the document of that JSON only.
    let inner = context.card.extrasDocument
    for node in 0..<inner.next(0) where node != context.classTypeNode {
      guard let tag = LiquidTag.first(in: node, of: inner) else { continue }
      findings.report(self, at: .part(node, tag), inExtras: true, message(node, tag, inner))
    }
  }

  private static func message(
    _ node: Int, _ tag: Range<Int>, _ document: JSONDocument
  ) -> String {
    let content = document.content(node).slice(tag)
    let written = CardText(content, isEscaped: document.word(node).isEscaped)
    return "unrendered Liquid: \(MessageText.quoted(written.string))"
  }
}

/// What a type of card does not show is absent.
enum UnusedContent: CardRule {
  static let text = RuleText(
    id: "card/unused-content", severity: .info,
    summary: "disallow content that the type of the card does not show",
    reason: "An image-only card shows neither title nor description, and a text announcement shows "
      + "no image: users do not see what was written.",
    bad: .card(type: "text_announcement", #""i":⟦"https://example.com/a.png"⟧"#),
    good: .card(type: "short_news", #""i":"https://example.com/a.png""#),
    source: PublicPage.creativeDetails)

  static let scope = CardScope.content
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.typeName != .absent else { return }
    if context.type == .imageOnly {
      for field in [CardField.title, .description] {
        let node = context.stringNode(of: field)
        if node != 0 {
          findings.report(
            self, at: .value(node), "an image-only card does not show its \(field.name)")
        }
      }
    } else if context.type == .classic, context.shape == .wire || context.shape == .webStorage {
      let (type, image) = (context.stringNode(of: .type), context.stringNode(of: .image))
      guard type != 0, image != 0,
        context.document.text(type, equals: ByteView("text_announcement"))
      else { return }
      findings.report(self, at: .value(image), "a text_announcement does not show its image")
    }
  }
}
