import CardJSON
import ContentCards

/// Times count seconds, and milliseconds only where the shape has them.
enum TimeUnit: CardRule {
  static let text = RuleText(
    id: "card/time-unit", severity: .error,
    summary: "times count seconds (milliseconds in capacitor-braze's cards)",
    reason: "A time in milliseconds is a date thousands of years ahead for an SDK: the card never "
      + "expires, and sorts above all others.",
    bad: #"{"id":"a","tp":"text_announcement","ca":⟦1701861950000⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "domain.md, sections 2.1 and 3: epoch seconds; no card has 10^11 of them")

  static let signs: CardSigns = .oddTime

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    // What has a spelling of its own counts seconds, as it should.
    if context.created?.spelling == nil { check(.created, context, &findings) }
    if context.expiry?.spelling == nil { check(.expiresAt, context, &findings) }
  }

  private static func check(
    _ field: CardField, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let node = context.card.valueNode(of: field)
    guard node != 0, context.document.kind(node) == .number,
      let value = JSONNumber.rounded(context.document.content(node))
    else { return }
    if context.shape.countsMilliseconds {
      guard value > 0, value < firstMilliseconds else { return }
      findings.report(
        self, at: .value(node),
        "\(value) counts seconds; this shape counts milliseconds: \(value)000")
    } else if value >= firstMilliseconds {
      findings.report(
        self, at: .value(node), "\(value) counts milliseconds; write seconds: \(value / 1000)")
    }
  }

  /// No card has as many seconds: it would be the year 5138.
  private static let firstMilliseconds: Int64 = 100_000_000_000
}
