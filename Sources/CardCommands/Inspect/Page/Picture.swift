import CardJSON
import ContentCardKit

/// The proportions of a picture, in thousandths of its height.
struct PictureSize {
  let width: Int
  let height: Int
  /// Whether it is too small for a caption.
  var isSmall = false

  /// What stands beside text: a square.
  static let thumbnail = PictureSize(width: 1000, height: 1000, isSmall: true)
  /// A tile's picture.
  static let square = PictureSize(width: 1000, height: 1000)
  /// What captioned images should have.
  ///
  /// Source: https://www.braze.com/docs/user_guide/channels/content_cards/creative_details/
  static let captioned = PictureSize(width: 1333, height: 1000)

}

extension PictureSize {
  /// The proportions that a card states, within what a phone can show; those of captioned images
  /// when it states none that are possible.
  init(of card: Card) {
    guard let ratio = card.number(.imageAspectRatio),
      let thousandths = JSONNumber.thousandths(ratio), thousandths > 0
    else {
      self = .captioned
      return
    }
    self.init(width: Int(min(max(thousandths, 250), 6000)), height: 1000)
  }
}

/// A picture of a card: loaded where that is allowed, else a placeholder of the same proportions.
struct Picture {
  let address: CardText?
  let alternative: CardText?
  let size: PictureSize
  let loadsImages: Bool

  func append(to html: inout HTMLWriter) {
    guard let address else { return }
    var text = ByteBuffer(capacity: address.content.count)
    address.appendText(to: &text)
    // A small one may stand in a line of text.
    html.add(size.isSmall ? "<span class=\"picture small\">" : "<figure class=\"picture\">")
    if loadsImages, WebAddress.isLoadableImage(text.view) {
      html.add(#"<img loading="lazy" referrerpolicy="no-referrer" src="\#(whole: text.view)"#)
      html.add(#"" alt="\#(alternative.map(CardValue.text) ?? .absent)" width="\#(size.width)"#)
      html.add(#"" height="\#(size.height)">"#)
    } else {
      appendPlaceholder(WebAddress.fileName(text.view), to: &html)
    }
    html.add(size.isSmall ? "</span>" : "</figure>")
  }

  private func appendPlaceholder(_ name: ByteView, to html: inout HTMLWriter) {
    html.add(#"<svg role="img" viewBox="0 0 \#(size.width) \#(size.height)"#)
    html.add(#"" aria-label="Image, not loaded: "#)
    if let alternative { html.add("\(alternative)") } else { html.add("\(name)") }
    html.add(#""></svg>"#)
    guard !size.isSmall else { return }
    html.add(#"<figcaption aria-hidden="true"><bdi>\#(name)</bdi></figcaption>"#)
  }
}
