@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// A card as the SDKs' own feeds draw it, by its type.
enum FeedRendering {
  static func append(_ view: CardView, to html: inout HTMLWriter) {
    let card = view.card
    if let absence = view.absence {
      guard !card.isControl, view.hasContent else {
        return appendPlaceholder(absence, card, to: &html)
      }
      html.markup("<p class=\"gone\">")
      html.markup(absence)
      html.markup("</p>")
    }
    html.markup("<div class=\"sdk ")
    html.markup(card.typeName)
    html.markup(card.flag(.viewed) ? "\">" : " new\">")
    if card.flag(.pinned) { html.markup("<span class=\"pin\">Pinned</span>") }
    switch card.type {
    case .imageOnly: appendPicture(view, to: &html)
    case .captionedImage:
      appendPicture(view, to: &html)
      appendTexts(card, to: &html)
    case .classicImage:
      view.picture(card.text(.image), .thumbnail).append(to: &html)
      appendTexts(card, to: &html)
    case .classic, .control, .unknown, nil: appendTexts(card, to: &html)
    }
    html.markup("</div>")
  }

  /// The place of a card of which nothing is to be seen.
  private static func appendPlaceholder(
    _ absence: StaticString, _ card: Card, to html: inout HTMLWriter
  ) {
    html.markup("<div class=\"placeholder\"><b>")
    html.markup(card.isControl && !card.flag(.removed) ? "Invisible" : "Gone")
    html.markup("</b>")
    html.markup(absence)
    html.markup("</div>")
  }

  private static func appendPicture(_ view: CardView, to html: inout HTMLWriter) {
    view.picture(view.card.text(.image), PictureSize(of: view.card)).append(to: &html)
  }

  private static func appendTexts(_ card: Card, to html: inout HTMLWriter) {
    html.markup("<div class=\"body\">")
    if let title = card.text(.title) { html.paragraph("title", title) }
    if let text = card.text(.description) { html.paragraph("text", text) }
    if let link = card.text(.linkText) { html.paragraph("link", link) }
    if card.text(.title) == nil, card.text(.description) == nil {
      html.markup("<p class=\"quiet\">This card has neither title nor text.</p>")
    }
    html.markup("</div>")
  }
}

extension HTMLWriter {
  /// Writes a paragraph of a card's text, in the direction of its first letter.
  mutating func paragraph(_ name: StaticString, _ text: CardText) {
    markup("<p dir=\"auto\" class=\"")
    markup(name)
    markup("\">")
    self.text(text)
    markup("</p>")
  }

  /// Writes a card's text that does not change the direction of what stands beside it.
  mutating func isolated(_ text: CardText) {
    markup("<bdi>")
    self.text(text)
    markup("</bdi>")
  }
}
