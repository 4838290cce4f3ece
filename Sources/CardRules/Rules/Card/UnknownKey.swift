import CardJSON
import ContentCards

/// The keys of a card are those of its shape.
enum UnknownKey: CardRule {
  static let text = RuleText(
    id: "card/unknown-key", severity: .warning,
    summary: "the keys of a card are those that its shape has",
    reason: "A key that no SDK reads is most often a slip: the value it was meant for is missing.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",⟦"extras"⟧:{}}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B","e":{}}"#,
    source: "domain.md, sections 2 to 4: the keys of each shape")

  static let signs: CardSigns = .oddKey

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    let document = context.document
    var count = 0
    document.forEachMember(of: card.node) { _, _ in count += 1 }
    guard count != CardOutline(card).keyCount else { return }
    let keys = ShapeKeyList.of(context.shape)
    document.forEachMember(of: card.node) { key, value in
      if document.word(key).isEscaped {
        let isKnown = document.decoded(key).read { keys.contains($0) }
        if isKnown { return }
      } else if keys.contains(document.content(key)) {
        return
      }
      let name = document.string(key)
      guard !isPrivate(name, in: context.shape) else { return }
      findings.report(self, at: .key(value), keys.message(for: name, in: card))
    }
  }

  /// The web SDK keeps minified keys of its own in the cards that apps dump.
  private static func isPrivate(_ name: String, in shape: Shape) -> Bool {
    guard shape == .web || shape == .webStorage else { return false }
    return name.utf8.count <= privateLength
      && name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x24 || $0 == 0x5F }
  }

  /// The longest minified key, in bytes.
  private static let privateLength = 4
}
