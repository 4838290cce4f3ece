import CardJSON
import ContentCards

/// Images are in a format that SDKs show.
enum ImageFormat: CardRule {
  static let text = RuleText(
    id: "links/image-format", severity: .warning,
    summary: "images are PNG or JPEG; a GIF needs help on iOS and Android",
    reason:
      "SDKs show PNG and JPEG everywhere, GIF only with an image library of the app's own; of "
      + "other formats users see an empty frame.",
    bad: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":⟦"https://example.com/a.svg"⟧}"#,
    good: #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png?v=2"}"#,
    source: "braze-docs, creative_details.md")

  static let scope = CardScope.content
  static let signs: CardSigns = .oddImage

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.stringNode(of: .image)
    guard node != 0, context.document.kind(node) == .string else { return }
    let content = context.document.content(node)
    let path = content.slice(0..<pathEnd(content))
    let formats = formats
    for index in 0..<formats.count where ends(path, with: formats[index]) {
      let isGIF = index == 0
      findings.report(
        self, at: .value(node), severity: isGIF ? .info : nil,
        isGIF
          ? "SDKs show a GIF only with an image library of the app's own"
          : "SDKs do not show \(formats[index].text) images")
    }
  }

  private static let formats = PermanentTable<ByteView>([
    ByteView(".gif"), ByteView(".svg"), ByteView(".tif"), ByteView(".tiff"), ByteView(".bmp"),
    ByteView(".heic"), ByteView(".pdf"), ByteView(".ico"), ByteView(".psd"),
  ])

  /// Where query and fragment begin.
  private static func pathEnd(_ address: ByteView) -> Int {
    let end = address.firstIndex(of: UInt8(ascii: "?"), from: 0, to: address.count)
    return address.firstIndex(of: UInt8(ascii: "#"), from: 0, to: end ?? address.count) ?? end
      ?? address.count
  }

  private static func ends(_ path: ByteView, with ending: ByteView) -> Bool {
    guard path.count > ending.count else { return false }
    return path.slice(path.count - ending.count..<path.count).equalsIgnoringCase(ending)
  }
}
