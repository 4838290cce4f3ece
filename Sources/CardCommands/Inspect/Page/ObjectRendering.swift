import CardJSON
import ContentCardKit

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
    case "FullPageMessage", "WebViewMessage": appendMessage(object, view, to: &html)
    case "Coupon": appendOffer(object, view, to: &html)
    case "Ad": appendAd(object, view, to: &html)
    default:
      let item = ItemRendering(
        document: object.document, kind: object.name, loadsImages: view.settings.loadsImages)
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

  /// A message of the message center: a row that opens as a full page or a web view.
  private static func appendMessage(
    _ object: CardObject, _ view: CardView, to html: inout HTMLWriter
  ) {
    html.add(#"<details class="message"#)
    html.add(view.card.flag(.viewed) ? "\"><summary>" : " new\"><summary>")
    view.picture(object.text("imageUrl"), .thumbnail).append(to: &html)
    html.add(#"<span class="lines">"#)
    if let header = object.text("messageHeader") {
      html.add(#"<span class="header"><bdi>\#(header)</bdi></span><br>"#)
    }
    html.add(#"<span class="name">"#)
    if let title = object.text("messageTitle") {
      html.add("<bdi>\(title)</bdi>")
    } else {
      html.add("Message without a title")
    }
    html.add(#"</span></span></summary><div class="screen">"#)
    if object.name == "WebViewMessage" {
      appendWebView(object, to: &html)
    } else {
      appendFullPage(object, view, to: &html)
    }
    html.add("</div></details>")
  }

  private static func appendFullPage(
    _ object: CardObject, _ view: CardView, to html: inout HTMLWriter
  ) {
    html.add(#"<p class="bar">Full page</p>"#)
    view.picture(object.text("imageUrl"), PictureSize(of: view.card)).append(to: &html)
    html.add(#"<div class="body">"#)
    if let title = object.text("cardTitle") {
      html.add(#"<b dir="auto">\#(title)</b>"#)
    }
    if let text = object.text("cardDescription") { html.paragraph("text", text) }
    html.add("</div>")
  }

  private static func appendWebView(_ object: CardObject, to html: inout HTMLWriter) {
    let document = object.document
    guard let content = document.member(ByteView("content"), of: 0),
      let kind = document.plainText("kind", of: content),
      let value = document.plainText("value", of: content)
    else { return html.add(#"<p class="bar">Web view without content</p>"#) }
    if kind.equals(ByteView("html")) {
      html.add(#"<p class="bar">Web view of the card's own HTML, without scripts</p>"#)
      html.add(#"<iframe sandbox="" loading="lazy" title="Web view"#)
      if let title = object.text("messageTitle") {
        html.add(": \(title)")
      }
      html.add(#"" srcdoc="\#(frame: value)"></iframe>"#)
    } else if kind.equals(ByteView("url")) {
      html.add(#"<p class="bar">Web view of a page</p><p class="body">"#)
      WebAddress.append(value, to: &html)
      html.add("</p>")
    } else {
      html.add(#"<p class="bar">Web view of a content block, which the app fetches</p>"#)
      html.add(#"<p class="body"><bdi>\#(value)</bdi></p>"#)
    }
  }
}
