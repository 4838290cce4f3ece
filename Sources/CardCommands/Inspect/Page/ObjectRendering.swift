@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// The object of a card as an app shows it.
enum ObjectRendering {
  static func append(_ object: CardObject, _ view: CardView, to html: inout HTMLWriter) {
    if view.card.isControl {
      html.add(#"<div class="placeholder"><b>Invisible</b>"#)
      html.add("A control card still becomes its object, \(object.name)")
      html.add(", whose view is hidden and logs an impression.</div>")
      return
    }
    if let absence = view.absence {
      html.add(#"<p class="gone">\#(absence)</p>"#)
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
    html.add(#"<div class="offer"><div class="stub">"#)
    if let percentage = object.text("discountPercentage") {
      html.add(#"<p class="percent">\#(percentage) %</p><p>off</p>"#)
    } else {
      html.add(#"<p class="percent">Coupon</p>"#)
    }
    html.add("</div>")
    view.picture(object.text("imageUrl"), PictureSize(width: 2400, height: 1000)).append(to: &html)
    html.add(#"<div class="terms">"#)
    if let title = view.card.text(.title) {
      html.add(#"<b dir="auto">\#(title)</b>"#)
    }
    if let text = view.card.text(.description) { html.paragraph("text", text) }
    html.add("</div></div>")
  }

  private static func appendAd(_ object: CardObject, _ view: CardView, to html: inout HTMLWriter) {
    html.add(#"<div class="tile">"#)
    view.picture(object.text("imageUrl"), PictureSize(of: view.card)).append(to: &html)
    html.add(#"<div class="body"><p class="kind">Ad</p>"#)
    if object.text("imageUrl") == nil {
      html.add(#"<p class="quiet">This ad has no image.</p>"#)
    }
    html.add("</div></div>")
  }
}
