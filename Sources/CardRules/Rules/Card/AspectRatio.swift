import CardJSON
import ContentCards

/// The aspect ratio is a positive number.
enum AspectRatio: CardRule {
  static let text = RuleText(
    id: "card/aspect-ratio", severity: .warning,
    summary: "the aspect ratio of an image is a number above 0",
    reason: "SDKs lay the image out by it before it is loaded; zero crashed the Swift SDK before "
      + "6.4.0.",
    bad:
      #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png","ar":⟦0⟧}"#,
    good:
      #"{"id":"a","tp":"banner_image","ca":1701861950,"i":"https://example.com/a.png","ar":1.5}"#,
    source: "braze-swift-sdk, CHANGELOG 6.4.0; braze-docs, creative_details.md")

  static let signs: CardSigns = .oddRatio

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.valueNode(of: .imageAspectRatio)
    guard node != 0 else { return }
    guard let number = context.card.number(.imageAspectRatio) else {
      return findings.report(
        self, at: .value(node),
        "expected a number, found \(Words.json(node, of: context.document))")
    }
    guard JSONNumber.compare(number, ByteView("0")) > 0, JSONNumber.compare(number, limit) < 0
    else {
      return findings.report(
        self, at: .value(node), "expected a ratio above 0, found \(number.text)")
    }
    let isText = context.document.kind(node) == .string
    guard isText, context.shape != .webStorage else { return }
    findings.report(self, at: .value(node), "the ratio is a number, given as text")
  }

  /// What no finite number of the SDKs reaches.
  private static let limit = ByteView("1e38")
}
