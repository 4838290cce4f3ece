@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// What the page may do with an address that a card holds.
///
/// White space and control characters are refused, which browsers would pass over.
enum WebAddress {
  /// Whether a click may lead to `address`: only to a web page, never to `javascript:` or an app.
  static func isLink(_ address: ByteView) -> Bool {
    !address.holds(.spaceOrControl)
      && (begins(address, with: "https://") || begins(address, with: "http://"))
  }

  /// Whether the page's policy lets the image at `address` load.
  static func isLoadableImage(_ address: ByteView) -> Bool {
    !address.holds(.spaceOrControl)
      && (begins(address, with: "https://") || begins(address, with: "data:image/"))
  }

  /// The name of the file that an address leads to, for people; the address when it has none.
  static func fileName(_ address: ByteView) -> ByteView {
    if begins(address, with: "data:") { return ByteView("an image in the card itself") }
    var end = 0
    while end < address.count, address[end] != UInt8(ascii: "?"), address[end] != UInt8(ascii: "#")
    {
      end += 1
    }
    guard let slash = address.lastIndex(of: UInt8(ascii: "/"), before: end), slash + 1 < end else {
      return address
    }
    return address.slice(slash + 1..<end)
  }

  /// Writes an address: as a link where a click may lead there, else as text.
  static func append(_ address: CardText, to html: inout HTMLWriter) {
    var text = ByteBuffer(capacity: address.content.count)
    address.appendText(to: &text)
    guard isLink(text.view), text.count <= HTMLWriter.textLimit else {
      html.markup("<bdi>")
      html.text(text.view)
      html.markup("</bdi>")
      return
    }
    html.markup("<a rel=\"noopener noreferrer\" target=\"_blank\"")
    html.attribute("href", text.view)
    html.markup("><bdi>")
    html.text(text.view)
    html.markup("</bdi></a>")
  }

  private static func begins(_ address: ByteView, with prefix: StaticString) -> Bool {
    let prefix = ByteView(prefix)
    guard address.count > prefix.count else { return false }
    return address.slice(0..<prefix.count).equalsIgnoringCase(prefix)
  }
}
