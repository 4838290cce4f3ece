import CardProcessing
import CardJSON
import ContentCardKit

/// Every delivered card says when it was created.
enum CreatedMissing: CardRule {
  static let text = RuleText(
    id: "card/created-missing", severity: .error,
    exceptions: [RuleException(.warning, "for the Web SDK's cards, which it shows undated too")],
    summary: "a delivered card says when it was created",
    reason: "Android and the Swift SDK reject a card without a creation time, and feeds are sorted "
      + "by it.",
    bad: #"⟦{"id":"card-1","tp":"text_announcement","tt":"Hi","ds":"There"}⟧"#,
    good: #"{"id":"card-1","tp":"text_announcement","ca":1701861950,"tt":"Hi","ds":"There"}"#,
    source: PublicPage.swiftWireTests)

  static let facts = CardFacts.noCreation
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    guard card.valueNode(of: .created) == 0 else { return }
    // The web SDK writes null for a time that it does not know, and shows the card all the same.
    let isNullUsual = card.isNullUsual(for: .created)
    if isNullUsual, card.writtenNode(of: .created) != 0 { return }
    findings.report(
      self, at: context.place(ofMissing: .created), severity: isNullUsual ? .warning : nil,
      "the card does not say when it was created (\"\(context.key(of: .created))\")")
  }
}

/// Times are times, in the form of the card's shape.
enum TimeInvalid: CardRule {
  static let text = RuleText(
    id: "card/time-invalid", severity: .error,
    exceptions: [RuleException(.warning, "for text that is a time where SDKs expect a number")],
    summary: "times are numbers of seconds, or what the shape writes instead",
    reason: "SDKs read times as whole seconds: Android drops a card whose creation time is no "
      + "number, Flutter forgets it, and an expiry that cannot be read never comes.",
    bad: #"{"id":"a","tp":"text_announcement","ca":⟦"yesterday"⟧,"cr":null,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":-1,"tt":"A","ds":"B"}"#,
    source: PublicPage.flutterCard)

  static let facts = CardFacts.oddTime
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    check(.created, time: context.created, context: context, findings: &findings)
    check(.expiresAt, time: context.expiry, context: context, findings: &findings)
  }

  private static func check(
    _ field: CardField, time: CardTime?, context: CardContext,
    findings: inout FindingSink
  ) {
    let node = context.card.valueNode(of: field)
    let document = context.document
    guard node != 0, time == nil || document.kind(node) != .number, !context.isTemplated(field)
    else { return }
    let text = document.content(node)
    func shown() -> String { MessageText.json(node, of: document) }
    switch document.kind(node) {
    case .number where CardTime(number: text) != nil: return
    case .string where CardTime(text: text) != nil:
      let writesDates = context.shape.writesDates
      if writesDates, ISO8601.milliseconds(text) != nil { return }
      let problem =
        writesDates
        ? "a number as text; SDKs expect a number, or a date here"
        : "a time as text; SDKs expect a number here"
      findings.report(self, at: .value(node), severity: .warning, "\(shown()) is \(problem)")
    default: findings.report(self, at: .value(node), "\(shown()) is not a time")
    }
  }
}

/// Times count seconds, and milliseconds only where the shape has them.
enum TimeUnit: CardRule {
  static let text = RuleText(
    id: "card/time-unit", severity: .error,
    summary: "times count seconds (milliseconds in capacitor-braze's cards)",
    reason: "A time in milliseconds is a date thousands of years ahead for an SDK: the card never "
      + "expires, and sorts above all others.",
    bad: #"{"id":"a","tp":"text_announcement","ca":⟦1701861950000⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.contentCards)

  static let facts = CardFacts.oddTime
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    // What has a spelling of its own counts seconds, as it should.
    if context.created?.spelling == nil { check(.created, context, &findings) }
    if context.expiry?.spelling == nil { check(.expiresAt, context, &findings) }
  }

  private static func check(
    _ field: CardField, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let node = context.card.valueNode(of: field)
    // A number where JavaScript keeps a date counts its milliseconds.
    guard node != 0, context.document.kind(node) == .number, !context.shape.writesDates,
      let value = JSONNumber.rounded(context.document.content(node))
    else { return }
    if context.shape.countsMilliseconds {
      guard value > 0, value < CardTime.firstMilliseconds else { return }
      findings.report(
        self, at: .value(node),
        "\(value) counts seconds; this shape counts milliseconds: \(value)000")
    } else if value >= CardTime.firstMilliseconds {
      let (unit, divisor) = unit(of: value)
      findings.report(
        self, at: .value(node), "\(value) counts \(unit); write seconds: \(value / divisor)")
      let digits = context.document.content(node)
      if JSONNumber.isDigits(digits), value % 1000 == 0, isPlain(value / 1000, field, context) {
        findings.correct(.value(node), to: digits.slice(0..<digits.count - 3).text)
      }
    }
  }

  /// The unit that a time counts which is too large for seconds, and its number in a second.
  private static func unit(of time: Int64) -> (name: String, perSecond: Int64) {
    if time / 1000 < CardTime.firstMilliseconds { return ("milliseconds", 1000) }
    if time / 1_000_000 < CardTime.firstMilliseconds { return ("microseconds", 1_000_000) }
    return ("nanoseconds", 1_000_000_000)
  }

  /// Whether so many seconds can be nothing else, and their field has no other value.
  ///
  /// What is still too large for seconds counted something smaller than milliseconds.
  private static func isPlain(
    _ seconds: Int64, _ field: CardField, _ context: CardContext
  ) -> Bool {
    guard seconds < CardTime.firstMilliseconds else { return false }
    var count = 0
    context.card.forEachValueNode(of: field) { _ in count += 1 }
    return count == 1 && context.hasUniqueKeys
  }
}

/// A card has not expired yet.
enum Expired: CardRule {
  static let text = RuleText(
    id: "card/expired", severity: .info,
    exceptions: [RuleException(.warning, "when --at says what now is")], isOnByDefault: false,
    summary: "a card has not expired",
    reason: "SDKs do not show an expired card, and remove it from the device.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":15000000,"ea":⟦15006000⟧,"tt":"A","ds":"B"}"#,
      .example { $0.now = 16_000_000_000 }),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":15000000,"ea":-1,"tt":"A","ds":"B"}"#,
      .example { $0.now = 16_000_000_000 }),
    source: PublicPage.contentCards)

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    // Of an expiry at 0 another rule says what is wrong.
    guard let expiry = context.expiry, expiry.milliseconds <= context.settings.now,
      expiry.milliseconds != 0
    else { return }
    findings.report(
      self, at: .value(context.card.valueNode(of: .expiresAt)),
      severity: context.settings.isNowGiven ? .warning : nil,
      "the card expired \(MessageText.date(expiry.milliseconds))")
  }
}

/// A card expires after it was created.
enum ExpiryBeforeCreation: CardRule {
  static let text = RuleText(
    id: "card/expiry-before-creation", severity: .warning,
    summary: "a card expires after it was created",
    reason: "The card has expired before it arrives: nobody ever sees it, and it counts as sent.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":⟦1701861950⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":1702466750,"tt":"A","ds":"B"}"#,
    source: PublicPage.contentCards)

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let expiry = context.expiry, let created = context.created,
      expiry.milliseconds <= created.milliseconds
    else { return }
    let node = context.card.valueNode(of: .expiresAt)
    if expiry.milliseconds == 0 {
      findings.report(
        self, at: .value(node), "0 is 1970; use -1 for never")
    } else {
      findings.report(
        self, at: .value(node),
        "the card expires \(MessageText.date(expiry.milliseconds)), not after its creation "
          + MessageText.date(created.milliseconds))
    }
  }
}

/// A card lives for 30 days at most.
enum ExpiryTooFar: CardRule {
  static let text = RuleText(
    id: "card/expiry-too-far", severity: .warning,
    summary: "a card expires at most 30 days after its creation",
    reason: "Braze lets a card live for 30 days; a later expiry was not made by Braze, or will not "
      + "be kept.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":⟦1704540350⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":1704453950,"tt":"A","ds":"B"}"#,
    source: PublicPage.contentCardObject)

  /// 30 days, in milliseconds.
  private static let limit: Int64 = 30 * 24 * 60 * 60 * 1000

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let expiry = context.expiry, let created = context.created,
      expiry.milliseconds - created.milliseconds > limit
    else { return }
    // Both times may be of clocks that differ a little.
    let days = (expiry.milliseconds - created.milliseconds) / 86_400_000
    guard days > 30 else { return }
    findings.report(
      self, at: .value(context.card.valueNode(of: .expiresAt)),
      "the card expires \(days) days after its creation; 30 are the most")
  }
}
