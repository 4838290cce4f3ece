@_spi(CardTool) import CardJSON

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
      default: HTMLWriter.append(byte, to: &buffer)
      }
    }
  }

  /// Whether the name of a tag that begins at `start` is one of those that are made to mean nothing.
  private static func isInert(_ html: ByteView, tagAt start: Int) -> Bool {
    inertNames.contains { name in
      let name = ByteView(name)
      guard start + name.count <= html.count else { return false }
      return html.slice(start..<start + name.count).equalsIgnoringCase(name)
    }
  }
}
