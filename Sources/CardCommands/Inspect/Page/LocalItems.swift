@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// The items of a local feed (`--feed`), drawn as tiles beside those of the cards.
struct LocalItems {
  /// The most items that a page shows.
  static let limit = 500

  /// How many items are shown.
  let count: Int
  private let lines: [UInt8]
  private let total: Int
  private let loadsImages: Bool

  /// Reads the items at `path`.
  ///
  /// - Throws: `SystemFailure` when the file cannot be read, `DataError` when it is not JSON.
  init(_ path: String, _ console: Console, _ loadsImages: Bool) throws {
    let feed = try LocalFeed(path, console)
    var text = ByteBuffer()
    feed.append(as: .lines, to: &text)
    lines = text.view.array
    total = lines.count { $0 == UInt8(ascii: "\n") }
    count = min(total, LocalItems.limit)
    self.loadsImages = loadsImages
  }

  /// Writes the items.
  func append(to html: inout HTMLWriter) {
    var text = ByteBuffer(lines)
    let bytes = text.sealed()
    var scanner = JSONScanner()
    var position = 0
    for _ in 0..<count {
      guard case .value(let end) = scanner.scan(bytes, from: position) else { return }
      append(scanner.document, to: &html)
      position = JSONScanner.skipSpace(bytes, from: end)
    }
    guard total > count else { return }
    html.markup("<p class=\"notice item\">")
    html.number(total - count)
    html.markup(" local items are left out.</p>\n")
  }

  private func append(_ document: JSONDocument, to html: inout HTMLWriter) {
    html.markup("<article class=\"item\" aria-label=\"Local item\">")
    if document.kind(0) == .object {
      ItemRendering(document: document, node: 0, kind: "Local item", loadsImages: loadsImages)
        .append(to: &html)
    } else {
      html.markup("<div class=\"tile\"><div class=\"body\"><p class=\"kind\">Local item</p><bdi>")
      html.text(document.raw(0))
      html.markup("</bdi></div></div>")
    }
    html.markup("</article>\n")
  }
}
