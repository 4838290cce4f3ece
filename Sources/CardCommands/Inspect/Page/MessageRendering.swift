@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// A message of the message center: a row that opens as a full page or a web view.
enum MessageRendering {
  static func append(_ object: CardObject, _ view: CardView, to html: inout HTMLWriter) {
    html.markup("<details class=\"message")
    html.markup(view.card.flag(.viewed) ? "\"><summary>" : " new\"><summary>")
    view.picture(object.text("imageUrl"), .thumbnail).append(to: &html)
    html.markup("<span class=\"lines\">")
    if let header = object.text("messageHeader") {
      html.markup("<span class=\"header\">")
      html.isolated(header)
      html.markup("</span><br>")
    }
    html.markup("<span class=\"name\">")
    if let title = object.text("messageTitle") {
      html.isolated(title)
    } else {
      html.markup("Message without a title")
    }
    html.markup("</span></span></summary><div class=\"screen\">")
    if object.name == "WebViewMessage" {
      appendWebView(object, to: &html)
    } else {
      appendFullPage(object, view, to: &html)
    }
    html.markup("</div></details>")
  }

  private static func appendFullPage(
    _ object: CardObject, _ view: CardView, to html: inout HTMLWriter
  ) {
    html.markup("<p class=\"bar\">Full page</p>")
    view.picture(object.text("imageUrl"), PictureSize(of: view.card)).append(to: &html)
    html.markup("<div class=\"body\">")
    if let title = object.text("cardTitle") {
      html.markup("<b dir=\"auto\">")
      html.text(title)
      html.markup("</b>")
    }
    if let text = object.text("cardDescription") { html.paragraph("text", text) }
    html.markup("</div>")
  }

  private static func appendWebView(_ object: CardObject, to html: inout HTMLWriter) {
    let document = object.document
    guard let content = document.member(ByteView("content"), of: object.node),
      let kind = document.plainText("kind", of: content),
      let value = document.plainText("value", of: content)
    else { return html.markup("<p class=\"bar\">Web view without content</p>") }
    if kind.equals(ByteView("html")) {
      html.markup("<p class=\"bar\">Web view of the card's own HTML, without scripts</p>")
      html.markup("<iframe sandbox=\"\" loading=\"lazy\" title=\"Web view")
      if let title = object.text("messageTitle") {
        html.markup(": ")
        html.text(title)
      }
      html.markup("\"")
      html.frameSource(value)
      html.markup("></iframe>")
    } else if kind.equals(ByteView("url")) {
      html.markup("<p class=\"bar\">Web view of a page</p><p class=\"body\">")
      WebAddress.append(value, to: &html)
      html.markup("</p>")
    } else {
      html.markup("<p class=\"bar\">Web view of a content block, which the app fetches</p>")
      html.markup("<p class=\"body\">")
      html.isolated(value)
      html.markup("</p>")
    }
  }
}
