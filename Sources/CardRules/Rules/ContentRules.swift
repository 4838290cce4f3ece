import CardProcessing
import CardJSON
import ContentCardKit

// The rules for what a card shows.
extension Rule {
  static let imageMissing = Rule(
    id: "card/image-missing", severity: .error, source: PublicPage.contentCardObject,
    summary: "require an image in captioned and image-only cards",
    reason: "Users see an empty card, or no card: nothing replaces the image.",
    bad: #"⟦{"id":"a","tp":"banner_image","ca":1701861950}⟧"#,
    good: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png"}"#)

  static let aspectRatio = Rule(
    id: "card/aspect-ratio", severity: .warning, source: PublicPage.swiftChanges,
    summary: "require an aspect ratio above 0",
    reason: "SDKs use it for the layout before the image is loaded. Zero crashed the Swift SDK "
      + "before 6.4.0.",
    bad:
      #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png","ar":⟦0⟧}"#,
    right: "1.5")

  static let classicRatio = Rule(
    id: "card/classic-ratio", severity: .info, source: PublicPage.creativeDetails,
    traits: .offByDefault,
    summary: "require a square image in a classic card",
    reason: "A classic card shows its image as a small square, and crops other images.",
    bad: .card(type: "short_news", #""i":"https://example.com/a.png","ar":⟦1.5⟧"#), right: "1.0")

  static let textMissing = Rule(
    id: "card/text-missing", severity: .error, source: PublicPage.contentCardObject,
    summary: "require a title or a description in classic and captioned cards",
    reason: "Users see a card without text. Cards with a class type are excluded: their objects "
      + "define what is shown.",
    bad: #"⟦{"id":"a","tp":"text_announcement","ca":1701861950}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"","ds":"There"}"#)

  static let textLong = Rule(
    id: "card/text-long", severity: .info, source: PublicPage.creativeDetails,
    traits: .offByDefault,
    summary: "titles fit on one line and descriptions on four",
    reason: "Feeds cut the rest: a title has one line, a description two to four.",
    bad: #"""
      {"id":"a","tp":"text_announcement","ca":1,
      "tt":⟦"A title that is much too long for the one line of a phone"⟧,"ds":"B"}
      """#,
    right: #""Winter roast""#)

  static let unusedContent = Rule(
    id: "card/unused-content", severity: .info, source: PublicPage.creativeDetails,
    summary: "disallow content that the type of the card does not show",
    reason: "An image-only card shows neither title nor description, and a text announcement shows "
      + "no image: users do not see it.",
    bad: .card(#""i":⟦"https://example.com/a.png"⟧"#),
    good: .card(type: "short_news", #""i":"https://example.com/a.png""#))

  static let payloadSize = Rule(
    id: "card/payload-size", severity: .error, source: PublicPage.creation,
    exceptions: [.warning: "for a template, whose rendered size is unknown"],
    summary: "the text, links and extras of a card fit into 2 KB",
    reason: "Braze does not send a larger card. A test send may exceed the limit, so the error "
      + "appears only when the campaign runs.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":⟦"twenty bytes of text"⟧}"#,
      .example { $0.maximumPayload = 20 }),
    right: #""nineteen bytes here""#)

  static let unrenderedLiquid = Rule(
    id: "text/liquid", severity: .error, source: PublicPage.liquid,
    summary: "disallow Liquid ({{…}} or {%…%}) in delivered cards",
    reason: "Braze renders templates before it sends a card. Users see unrendered Liquid "
      + "unchanged.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"Hi ⟦{{${first_name}}}⟧","ds":"B"}"#,
    good: .card(#""e":{"html":"<style>@media print{p{margin:0}}</style>"}"#))
}

extension CardCheck {
  /// The image, the text and the size of a card.
  static let content = CardCheck(scope: .content) { context, findings in
    if context.scope == .delivered {
      checkImage(context, &findings)
      checkLength(of: .title, limit: 45, context, &findings)
      checkLength(of: .description, limit: 180, context, &findings)
    }
    checkText(context, &findings)
    checkUnused(context, &findings)
    checkSize(context, &findings)
  }

  private static func checkImage(_ context: CardContext, _ findings: inout FindingSink) {
    let (fields, type) = (context.fields, context.type)
    if let type, type == .captionedImage || type == .imageOnly, !fields.has(.image) {
      findings.report(
        .imageMissing, at: context.node(ofMissing: .image),
        "a card of type \(type.name) needs an image (\"\(context.key(of: .image))\")")
    }
    guard fields.has(.imageAspectRatio) else { return }
    let node = context.card.valueNode(of: .imageAspectRatio)
    let isNumber = context.document.kind(node) == .number
    guard let ratio = context.card.number(.imageAspectRatio) else {
      return findings.report(
        .aspectRatio, at: node, "expected a number, found \(context.document[node].shown)")
    }
    let isPositive = JSONNumber.compare(ratio, ByteView("0")) > 0
    // No finite number of the SDKs reaches 1e38.
    if !isPositive || JSONNumber.compare(ratio, ByteView("1e38")) >= 0 {
      findings.report(.aspectRatio, at: node, "expected a ratio above 0, found \(ratio.text)")
    } else if !isNumber, context.shape != .webStorage {
      findings.report(.aspectRatio, at: node, "the ratio is a number, given as text")
    }
    guard type == .classicImage, isPositive, JSONNumber.compare(ratio, ByteView("1")) != 0 else {
      return
    }
    findings.report(
      .classicRatio, at: node,
      "a classic card shows a square image, and this one has the ratio \(MessageText.cut(ratio.text))"
    )
  }

  /// - Parameter limit: the number of characters that fit on a usual phone.
  private static func checkLength(
    of field: CardField, limit: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let node = context.stringNode(of: field)
    guard node != 0, context.document.word(node).extent > limit else { return }
    let length = context.document.decoded(node).read { $0.scalarCount }
    guard length > limit else { return }
    findings.report(.textLong, at: node, "\(length) characters; about \(limit) fit on a phone")
  }

  private static func checkText(_ context: CardContext, _ findings: inout FindingSink) {
    // A card whose type is inferred needs no text, and the object of a class type shows its own.
    guard let type = context.type, context.typeName != .absent,
      type == .classic || type == .classicImage || type == .captionedImage,
      context.card.valueNode(of: .title) == 0, context.card.valueNode(of: .description) == 0,
      context.card.classType == nil
    else { return }
    // `rest/text-missing` reports absent keys.
    if context.shape == .rest,
      context.card.writtenNode(of: .title) == 0 || context.card.writtenNode(of: .description) == 0
    {
      return
    }
    findings.report(
      .textMissing, at: context.card.node,
      "a card of type \(type.name) has neither title nor description")
  }

  private static func checkUnused(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.typeName != .absent else { return }
    if context.type == .imageOnly {
      for field in [CardField.title, .description] {
        let node = context.stringNode(of: field)
        guard node != 0 else { continue }
        findings.report(
          .unusedContent, at: node, "an image-only card does not show its \(field.name)")
      }
    } else if context.type == .classic, context.shape == .wire || context.shape == .webStorage {
      let (type, image) = (context.stringNode(of: .type), context.stringNode(of: .image))
      guard type != 0, image != 0,
        context.document.text(type, equals: ByteView("text_announcement"))
      else { return }
      findings.report(.unusedContent, at: image, "a text_announcement does not show its image")
    }
  }

  private static func checkSize(_ context: CardContext, _ findings: inout FindingSink) {
    let (card, limit) = (context.card, context.settings.maximumPayload)
    // The size of the card in the input is an upper bound of its payload.
    guard card.raw.count + card.decodedExtrasLength > limit, card.payloadSize > limit else {
      return
    }
    let size = card.payloadSize
    var largest = (node: card.node, size: 0, inExtras: false)
    for field in [CardField.title, .description, .image, .linkText, .url] {
      card.forEachValueNode(of: field) { node in
        let size = context.document.range(node).count
        if size > largest.size { largest = (node, size, false) }
      }
    }
    card.forEachExtraNode { node in
      let size = card.extrasDocument.range(node).count
      if size > largest.size { largest = (node, size, true) }
    }
    findings.report(
      .payloadSize, at: largest.node, inExtras: largest.inExtras,
      severity: context.isTemplate && context.mayHoldLiquid ? .warning : nil,
      "the payload has \(size) bytes, \(size - limit) more than the \(limit) that are sent; "
        + "this is the largest part")
  }

  /// Liquid that was not rendered.
  static let liquid = CardCheck(scope: .delivered) { context, findings in
    guard context.mayHoldLiquid, !context.isTemplate else { return }
    let (card, document) = (context.card, context.document)
    func check(_ node: Int, of document: JSONDocument, inExtras: Bool = false) {
      guard let tag = document[node].firstLiquid else { return }
      findings.report(
        .unrenderedLiquid, at: .part(node, tag), inExtras: inExtras,
        "unrendered Liquid: \(MessageText.quoted(LiquidTag.text(tag, of: document[node])))")
    }
    for node in card.node + 1..<document.next(card.node) {
      // `class/type-liquid` reports Liquid in class types.
      if node == context.ownClassTypeNode { continue }
      if !card.hasDecodedExtras, node == context.classTypeNode { continue }
      check(node, of: document)
    }
    let extras = card.writtenNode(of: .extras)
    guard card.hasDecodedExtras, document[extras].firstLiquid == nil else { return }
    // Braces that are escaped in a string of JSON show only in the document of that JSON.
    let inner = card.extrasDocument
    for node in 0..<inner.next(0) where node != context.classTypeNode {
      check(node, of: inner, inExtras: true)
    }
  }
}
