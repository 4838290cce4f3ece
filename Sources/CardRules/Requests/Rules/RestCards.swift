import CardProcessing
import CardJSON
import ContentCardKit

/// A rule about the content card of a request.
protocol RestCardRule: RequestRule {}

extension RestCardRule {
  static var parts: Set<RequestPart> { [.contentCard] }
}

extension RuleExample {
  /// A card that is sent by the API, with more members.
  static func restCard(
    _ members: @escaping @autoclosure @Sendable () -> String
  ) -> RuleExample {
    RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,"# + "\n"
        + members() + "}")
  }
}

/// The type of a REST content card is one of the API's three.
enum RestTypeUnknown: RestCardRule {
  static let text = RuleText(
    id: "rest/type-unknown", severity: .error,
    summary: "the type of a REST content card is CLASSIC, CAPTIONED_IMAGE or BANNER",
    reason: "The API knows three types, in capital letters. It refuses a card whose type bears "
      + "the name that the dashboard or an SDK has for it.",
    bad: #"""
      {"type":⟦"captioned_image"⟧,"title":"Hi","description":"There","time_to_live":3600,
      "image_url":"https://cdn.example.com/a.png"}
      """#,
    good: #"""
      {"type":"CAPTIONED_IMAGE","title":"Hi","description":"There","time_to_live":3600,
      "image_url":"https://cdn.example.com/a.png"}
      """#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let type = object.value("type", of: .string) else { return }
    let name = object.document.string(type)
    if name.isEmpty || RequestPart.cardTypes.contains(name) { return }
    findings.report(
      self, at: .value(type), "\(object.shown(type)) is no type of a REST card\(hint(name))")
  }

  private static func hint(_ name: String) -> String {
    if let correct = correctName(for: name) { return "; write \"\(correct)\"" }
    return NearestName.hint(
      for: name, among: RequestPart.cardTypes,
      otherwise: "; expected CLASSIC, CAPTIONED_IMAGE or BANNER")
  }

  /// The type that is called `name` elsewhere.
  static func correctName(for name: String) -> String? {
    switch name.lowercased().filter({ $0.isLetter }) {
    case "classic", "classicimage", "shortnews", "textannouncement": "CLASSIC"
    case "captionedimage", "captioned": "CAPTIONED_IMAGE"
    case "banner", "imageonly", "bannerimage": "BANNER"
    default: nil
    }
  }
}

/// A REST content card that shows text has a title and a description.
enum RestTextMissing: RestCardRule {
  static let text = RuleText(
    id: "rest/text-missing", severity: .error,
    summary: "a CLASSIC or CAPTIONED_IMAGE card has \"title\" and \"description\"",
    reason: "The API requires both for every type but BANNER; the title may be empty, but it has "
      + "to be there.",
    bad: #"⟦{"type":"CLASSIC","title":"Hi","time_to_live":3600}⟧"#,
    good: #"{"type":"CLASSIC","title":"","description":"There","time_to_live":3600}"#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let type = object.cardType, type != "BANNER" else { return }
    for key: StaticString in ["title", "description"] {
      if object.value(key) != nil || object.hasWrongKey(of: key) { continue }
      findings.report(
        self, at: object.place(ofMissing: key), "a \(type) card needs \"\(key)\"")
    }
  }
}

/// A REST content card that shows an image has one.
enum RestImageMissing: RestCardRule {
  static let text = RuleText(
    id: "rest/image-missing", severity: .error,
    summary: "a CAPTIONED_IMAGE or BANNER card has \"image_url\"",
    reason: "The image is what these types are made of. The API refuses the card without it, and "
      + "a phone would show an empty one.",
    bad: #"⟦{"type":"BANNER","time_to_live":3600}⟧"#,
    good: #"""
      {"type":"BANNER","image_url":"https://cdn.example.com/a.png","time_to_live":3600}
      """#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let type = object.cardType, type != "CLASSIC" else { return }
    if let image = object.value("image_url") {
      if object.isEmptyText(image) {
        findings.report(self, at: .value(image), "\"image_url\" of a \(type) card is empty")
      }
    } else if !object.hasWrongKey(of: "image_url") {
      findings.report(
        self, at: object.place(ofMissing: "image_url"), "a \(type) card needs \"image_url\"")
    }
  }
}

/// Every piece of Liquid in a REST content card is closed.
enum RestLiquidUnclosed: RestCardRule {
  static let text = RuleText(
    id: "rest/liquid-unclosed", severity: .warning,
    summary: "every \"{{\" has its \"}}\" and every \"{%\" its \"%}\"",
    reason: "Braze cannot render the template: the card is not sent, or users read the template "
      + "itself.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi ⟦{{⟧${first_name} }","description":"There","time_to_live":3600}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi {{${first_name}}}","description":"There","time_to_live":3600,
      "extra":{"html":"<style>@media print{p{color:red}}</style>"}}
      """#,
    source: PublicPage.liquid)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    object.document.forEachMember(of: object.node) { _, value in
      check(value, object, &findings)
      object.document.forEachMember(of: value) { _, extra in check(extra, object, &findings) }
    }
  }

  private static func check(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    guard object.document.kind(value) == .string else { return }
    let text = CardText(value, of: object.document)
    func written(_ range: Range<Int>) -> String {
      CardText(text.content.slice(range), isEscaped: text.isEscaped).string
    }
    if let open = LiquidTag.unclosed(in: value, of: object.document) {
      let delimiter = written(open)
      findings.report(
        self, at: .part(value, open),
        "\"\(delimiter)\" is not closed; expected \"\(delimiter == "{%" ? "%}" : "}}")\"")
    } else if let block = LiquidTag.resolved(text, { LiquidTag.unclosedBlock(in: $0) }) {
      findings.report(
        self, at: .part(value, block), "no end tag for \(MessageText.quoted(written(block)))")
    }
  }
}

/// The output tags of Liquid have the braces that Braze wants.
enum RestLiquidBraces: RestCardRule {
  static let text = RuleText(
    id: "rest/liquid-braces", severity: .warning,
    summary: "require ${} around Braze's own attributes in Liquid, and all of its braces",
    reason: "Braze knows {{${first_name}}}, and renders {{first_name}} as nothing: users read a "
      + "greeting without a name.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi ⟦{{first_name}}⟧","description":"There","time_to_live":3600}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi {{${first_name}}}","description":"There","time_to_live":3600}
      """#,
    source: PublicPage.liquid)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    object.document.forEachMember(of: object.node) { _, value in
      check(value, object, &findings)
      object.document.forEachMember(of: value) { _, extra in check(extra, object, &findings) }
    }
  }

  private static func check(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    guard object.document.kind(value) == .string else { return }
    var advice = ""
    let place = LiquidTag.resolved(CardText(value, of: object.document)) { text in
      guard let wrong = LiquidTag.wrongBraces(in: text) else { return nil }
      advice = wrong.advice
      return wrong.place
    }
    guard let place else { return }
    findings.report(self, at: .part(value, place), "write \(MessageText.cut(advice))")
  }
}
