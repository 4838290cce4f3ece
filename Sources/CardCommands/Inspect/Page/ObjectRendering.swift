@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// The object of a card as an app shows it.
enum ObjectRendering {
  static func append(_ object: CardObject, _ view: CardView, to html: inout HTMLWriter) {
    if view.card.isControl {
      html.markup("<div class=\"placeholder\"><b>Invisible</b>")
      html.markup("A control card still becomes its object, ")
      html.text(object.name)
      html.markup(", whose view is hidden and logs an impression.</div>")
      return
    }
    if let absence = view.absence {
      html.markup("<p class=\"gone\">")
      html.markup(absence)
      html.markup("</p>")
    }
    switch object.name {
    case "FullPageMessage", "WebViewMessage":
      MessageRendering.append(object, view, to: &html)
    case "Coupon": appendOffer(object, view, to: &html)
    case "Ad": appendAd(object, view, to: &html)
    default:
      let item = ItemRendering(
        document: object.document, node: object.node, kind: object.name,
        loadsImages: view.loadsImages)
      item.append(to: &html)
    }
  }

  private static func appendOffer(
    _ object: CardObject, _ view: CardView, to html: inout HTMLWriter
  ) {
    html.markup("<div class=\"offer\"><div class=\"stub\">")
    if let percentage = object.text("discountPercentage") {
      html.markup("<p class=\"percent\">")
      html.text(percentage)
      html.markup(" %</p><p>off</p>")
    } else {
      html.markup("<p class=\"percent\">Coupon</p>")
    }
    html.markup("</div>")
    view.picture(object.text("imageUrl"), PictureSize(width: 2400, height: 1000)).append(to: &html)
    html.markup("<div class=\"terms\">")
    if let title = view.card.text(.title) {
      html.markup("<b dir=\"auto\">")
      html.text(title)
      html.markup("</b>")
    }
    if let text = view.card.text(.description) { html.paragraph("text", text) }
    html.markup("</div></div>")
  }

  private static func appendAd(_ object: CardObject, _ view: CardView, to html: inout HTMLWriter) {
    html.markup("<div class=\"tile\">")
    view.picture(object.text("imageUrl"), PictureSize(of: view.card)).append(to: &html)
    html.markup("<div class=\"body\"><p class=\"kind\">Ad</p>")
    if object.text("imageUrl") == nil {
      html.markup("<p class=\"quiet\">This ad has no image.</p>")
    }
    html.markup("</div></div>")
  }
}
