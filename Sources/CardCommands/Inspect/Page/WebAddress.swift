import CardJSON
import ContentCardKit

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
    address.withText { text in
      guard isLink(text), text.count <= HTML.textLimit else {
        return html.add("<bdi>\(text)</bdi>")
      }
      html.add(#"<a rel="noopener noreferrer" target="_blank" href="\#(text)"><bdi>\#(text)"#)
      html.add("</bdi></a>")
    }
  }

  private static func begins(_ address: ByteView, with prefix: StaticString) -> Bool {
    let prefix = ByteView(prefix)
    guard address.count > prefix.count else { return false }
    return address.slice(0..<prefix.count).equalsIgnoringCase(prefix)
  }
}

/// A card's own HTML on its way into the `srcdoc` of a frame.
///
/// The frame's sandbox and the page's policy keep it from running scripts, loading anything and
/// going anywhere. Browsers may connect to a server all the same: Chromium does for a frame in the
/// frame before the policy stops it, and hints such as `<link rel=preconnect>` are no requests that
/// a policy governs. So elements that lead elsewhere get names that mean nothing.
enum FrameSource {
  private static let inertNames: [StaticString] = [
    "link", "meta", "iframe", "frame", "object", "embed",
  ]

  /// Appends `html` as the inside of an attribute in double quotes.
  static func append(_ html: ByteView, to buffer: inout ByteBuffer) {
    buffer.reserve(html.count)
    for position in 0..<html.count {
      let byte = html[position]
      switch byte {
      case 0x09: buffer.append("&#9;")
      case 0x0A: buffer.append("&#10;")
      case 0x0D: buffer.append("&#13;")
      // No character of any HTML; the page itself stays free of them.
      case 0x00..<0x20, 0x7F: buffer.append("\u{FFFD}")
      case UInt8(ascii: "<"):
        buffer.append("&lt;")
        if isInert(html, tagAt: position + 1) { buffer.append("inert-") }
      default: HTML.append(byte, to: &buffer)
      }
    }
  }

  /// Whether the name of a tag that begins at `start` is one of those that are made to mean
  /// nothing.
  private static func isInert(_ html: ByteView, tagAt start: Int) -> Bool {
    inertNames.contains { name in
      let name = ByteView(name)
      guard start + name.count <= html.count else { return false }
      return html.slice(start..<start + name.count).equalsIgnoringCase(name)
    }
  }
}
