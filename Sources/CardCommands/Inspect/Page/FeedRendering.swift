import ContentCardKit

/// A card as the SDKs' own feeds draw it, by its type.
enum FeedRendering {
  static func append(_ view: CardView, to html: inout HTMLWriter) {
    let card = view.card
    if let absence = view.absence {
      guard !card.isControl, view.hasContent else {
        return appendPlaceholder(absence, card, to: &html)
      }
      html.add(#"<p class="gone">\#(absence)</p>"#)
    }
    html.add(#"<div class="sdk \#(card.typeName)"#)
    html.add(card.flag(.viewed) ? "\">" : " new\">")
    if card.flag(.pinned) { html.add(#"<span class="pin">Pinned</span>"#) }
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
    html.add("</div>")
  }

  /// The place of a card of which nothing is to be seen.
  private static func appendPlaceholder(
    _ absence: StaticString, _ card: Card, to html: inout HTMLWriter
  ) {
    html.add(#"<div class="placeholder"><b>"#)
    html.add("\(card.isControl && !card.flag(.removed) ? "Invisible" : "Gone")</b>\(absence)")
    html.add("</div>")
  }

  private static func appendPicture(_ view: CardView, to html: inout HTMLWriter) {
    view.picture(view.card.text(.image), PictureSize(of: view.card)).append(to: &html)
  }

  private static func appendTexts(_ card: Card, to html: inout HTMLWriter) {
    html.add(#"<div class="body">"#)
    if let title = card.text(.title) { html.paragraph("title", title) }
    if let text = card.text(.description) { html.paragraph("text", text) }
    if let link = card.text(.linkText) { html.paragraph("link", link) }
    if card.text(.title) == nil, card.text(.description) == nil {
      html.add(#"<p class="quiet">This card has neither title nor text.</p>"#)
    }
    html.add("</div>")
  }
}

extension HTMLWriter {
  /// Adds a paragraph of a card's text, in the direction that its first letters have.
  mutating func paragraph(_ name: StaticString, _ text: CardText) {
    add(#"<p dir="auto" class="\#(name)">\#(text)</p>"#)
  }
}
