import CardProcessing
import CardJSON
import ContentCardKit

/// Links have a scheme.
enum LinkInvalid: CardRule {
  static let text = RuleText(
    id: "links/invalid", severity: .warning,
    summary: "links and images are absolute URLs that a device can open",
    reason:
      "A click on a link that is no address opens nothing; an image without a scheme does not "
      + "load.",
    bad: .card(#""u":⟦"example.com/offers"⟧"#),
    good: .card(#""u":"https://example.com/offers""#),
    source: PublicPage.addresses)

  static let scope = CardScope.content
  static let facts = CardFacts.oddLink
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    context.forEachLink { node in
      if context.holdsLiquid(node, of: context.document) { return }
      guard let problem = CardText(node, of: context.document).withText({ problem(with: $0) })
      else { return }
      let text = context.document.string(node)
      findings.report(self, at: .value(node), "\(MessageText.quoted(text)) \(problem)")
    }
  }

  /// What is wrong with a link; nil if it is an absolute URL that a device can open.
  private static func problem(with link: ByteView) -> String? {
    guard ValueRules.isURL(link),
      let colon = link.firstIndex(of: UInt8(ascii: ":"), from: 0, to: link.count)
    else {
      return link.firstIndex(of: ByteView("://")) == nil
        ? "is not an absolute URL; add https://" : "holds whitespace or control characters"
    }
    let scheme = link.slice(0..<colon).text.lowercased()
    let rest = link.slice(colon + 1..<link.count)
    if unopened.contains(scheme) { return "has the scheme \(scheme):, which SDKs do not open" }
    let hasSlashes =
      rest.count > 1 && rest[0] == UInt8(ascii: "/") && rest[1] == UInt8(ascii: "/")
    guard scheme == "http" || scheme == "https" else {
      return hasSlashes && misspelled.contains(scheme) ? "has an unknown scheme; write https:" : nil
    }
    guard hasSlashes, rest.count > 2, !"/?#".utf8.contains(rest[2]) else { return "has no host" }
    let host = rest.slice(2..<rest.count).text.lowercased()
    return host.hasPrefix("http:") || host.hasPrefix("https:") ? "has two schemes" : nil
  }

  /// Schemes of what no SDK opens from a card.
  private static let unopened: Set<String> = ["javascript", "file", "about", "vbscript"]

  /// What people type for http and https.
  private static let misspelled: Set<String> = [
    "htp", "htps", "htpps", "htpp", "hhtp", "hhtps", "hhttps", "httpss", "httsp", "httpd", "htttp",
    "htttps", "ttp", "ttps", "hptts", "hptt",
  ]
}

/// Links and images use https.
enum LinkInsecure: CardRule {
  static let text = RuleText(
    id: "links/insecure", severity: .warning,
    summary: "links and images use https, not http",
    reason: "iOS and Android refuse plain http unless an app makes an exception: the image stays "
      + "empty, the page does not open.",
    bad: .card(#""u":⟦"http://example.com/"⟧"#),
    good: .card(#""u":"https://example.com/""#),
    source: PublicPage.transportSecurity)

  static let scope = CardScope.content
  static let facts = CardFacts.oddLink
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    context.forEachLink { node in
      let content = context.document.content(node)
      guard content.count > scheme.count,
        content.slice(0..<scheme.count).equalsIgnoringCase(scheme)
      else { return }
      findings.report(
        self, at: .value(node), "\(MessageText.quoted(content.text)) is not encrypted; use https")
    }
  }

  private static let scheme = ByteView("http:")
}

extension CardContext {
  /// Calls `body` with each link and image of the card that is text.
  fileprivate func forEachLink(_ body: (Int) -> Void) {
    for field in [CardField.url, .image] {
      card.forEachValueNode(of: field) { node in
        if document.kind(node) == .string { body(node) }
      }
    }
  }
}

/// Images are in a format that SDKs show.
enum ImageFormat: CardRule {
  static let text = RuleText(
    id: "links/image-format", severity: .warning,
    summary: "images are PNG, JPEG or GIF",
    reason: "Cards support these formats; of an image in another one users see an empty frame, on "
      + "some of their devices at least.",
    bad: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":⟦"https://example.com/a.webp"⟧}"#,
    good: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png?v=2"}"#,
    source: PublicPage.creativeDetails)

  static let scope = CardScope.content
  static let facts = CardFacts.oddImage
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.stringNode(of: .image)
    guard node != 0 else { return }
    let formats = formats
    let ending = ImageEnding(context.document.content(node))
    for index in 0..<formats.count where ending.name.equalsIgnoringCase(formats[index]) {
      return findings.report(
        self, at: .value(node),
        "cards show PNG, JPEG and GIF, and this ends in .\(ending.name.text)")
    }
  }

  /// Endings of images, films and documents; what ends otherwise may well be an image.
  private static let formats = PermanentTable<ByteView>([
    ByteView("webp"), ByteView("avif"), ByteView("svg"), ByteView("svgz"), ByteView("tif"),
    ByteView("tiff"), ByteView("bmp"), ByteView("heic"), ByteView("heif"), ByteView("ico"),
    ByteView("jxl"), ByteView("jp2"), ByteView("psd"), ByteView("eps"), ByteView("pdf"),
    ByteView("mp4"), ByteView("m4v"), ByteView("mov"), ByteView("webm"), ByteView("html"),
  ])
}

/// A GIF is known to need help in apps.
enum ImageGIF: CardRule {
  static let text = RuleText(
    id: "links/image-gif", severity: .info,
    summary: "apps that get a GIF can show one",
    reason: "The SDKs for iOS and Android show a GIF only with an image library that the app "
      + "brings along; without it users see its first frame, or none.",
    bad: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":⟦"https://example.com/a.gif"⟧}"#,
    good: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.jpg"}"#,
    source: PublicPage.gifs)

  static let scope = CardScope.content
  static let facts = CardFacts.oddImage
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.stringNode(of: .image)
    guard node != 0,
      ImageEnding(context.document.content(node)).name.equalsIgnoringCase(ByteView("gif"))
    else { return }
    findings.report(
      self, at: .value(node), "SDKs show a GIF only with an image library of the app's own")
  }
}

/// What comes after the last dot of an address' last component, without query and fragment.
private struct ImageEnding {
  let name: ByteView

  init(_ address: ByteView) {
    var end = address.count
    for byte in [UInt8(ascii: "?"), UInt8(ascii: "#")] {
      end = address.firstIndex(of: byte, from: 0, to: end) ?? end
    }
    var start = end
    while start > 0, end - start < ImageEnding.lengthLimit, address[start - 1] != UInt8(ascii: ".")
    {
      start -= 1
    }
    let isEnding = start > 0 && address[start - 1] == UInt8(ascii: ".")
    name = address.slice(isEnding ? start..<end : end..<end)
  }

  /// The longest ending that is looked for.
  private static let lengthLimit = 5
}

/// A link to actions says what SDKs can do.
enum BrazeActionLink: CardRule {
  static let text = RuleText(
    id: "links/braze-action", severity: .error,
    summary: "a brazeActions:// link can be decoded, and names actions that SDKs know",
    reason: "SDKs cannot act on any other, and some do not show the card at all. Behind "
      + "brazeActions://v1/ stands JSON in UTF-16LE as base64url.",
    bad: .card(#""u":⟦"brazeActions://v1/eyJ0eXBlIjoicmVxdWVzdFB1c2hQZXJtaXNzaW9uIn0"⟧"#),
    good: .card(#""u":"brazeActions://v1/"# + requestPushPermission + "\""),
    source: PublicPage.brazeActions)

  /// `{"type":"requestPushPermission"}`.
  private static let requestPushPermission =
    "ewAiAHQAeQBwAGUAIgA6ACIAcgBlAHEAdQBlAHMAdABQAHUAcwBoAFAAZQByAG0AaQBzAHMAaQBvAG4AIgB9AA"

  static let scope = CardScope.content
  static let facts = CardFacts.oddLink
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    context.card.forEachValueNode(of: .url) { node in
      guard context.document.kind(node) == .string,
        !context.holdsLiquid(node, of: context.document),
        let mistake = context.document.decoded(node).read(mistake)
      else { return }
      findings.report(self, at: .value(node), mistake)
    }
  }

  /// What is wrong with a link; nil for other links and good ones.
  private static func mistake(in link: ByteView) -> String? {
    guard BrazeAction.isLink(link) else { return nil }
    do {
      let action = try BrazeAction(link)
      guard let step = action.steps.first(where: { $0.problem != nil }), let problem = step.problem
      else { return nil }
      return "the action \(MessageText.quoted(step.name)) does not work: \(problem)"
    } catch {
      return "the actions cannot be read: \(error)"
    }
  }
}

/// A link text has a link.
enum ClickNotLogged: CardRule {
  static let text = RuleText(
    id: "links/click-not-logged", severity: .info,
    summary: "a card that asks for clicks has a link",
    reason: "The web SDK and the legacy iOS SDK log a click only for a card with a link: a link "
      + "text without one, or a click that was counted, leads nowhere.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B","dm":⟦"See more"⟧}"#,
    good: .card(#""dm":"See more","u":"https://example.com/""#),
    source: PublicPage.legacyCards)

  static let scope = CardScope.content
  static let facts = CardFacts.noLink
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    guard card.valueNode(of: .url) == 0, context.type != .control else { return }
    let linkText = card.valueNode(of: .linkText)
    if linkText != 0 {
      findings.report(
        self, at: .value(linkText), "the card has a link text, but no link: no click is logged")
    } else if card.flag(.clicked) {
      findings.report(
        self, at: .value(card.valueNode(of: .clicked)),
        "the card was clicked, but has no link: such a click is not logged everywhere")
    }
  }
}
