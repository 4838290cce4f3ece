import CardJSON
import ContentCards

/// Times are times, in the form of the card's shape.
enum TimeInvalid: CardRule {
  static let text = RuleText(
    id: "card/time-invalid", severity: .error,
    summary: "times are numbers of seconds, or what the shape writes instead",
    reason: "SDKs read times as whole seconds: Android drops a card whose creation time is no "
      + "number, Flutter forgets it, and an expiry that cannot be read never comes.",
    bad: #"{"id":"a","tp":"text_announcement","ca":⟦"yesterday"⟧,"cr":null,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":-1,"tt":"A","ds":"B"}"#,
    source: "domain.md, section 2.1: ca and ea are whole epoch seconds")

  static let signs: CardSigns = .oddTime

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    check(.created, context.created, context, &findings)
    check(.expiresAt, context.expiry, context, &findings)
  }

  private static func check(
    _ field: CardField, _ time: CardTime?, _ context: CardContext,
    _ findings: inout FindingSink
  ) {
    let node = context.card.valueNode(of: field)
    let document = context.document
    guard node != 0, time == nil || document.kind(node) != .number, !context.isTemplated(field)
    else { return }
    switch document.kind(node) {
    case .number:
      guard CardTime(number: document.content(node)) == nil else { return }
      report(node, context, &findings)
    case .string:
      guard CardTime(text: document.content(node)) == nil else {
        guard !context.shape.writesDates else { return }
        return findings.report(
          self, at: .value(node), severity: .warning,
          "\(Words.json(node, of: document)) is a time as text; SDKs expect a number here")
      }
      report(node, context, &findings)
    default: report(node, context, &findings)
    }
  }

  private static func report(
    _ node: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    findings.report(
      self, at: .value(node), "\(Words.json(node, of: context.document)) is not a time")
  }
}
