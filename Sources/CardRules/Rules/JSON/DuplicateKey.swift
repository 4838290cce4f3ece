import CardJSON
import ContentCards

/// An object has each key once.
enum DuplicateKey: CardRule {
  static let text = RuleText(
    id: "json/duplicate-key", severity: .error,
    summary: "an object has each key once",
    reason: "Which of two values counts depends on the reader: most take the last, some the first, "
      + "and one of the two was meant.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A",⟦"tt"⟧:"B","ds":"C"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"C","e":{"tt":"B"}}"#,
    source: "RFC 8259, section 4: names within an object should be unique")

  static let scope = CardScope.all

  static let signs: CardSigns = [.oddKey, .nested, .repeatedKey]

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    if context.signs.isDisjoint(with: [.oddKey, .nested]), !context.card.hasDecodedExtras {
      // Each key of the card is a different one of its shape's, and no other object is there.
      return DuplicateKeys.forEach(of: context.card.extrasNode, in: context.document) { value in
        findings.report(self, at: .key(value), message(value, context.document))
      }
    }
    // The whole value: the card's request body and what is nested in the card too.
    DuplicateKeys.forEach(in: context.document) { value in
      findings.report(self, at: .key(value), message(value, context.document))
    }
    guard context.card.hasDecodedExtras else { return }
    DuplicateKeys.forEach(in: context.card.extrasDocument) { value in
      findings.reportExtra(self, at: .key(value), message(value, context.card.extrasDocument))
    }
  }

  /// What to say of the key of `value`.
  static func message(_ value: Int, _ document: JSONDocument) -> String {
    "the key \(Words.quoted(document.string(value - 1))) was there before; the last one counts"
  }
}
