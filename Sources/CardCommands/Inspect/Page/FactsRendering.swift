import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// What the page says beside a card: type, class, flags, findings, size, and its fields.
enum FactsRendering {
  static func append(
    _ view: CardView, using scratch: inout ByteBuffer, to html: inout HTMLWriter
  ) {
    html.add(#"<div class="facts">"#)
    appendTags(view, to: &html)
    appendOutcome(view, to: &html)
    append(view.kept.findings, showsPath: false, to: &html)
    appendSize(view, to: &html)
    html.add(#"<details><summary>Fields<span class="unseen"> of card \#(view.number)</span>"#)
    html.add("</summary><dl>")
    appendFields(view, using: &scratch, to: &html)
    appendExtras(of: view.card, to: &html)
    html.add("</dl></details></div>")
  }

  /// The most extras of a card that a page shows.
  private static let extrasLimit = 1000

  private static func appendExtras(of card: Card, to html: inout HTMLWriter) {
    var count = 0
    card.forEachExtra { key, value in
      count += 1
      guard count <= extrasLimit else { return }
      html.add("<dt>extras.<wbr><bdi>\(key)</bdi></dt><dd>")
      appendExtra(value, to: &html)
      html.add("</dd>")
    }
    guard count > extrasLimit else { return }
    html.add("<dt>extras</dt><dd>… (\(grouped: count - extrasLimit) more)</dd>")
  }

  /// Writes findings as a list; nothing when there are none.
  static func append(
    _ findings: [LocatedFinding], showsPath: Bool, to html: inout HTMLWriter
  ) {
    guard !findings.isEmpty else { return }
    html.add(#"<ul class="findings">"#)
    for located in findings {
      let finding = located.finding
      html.add(
        #"<li class="\#(finding.severity.rawValue)"><b>\#(finding.severity.rawValue)</b> <bdi>"#)
      html.add("\(finding.message)</bdi><small><code>\(finding.rule)</code> at ")
      if showsPath { html.add("\(located.path):") }
      html.add("\(located.start.line):\(located.start.column)</small></li>")
    }
    html.add("</ul>")
  }

  private static func appendTags(_ view: CardView, to html: inout HTMLWriter) {
    let card = view.card
    html.add(#"<ul class="tags"><li>\#(card.typeName)</li>"#)
    if let name = card.classType { html.add(#"<li class="class"><bdi>\#(name)</bdi></li>"#) }
    for field in [CardField.pinned, .dismissible, .viewed, .clicked, .dismissed, .removed, .test]
    where card.flag(field) {
      html.add("<li>\(field.name)</li>")
    }
    if card.isExpired(at: view.settings.now) { html.add("<li>expired</li>") }
    html.add("</ul>")
  }

  /// Writes what the card becomes, and when it comes and goes.
  private static func appendOutcome(_ view: CardView, to html: inout HTMLWriter) {
    html.add(#"<p class="quiet">"#)
    if let object = view.object {
      html.add("becomes <bdi>\(object.name)")
    } else {
      html.add("becomes nothing<bdi>")
      let reason = view.reason ?? ""
      // A finding says it already, with its place.
      if !view.kept.findings.contains(where: { $0.finding.message == reason }) {
        html.add(": \(reason)")
      }
    }
    html.add("</bdi><br>")
    if let created = view.card.time(.created) {
      html.add("created \(created), ")
    }
    if let expiry = view.card.time(.expiresAt) {
      html.add("expires \(expiry)")
    } else {
      html.add("never expires")
    }
    html.add("</p>")
  }

  private static func appendSize(_ view: CardView, to html: inout HTMLWriter) {
    let (payload, limit) = (view.card.payloadSize, CheckSettings.payloadLimit)
    html.add(#"<p class="size"><meter min="0" aria-label="Payload in bytes" max="\#(limit)""#)
    html.add(#" high="\#(limit * 4 / 5)" value="\#(min(payload, limit))"></meter>"#)
    html.add("<span>\(grouped: payload) of \(grouped: limit) bytes</span></p>")
  }

  private static func appendFields(
    _ view: CardView, using scratch: inout ByteBuffer, to html: inout HTMLWriter
  ) {
    let card = view.card
    html.add("<dt>from</dt><dd><bdi>\(view.kept.path)</bdi>, card \(grouped: view.kept.record)")
    html.add(", as \(card.shape.name)</dd>")
    for field in shownFields { appendField(field, of: card, to: &html) }
    guard let id = card.compositeID(using: &scratch) else { return }
    html.add("<dt>campaign_id</dt><dd>\(id.campaign)</dd>")
    if let variation = id.variation {
      html.add("<dt>message_variation_id</dt><dd>\(variation)</dd>")
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
    html.add("<dt>\(field.name)</dt><dd>")
    switch value {
    case .time(let time): html.add("\(time)")
    case .text(let text): WebAddress.append(text, to: &html)
    default: html.add("\(value)")
    }
    html.add("</dd>")
  }

  /// Writes an extra; an address that a click may lead to as a link.
  private static func appendExtra(_ value: CardValue, to html: inout HTMLWriter) {
    if case .text(let text) = value { return WebAddress.append(text, to: &html) }
    html.add("<bdi>\(value)</bdi>")
  }
}
