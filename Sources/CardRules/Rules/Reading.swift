import CardJSON
import ContentCardKit

/// The input is JSON.
enum JSONSyntax: Rule {
  static let text = RuleText(
    id: "json/syntax", severity: .error,
    summary: "the input is JSON, to the letter",
    reason: "A card that is no JSON is not read at all, by no SDK and by no tool.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",⟦}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.json)
}

/// The input is text.
enum InputFormat: Rule {
  static let text = RuleText(
    id: "input/format", severity: .error,
    summary: "the input is JSON text, not compressed and not UTF-16",
    reason: "Compressed files and UTF-16 are not read; the message says how to convert them.",
    bad: RuleExample("⟦B⟧Zh91AY"),
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.formatsManual)
}

/// A record is a card of a known shape.
enum CardShape: Rule {
  static let text = RuleText(
    id: "card/shape", severity: .error,
    summary: "a record is a card in one of the shapes in which cards are found",
    reason: "These keys match no known card format, so that the value is not checked.",
    bad: #"⟦{"name":"Winter roast","price":12}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.formatsManual)
}

/// A card is not larger than --max-card-size.
enum CardTooLarge: Rule {
  static let text = RuleText(
    id: "card/too-large", severity: .error,
    summary: "a card is not larger than --max-card-size",
    reason: "A card beyond 16 MiB is none: Braze sends 2 KB. It is not read, so nothing is known "
      + "of it.",
    bad: RuleExample(
      #"⟦{⟧"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
      .example { $0.maximumCardSize = 60 }),
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.validateManual)
}

/// An array can be read to its end.
enum RestNotRead: Rule {
  static let text = RuleText(
    id: "json/rest-not-read", severity: .error,
    summary: "an array can be read to its end",
    reason: "Behind broken JSON nothing says where the next card begins; what is left of the "
      + "array is not checked.",
    bad: ##"[{"id":"a","tp":"control","ca":1},⟦{"id":"b","e":{⟧"##,
    good: #"[{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}]"#,
    source: PublicPage.validateManual)
}

/// A sync response says that it succeeded.
enum SyncFailed: Rule {
  static let text = RuleText(
    id: "sync/failed", severity: .error,
    summary: "a sync response says that it succeeded",
    reason: "The guide refreshes cards only after a successful update; those of a failed one are "
      + "not shown.",
    bad: #"{"message":⟦"invalid api key"⟧,"cards":[]}"#,
    good: #"{"message":"success","cards":[]}"#,
    source: PublicPage.guide)
}

/// A sync response has cards.
enum SyncWithoutCards: Rule {
  static let text = RuleText(
    id: "sync/no-cards", severity: .error,
    summary: "a sync response has a list of cards",
    reason: "Without the list an SDK does not know whether there are no cards or the answer is "
      + "broken.",
    bad: #"⟦{"message":"success","full_sync":true}⟧"#,
    good: #"{"message":"success","full_sync":true,"cards":[]}"#,
    source: PublicPage.swiftWireTests)
}

/// An object has each key once.
enum DuplicateKey: CardRule {
  static let text = RuleText(
    id: "json/duplicate-key", severity: .error,
    summary: "an object has each key once",
    reason: "Which of two values counts depends on the reader: most take the last, some the first, "
      + "and one of the two was meant.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A",⟦"tt"⟧:"B","ds":"C"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"C","e":{"tt":"B"}}"#,
    source: PublicPage.json)

  static let scope = CardScope.all
  static let facts: CardFacts = [.oddKey, .nested, .repeatedKey]
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    if !context.shows([.oddKey, .nested]), !context.card.hasDecodedExtras {
      // Each key of the card is a different one of its shape's, and no other object is there.
      return DuplicateKeys.forEach(of: context.card.extrasNode, in: context.document) { value in
        findings.report(self, at: .key(value), message(value, context.document))
      }
    }
    // The whole value: the card's request body and what is nested in the card too.
    DuplicateKeys.forEach(in: context.document, from: findings.root) { value in
      findings.report(self, at: .key(value), message(value, context.document))
    }
    guard context.card.hasDecodedExtras else { return }
    DuplicateKeys.forEach(in: context.card.extrasDocument) { value in
      findings.report(
        self, at: .key(value), inExtras: true, message(value, context.card.extrasDocument))
    }
  }

  /// What to say of the key of `value`.
  static func message(_ value: Int, _ document: JSONDocument) -> String {
    "the key \(MessageText.quoted(document.string(value - 1))) was there before; the last one counts"
  }
}
