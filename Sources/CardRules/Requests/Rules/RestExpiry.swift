import CardProcessing
import CardJSON
import ContentCardKit

/// A REST content card says when it expires.
enum RestExpiryMissing: RestCardRule {
  static let text = RuleText(
    id: "rest/expiry-missing", severity: .error,
    summary: "a REST content card has \"time_to_live\" or \"expire_at\"",
    reason: "The API requires one of them; a card that never expires can be made in the "
      + "dashboard only.",
    bad: #"⟦{"type":"CLASSIC","title":"Hi","description":"There"}⟧"#,
    good: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600}"#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key: StaticString in ["time_to_live", "expire_at"] {
      if object.value(key) != nil || object.hasWrongKey(of: key) { return }
    }
    findings.report(
      self, at: .value(object.node),
      "the card does not say when it expires: expected \"time_to_live\" or \"expire_at\"")
  }
}

/// A REST content card says only once when it expires.
enum RestExpiryTwice: RestCardRule {
  static let text = RuleText(
    id: "rest/expiry-twice", severity: .error,
    summary: "a REST content card has only one of \"time_to_live\" and \"expire_at\"",
    reason: "The two exclude each other. Which one counts when both are there is documented "
      + "nowhere, so the card may be gone early or stay too long.",
    bad: .restCard(#"⟦"expire_at"⟧:"2026-11-21T10:00:00Z""#),
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-21T10:00:00Z"}
      """#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let seconds = object.value("time_to_live"), let time = object.value("expire_at") else {
      return
    }
    findings.report(
      self, at: .key(max(seconds, time)),
      "\"time_to_live\" and \"expire_at\" exclude each other: keep one")
  }
}

/// The time that a REST content card lives is a positive number of seconds.
enum RestTimeToLiveInvalid: RestCardRule {
  static let text = RuleText(
    id: "rest/time-to-live-invalid", severity: .error,
    exceptions: [RuleException(.warning, "for less than a minute")],
    summary: "\"time_to_live\" is a positive number of seconds",
    reason: "A card that lives no time at all is expired when it arrives, and nobody sees it.",
    bad: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":⟦0⟧}"#,
    good: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600}"#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("time_to_live", of: .number) else { return }
    let seconds = object.document.content(value)
    if JSONNumber.compare(seconds, ByteView("0")) <= 0 {
      findings.report(
        self, at: .value(value),
        "expected a positive number of seconds, found \(object.shown(value))")
    } else if JSONNumber.compare(seconds, ByteView("60")) < 0 {
      findings.report(
        self, at: .value(value), severity: .warning,
        "the card expires \(object.shown(value)) s after it is sent; few users will see it")
    }
  }
}

/// The time at which a REST content card expires is written as ISO 8601.
enum RestExpireAtInvalid: RestCardRule {
  static let text = RuleText(
    id: "rest/expire-at-invalid", severity: .error,
    summary: "\"expire_at\" is an ISO 8601 time",
    reason: "The API refuses a time that it cannot read. Epoch seconds, and dates as people write "
      + "them, are no ISO 8601.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":⟦"21.11.2026 10:00"⟧}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-21T10:00:00Z"}
      """#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.text("expire_at"), object.date(value) == nil else { return }
    findings.report(self, at: .value(value), object.noTime(value))
  }
}

/// A REST content card expires within 30 days.
enum RestExpiryTooFar: RestCardRule {
  static let text = RuleText(
    id: "rest/expiry-too-far", severity: .error,
    summary: "a REST content card expires at most 30 days ahead",
    reason: "Braze keeps no card that was sent by the API for longer than 30 days: it refuses the "
      + "request.",
    bad: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":⟦2592001⟧}"#,
    good: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":2592000}"#,
    source: PublicPage.contentCardObject)

  /// The longest time a card may live, in seconds.
  static let limit: Int64 = 2_592_000

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("time_to_live", of: .number) else { return }
    let spelling = object.document.content(value)
    guard JSONNumber.compare(spelling, ByteView("2592000")) > 0 else { return }
    let whole = JSONNumber.rounded(spelling).map { $0 / 86_400 }
    let days = whole.flatMap { $0 > 30 ? " (\($0) days)" : nil } ?? ""
    findings.report(
      self, at: .value(value),
      "\(object.shown(value)) s\(days) exceeds the 30-day maximum (\(limit) s)" + hint(spelling))
  }

  /// Thousand times too much is a number of milliseconds.
  private static func hint(_ spelling: ByteView) -> String {
    guard let value = JSONNumber.smallInteger(spelling), value % 1000 == 0,
      value >= 3_600_000, value <= limit * 1000
    else { return "" }
    return "; in seconds it would be \(value / 1000)"
  }
}

/// The time at which a REST content card expires is within 30 days of its sending.
enum RestExpireAtTooFar: RestCardRule {
  static let text = RuleText(
    id: "rest/expire-at-too-far", severity: .warning,
    summary: "\"expire_at\" is at most 30 days from now, or from when the message is sent",
    reason: "Braze keeps no card for longer than 30 days, and refuses a request that asks for more "
      + "when it is sent. A warning, because only the sender knows when that is.",
    bad: RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","expire_at":⟦"2026-12-24"⟧}"#,
      .noonOfAnExample),
    good: RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-12-20"}"#,
      .noonOfAnExample),
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard object.settings.now != 0, let value = object.text("expire_at"),
      let date = object.date(value), date > object.sendingTime + RestExpiryTooFar.limit * 1000
    else { return }
    findings.report(
      self, at: .value(value), "\(object.shown(value)) is more than 30 days ahead")
  }
}

extension CheckSettings {
  /// Noon of 21 November 2026, for examples that are about the clock.
  static let noonOfAnExample = example {
    $0.now = 1_795_262_400_000
    $0.isNowGiven = true
  }
}

extension RequestObject {
  /// When the message is sent, in epoch milliseconds: now, or later when the request says so.
  var sendingTime: Int64 {
    guard let schedule = document.member(ByteView("schedule"), of: body),
      let time = document.member("time", .string, of: schedule), let date = date(time)
    else { return settings.now }
    return max(date, settings.now)
  }
}

/// A REST content card does not expire before it is sent.
enum RestExpiryPast: RestCardRule {
  static let text = RuleText(
    id: "rest/expiry-past", severity: .warning,
    summary: "\"expire_at\" is not in the past",
    reason: "A card that has expired is not sent, or is gone before anybody sees it.",
    bad: RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","expire_at":⟦"2026-11-20"⟧}"#,
      .noonOfAnExample),
    good: RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-22"}"#,
      .noonOfAnExample),
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let settings = object.settings
    guard settings.now != 0, let value = object.text("expire_at"), let date = object.date(value),
      date <= object.sendingTime
    else { return }
    let isPast = date <= settings.now
    findings.report(
      self, at: .value(value),
      "\(object.shown(value)) is \(isPast ? "in the past" : "before the message is sent")")
  }
}

/// The user's local time is asked for only where there is a time.
enum RestLocalTimeUnused: RestCardRule {
  static let text = RuleText(
    id: "rest/local-time-unused", severity: .info,
    summary: "\"expire_in_local_time\" stands beside \"expire_at\"",
    reason: "A number of seconds is the same everywhere, so the switch has no effect.",
    bad: .restCard(#"⟦"expire_in_local_time"⟧:true"#),
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-21T10:00:00",
      "expire_in_local_time":true}
      """#,
    source: PublicPage.contentCardObject)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("expire_in_local_time", of: .true),
      object.value("expire_at") == nil, object.value("time_to_live") != nil
    else { return }
    findings.report(
      self, at: .key(value), "without \"expire_at\" this has no effect")
  }
}
