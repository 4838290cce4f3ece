@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards

/// What the page says beside a card: type, class, flags, findings, size, and its fields.
enum FactsRendering {
  static func append(
    _ view: CardView, using scratch: inout ByteBuffer, to html: inout HTMLWriter
  ) {
    html.markup("<div class=\"facts\">")
    appendTags(view, to: &html)
    appendOutcome(view, to: &html)
    append(view.kept.findings, showsPath: false, to: &html)
    appendSize(view, to: &html)
    html.markup("<details><summary>Fields<span class=\"unseen\"> of card ")
    html.digits(view.number)
    html.markup("</span></summary><dl>")
    appendFields(view, using: &scratch, to: &html)
    appendExtras(of: view.card, to: &html)
    html.markup("</dl></details></div>")
  }

  /// The most extras of a card that a page shows.
  private static let extrasLimit = 1000

  private static func appendExtras(of card: Card, to html: inout HTMLWriter) {
    var count = 0
    card.forEachExtra { key, value in
      count += 1
      guard count <= extrasLimit else { return }
      html.markup("<dt>extras.<wbr>")
      html.isolated(key)
      html.markup("</dt><dd>")
      appendExtra(value, to: &html)
      html.markup("</dd>")
    }
    guard count > extrasLimit else { return }
    html.markup("<dt>extras</dt><dd>… (")
    html.number(count - extrasLimit)
    html.markup(" more)</dd>")
  }

  /// Writes findings as a list; nothing when there are none.
  static func append(
    _ findings: [LocatedFinding], showsPath: Bool, to html: inout HTMLWriter
  ) {
    guard !findings.isEmpty else { return }
    html.markup("<ul class=\"findings\">")
    for located in findings {
      let finding = located.finding
      html.markup("<li class=\"")
      html.markup(finding.severity.word)
      html.markup("\"><b>")
      html.markup(finding.severity.word)
      html.markup("</b> <bdi>")
      html.text(finding.message)
      html.markup("</bdi><small><code>")
      html.text(finding.rule)
      html.markup("</code> at ")
      if showsPath {
        html.text(located.path)
        html.markup(":")
      }
      html.digits(located.start.line)
      html.markup(":")
      html.digits(located.start.column)
      html.markup("</small></li>")
    }
    html.markup("</ul>")
  }

  private static func appendTags(_ view: CardView, to html: inout HTMLWriter) {
    let card = view.card
    html.markup("<ul class=\"tags\"><li>")
    html.markup(card.typeName)
    html.markup("</li>")
    if let name = card.classType {
      html.markup("<li class=\"class\">")
      html.isolated(name)
      html.markup("</li>")
    }
    for field in [CardField.pinned, .dismissible, .viewed, .clicked, .dismissed, .removed, .test]
    where card.flag(field) {
      html.markup("<li>")
      html.markup(field.name)
      html.markup("</li>")
    }
    if card.isExpired(at: view.now) { html.markup("<li>expired</li>") }
    html.markup("</ul>")
  }

  /// Writes what the card becomes, and when it comes and goes.
  private static func appendOutcome(_ view: CardView, to html: inout HTMLWriter) {
    html.markup("<p class=\"quiet\">")
    if let object = view.object {
      html.markup("becomes <bdi>")
      html.text(object.name)
    } else {
      html.markup("becomes nothing<bdi>")
      let reason = view.reason ?? ""
      // A finding says it already, with its place.
      if !view.kept.findings.contains(where: { $0.finding.message == reason }) {
        html.text(": \(reason)")
      }
    }
    html.markup("</bdi><br>")
    if let created = view.card.time(.created) {
      html.markup("created ")
      html.time(created)
      html.markup(", ")
    }
    if let expiry = view.card.time(.expiresAt) {
      html.markup("expires ")
      html.time(expiry)
    } else {
      html.markup("never expires")
    }
    html.markup("</p>")
  }

  private static func appendSize(_ view: CardView, to html: inout HTMLWriter) {
    html.markup("<p class=\"size\"><meter min=\"0\" aria-label=\"Payload in bytes\"")
    html.attribute("max", view.payloadLimit)
    html.attribute("high", view.payloadLimit * 4 / 5)
    html.attribute("value", min(view.payload, view.payloadLimit))
    html.markup("></meter><span>")
    html.number(view.payload)
    html.markup(" of ")
    html.number(view.payloadLimit)
    html.markup(" bytes</span></p>")
  }

  private static func appendFields(
    _ view: CardView, using scratch: inout ByteBuffer, to html: inout HTMLWriter
  ) {
    let card = view.card
    html.markup("<dt>from</dt><dd><bdi>")
    html.text(view.kept.path)
    html.markup("</bdi>, card ")
    html.number(view.kept.record)
    html.markup(", as ")
    html.markup(card.shape.name)
    html.markup("</dd>")
    for field in shownFields { appendField(field, of: card, to: &html) }
    guard let id = card.compositeID(using: &scratch) else { return }
    html.markup("<dt>campaign_id</dt><dd>")
    html.text(id.campaign)
    html.markup("</dd>")
    if let variation = id.variation {
      html.markup("<dt>message_variation_id</dt><dd>")
      html.text(variation)
      html.markup("</dd>")
    }
  }

  /// What is not drawn and no flag, but for the flag that goes with the address.
  private static let shownFields = CardField.allCases.filter { field in
    !drawnFields.contains(field) && (field.content != .boolean || field == .opensURLInWebView)
  }

  /// What the page shows elsewhere.
  private static let drawnFields: [CardField] = [
    .type, .classType, .title, .description, .created, .expiresAt, .extras,
  ]

  private static func appendField(_ field: CardField, of card: Card, to html: inout HTMLWriter) {
    let value = card.value(field)
    if value.isAbsent || field.content == .boolean && !card.flag(field) { return }
    html.markup("<dt>")
    html.markup(field.name)
    html.markup("</dt><dd>")
    switch value {
    case .time(let time): html.time(time)
    case .text(let text): WebAddress.append(text, to: &html)
    default: html.text(value)
    }
    html.markup("</dd>")
  }

  /// Writes an extra; an address that a click may lead to as a link.
  private static func appendExtra(_ value: CardValue, to html: inout HTMLWriter) {
    if case .text(let text) = value { return WebAddress.append(text, to: &html) }
    html.markup("<bdi>")
    html.text(value)
    html.markup("</bdi>")
  }
}

extension Severity {
  /// The name of the severity, and of its style.
  var word: StaticString {
    switch self {
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

extension HTMLWriter {
  /// Writes a time to the minute, in UTC; one that no calendar has as epoch seconds.
  mutating func time(_ time: CardTime) {
    var text = ByteBuffer(capacity: 32)
    guard time.appendISO8601(to: &text) else { return self.text(.time(time)) }
    markup("<time")
    attribute("datetime", text.view)
    markup(">")
    self.text(text.view.slice(0..<10))
    markup(" ")
    self.text(text.view.slice(11..<16))
    markup(" UTC</time>")
  }
}
