import CardJSON
import ContentCards

/// What a card carries fits into 2 KB.
enum PayloadSize: CardRule {
  static let text = RuleText(
    id: "card/payload-size", severity: .error,
    summary: "the texts, links and key-value pairs of a card fit into 2 KB",
    reason: "Braze does not send a larger card. A test send may exceed the limit, so the mistake "
      + "shows only when the campaign runs.",
    bad: RuleExample(
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A",
      "ds":⟦"twenty bytes of text"⟧}
      """#,
      .example { $0.maximumPayload = 20 }),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"nineteen bytes here"}"#,
      .example { $0.maximumPayload = 20 }),
    source: "braze-docs, create.md: 2 KB; test sends may exceed it")

  static let scope = CardScope.content
  static let signs: CardSigns = .large

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let limit = context.settings.maximumPayload
    // What a card needs in the input bounds its payload from above.
    guard context.card.raw.count + context.card.decodedExtrasLength > limit else { return }
    let size = context.card.payloadSize
    guard size > limit else { return }
    let message =
      "the payload has \(size) bytes, \(size - limit) more than the \(limit) that are sent"
    if let extra = largestExtra(context, over: largestField(context).size) {
      findings.reportExtra(self, at: .value(extra), "\(message); this is the largest part")
    } else {
      findings.report(
        self, at: .value(largestField(context).node), "\(message); this is the largest part")
    }
  }

  private static func largestField(_ context: CardContext) -> (node: Int, size: Int) {
    var largest = (node: context.card.node, size: 0)
    for field in [CardField.title, .description, .image, .linkText, .url] {
      let node = context.card.valueNode(of: field)
      guard node != 0 else { continue }
      let size = context.document.range(node).count
      if size > largest.size { largest = (node, size) }
    }
    return largest
  }

  private static func largestExtra(_ context: CardContext, over size: Int) -> Int? {
    var largest: (node: Int?, size: Int) = (nil, size)
    context.card.extrasDocument.forEachMember(of: context.card.extrasNode) { _, value in
      let size = context.card.extrasDocument.range(value).count
      if size > largest.size { largest = (value, size) }
    }
    return context.card.extrasNode == 0 ? nil : largest.node
  }
}
