import CardProcessing
import CardJSON
import ContentCardKit

/// Any object as a tile: a card's object, or an item of a local feed of any form.
///
/// What stands under the usual names for title, price, picture and text is shown as such, other
/// plain values by their keys.
struct ItemRendering {
  let document: JSONDocument
  /// What the object is called.
  let kind: String
  let loadsImages: Bool

  private static let titles: [StaticString] = ["title", "tile_title", "name", "heading", "label"]
  private static let prices: [StaticString] = ["price", "tile_price"]
  private static let pictures: [StaticString] = [
    "imageUrl", "image", "image_url", "tile_image", "thumbnail",
  ]
  private static let details: [StaticString] = ["detail", "tile_detail", "description", "subtitle"]
  private static let tags: [StaticString] = ["tags", "tile_tags"]
  /// The most other values that a tile shows.
  private static let otherLimit = 12

  func append(to html: inout HTMLWriter) {
    html.add(#"<div class="tile"#)
    if let style { html.add(" \(style)") }
    html.add(#"">"#)
    Picture(
      address: first(ItemRendering.pictures), alternative: nil, size: pictureSize,
      loadsImages: loadsImages
    ).append(to: &html)
    html.add(#"<div class="body"><p class="kind"><bdi>\#(kind)</bdi></p>"#)
    if let title = first(ItemRendering.titles) { html.paragraph("name", title) }
    if let price = first(ItemRendering.prices) { html.paragraph("price", price) }
    if let detail = first(ItemRendering.details) { html.paragraph("text", detail) }
    appendTags(to: &html)
    appendOthers(to: &html)
    html.add("</div></div>")
  }

  /// How a group is to be drawn.
  private var style: String? {
    let style = kind == "Group" ? document.plainText("style", of: 0)?.string : nil
    return ["headline", "largerow"].first { $0 == style }
  }

  private var pictureSize: PictureSize { kind == "Group" ? .captioned : .square }

  private func first(_ keys: [StaticString]) -> CardText? {
    keys.lazy.compactMap { document.plainText($0, of: 0) }.first
  }

  private func appendTags(to html: inout HTMLWriter) {
    for key in ItemRendering.tags {
      guard let list = document.member(ByteView(key), of: 0), document.kind(list) == .array
      else { continue }
      html.add(#"<ul class="tags">"#)
      document.forEachElement(of: list) { element in
        guard let tag = document.plainText(element) else { return }
        html.add("<li><bdi>\(tag)</bdi></li>")
      }
      html.add("</ul>")
    }
  }

  private func appendOthers(to html: inout HTMLWriter) {
    var count = 0
    document.forEachMember(of: 0) { key, value in
      guard count < ItemRendering.otherLimit, let text = document.plainText(value),
        !isShownElsewhere(key)
      else { return }
      html.add(count == 0 ? "<dl><dt>" : "<dt>")
      count += 1
      html.add("<bdi>\(CardText(key, of: document))")
      html.add("</bdi></dt><dd><bdi>\(text)</bdi></dd>")
    }
    if count > 0 { html.add("</dl>") }
  }

  private func isShownElsewhere(_ key: Int) -> Bool {
    let groups = [
      ItemRendering.titles, ItemRendering.prices, ItemRendering.pictures, ItemRendering.details,
      ItemRendering.tags, CardObject.headKeys,
    ]
    return groups.joined().contains { document.text(key, equals: ByteView($0)) }
  }
}

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
    html.add(#"<p class="notice item">\#(grouped: total - count) local items are left out.</p>\#n"#)
  }

  private func append(_ document: JSONDocument, to html: inout HTMLWriter) {
    html.add(#"<article class="item" aria-label="Local item">"#)
    if document.kind(0) == .object {
      ItemRendering(document: document, kind: "Local item", loadsImages: loadsImages)
        .append(to: &html)
    } else {
      html.add(#"<div class="tile"><div class="body"><p class="kind">Local item</p><bdi>"#)
      html.add("\(document.raw(0))</bdi></div></div>")
    }
    html.add("</article>\n")
  }
}
