import CardProcessing
import CardJSON

// The rules for the content card of a request.
extension Rule {
  static let restTypeUnknown = Rule(
    id: "rest/type-unknown", severity: .error, source: PublicPage.contentCardObject,
    summary: "require the type CLASSIC, CAPTIONED_IMAGE or BANNER in REST content cards",
    reason: "The API knows three types, in capital letters. It refuses the names that the "
      + "dashboard or an SDK uses.",
    bad: #"{"type":⟦"banner"⟧,"image_url":"https://cdn.example.com/a.png","time_to_live":3600}"#,
    right: #""BANNER""#)

  static let restTextMissing = Rule(
    id: "rest/text-missing", severity: .error, source: PublicPage.contentCardObject,
    summary: "require \"title\" and \"description\" in a CLASSIC or CAPTIONED_IMAGE card",
    reason: "The API requires both for every type but BANNER; the title may be empty, but not "
      + "absent.",
    bad: #"⟦{"type":"CLASSIC","title":"Hi","time_to_live":3600}⟧"#,
    good: #"{"type":"CLASSIC","title":"","description":"There","time_to_live":3600}"#)

  static let restImageMissing = Rule(
    id: "rest/image-missing", severity: .error, source: PublicPage.contentCardObject,
    summary: "require \"image_url\" in a CAPTIONED_IMAGE or BANNER card",
    reason: "These types show an image. The API refuses the card without it.",
    bad: #"⟦{"type":"BANNER","time_to_live":3600}⟧"#,
    good: #"{"type":"BANNER","image_url":"https://cdn.example.com/a.png","time_to_live":3600}"#)

  static let restExpiryMissing = Rule(
    id: "rest/expiry-missing", severity: .error, source: PublicPage.contentCardObject,
    summary: "require \"time_to_live\" or \"expire_at\" in a REST content card",
    reason: "The API requires one of them. Only the dashboard can make a card that never expires.",
    bad: #"⟦{"type":"CLASSIC","title":"Hi","description":"There"}⟧"#, good: .plainRestCard)

  static let restExpiryTwice = Rule(
    id: "rest/expiry-twice", severity: .error, source: PublicPage.contentCardObject,
    summary: "disallow both \"time_to_live\" and \"expire_at\" in a REST content card",
    reason: "The two exclude each other. The API does not document which one it uses, so the card "
      + "may expire early or late.",
    bad: .restCard(#"⟦"expire_at"⟧:"2026-11-21T10:00:00Z""#),
    good: .classic(#""expire_at":"2026-11-21T10:00:00Z""#))

  static let restTimeToLiveInvalid = Rule(
    id: "rest/time-to-live-invalid", severity: .error, source: PublicPage.contentCardObject,
    exceptions: [.warning: "for less than a minute"],
    summary: "require a positive number of seconds in \"time_to_live\"",
    reason: "A card without a lifetime has expired when it arrives, and no user sees it.",
    bad: .classic(#""time_to_live":⟦0⟧"#), right: "3600")

  static let restExpireAtInvalid = Rule(
    id: "rest/expire-at-invalid", severity: .error, source: PublicPage.contentCardObject,
    summary: "require an ISO 8601 time in \"expire_at\"",
    reason: "The API refuses a time that it cannot read, such as epoch seconds or a date in "
      + "another format.",
    bad: .classic(#""expire_at":⟦"21.11.2026 10:00"⟧"#), right: #""2026-11-21T10:00:00Z""#)

  static let restExpiryTooFar = Rule(
    id: "rest/expiry-too-far", severity: .error, source: PublicPage.contentCardObject,
    summary: "disallow a lifetime of more than 30 days in a REST content card",
    reason: "Braze keeps a card from the API for at most 30 days, and refuses the request.",
    bad: .classic(#""time_to_live":⟦2592001⟧"#), right: "2592000")

  static let restExpireAtTooFar = Rule(
    id: "rest/expire-at-too-far", severity: .warning, source: PublicPage.contentCardObject,
    traits: .clock,
    summary: "disallow an \"expire_at\" of more than 30 days after the message is sent",
    reason: "Braze keeps a card for at most 30 days, and refuses a request with a later expiry. A "
      + "warning, because only the sender knows when the request is sent.",
    bad: .classic(#""expire_at":⟦"2026-12-24"⟧"#, .noonOfAnExample), right: #""2026-12-20""#)

  static let restExpiryPast = Rule(
    id: "rest/expiry-past", severity: .warning, source: PublicPage.contentCardObject,
    traits: .clock, summary: "disallow an \"expire_at\" in the past",
    reason: "A card that has expired is not sent, or no user sees it.",
    bad: .classic(#""expire_at":⟦"2026-11-20"⟧"#, .noonOfAnExample), right: #""2026-11-22""#)

  static let restLocalTimeUnused = Rule(
    id: "rest/local-time-unused", severity: .info, source: PublicPage.contentCardObject,
    summary: "require \"expire_at\" together with \"expire_in_local_time\"",
    reason: "A number of seconds is the same everywhere, so the switch has no effect.",
    bad: .restCard(#"⟦"expire_in_local_time"⟧:true"#),
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-21T10:00:00",
      "expire_in_local_time":true}
      """#)

  static let restLiquidUnclosed = Rule(
    id: "rest/liquid-unclosed", severity: .warning, source: PublicPage.liquid,
    summary: "require a \"}}\" for each \"{{\", a \"%}\" for each \"{%\", and end tags",
    reason: "Braze cannot render the template: the card is not sent, or users see the template "
      + "itself.",
    bad:
      #"{"type":"CLASSIC","title":"Hi ⟦{{⟧${first_name} }","description":"B","time_to_live":3600}"#,
    good:
      #"{"type":"CLASSIC","title":"Hi {{${first_name}}}","description":"B","time_to_live":3600}"#)

  static let restLiquidBraces = Rule(
    id: "rest/liquid-braces", severity: .warning, source: PublicPage.liquid,
    summary: "require ${} around Braze's own attributes in Liquid, and all of its braces",
    reason: "Braze knows {{${first_name}}}, and renders {{first_name}} as nothing: users see a "
      + "greeting without a name.",
    bad:
      #"{"type":"CLASSIC","title":"Hi ⟦{{first_name}}⟧","description":"B","time_to_live":3600}"#,
    right: "{{${first_name}}}")
}
