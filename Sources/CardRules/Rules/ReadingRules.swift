import CardJSON
import ContentCardKit

// The rules for values that cannot be read, and for feeds.
extension Rule {
  static let jsonSyntax = Rule(
    id: "json/syntax", severity: .error, source: PublicPage.json, traits: .reading,
    summary: "require valid JSON",
    reason: "No SDK and no tool reads a card that is not valid JSON.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",⟦}⟧"#,
    good: .plainCard)

  static let arrayTruncated = Rule(
    id: "json/rest-not-read", severity: .error, source: PublicPage.validateManual,
    traits: [.reading, .container],
    summary: "require arrays that can be read to their ends",
    reason: "After broken JSON the start of the next card is unknown, so the rest of the array is "
      + "not checked.",
    bad: #"[{"id":"a","tp":"control","ca":1},⟦{"id":"b","e":{⟧"#,
    good: #"[{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}]"#)

  static let inputFormat = Rule(
    id: "input/format", severity: .error, source: PublicPage.formatsManual, traits: .reading,
    summary: "require JSON text, neither compressed nor UTF-16",
    reason: "Compressed files and UTF-16 are not read; the message says how to convert them.",
    bad: "⟦B⟧Zh91AY", good: .plainCard)

  static let cardShape = Rule(
    id: "card/shape", severity: .error, source: PublicPage.formatsManual, traits: .reading,
    summary: "require a known shape for each record",
    reason: "The keys match no known card format, so the value is not checked.",
    bad: #"⟦{"name":"Winter roast","price":12}⟧"#, good: .plainCard)

  static let cardTooLarge = Rule(
    id: "card/too-large", severity: .error, source: PublicPage.validateManual, traits: .reading,
    summary: "disallow cards larger than --max-card-size",
    reason: "Braze sends at most 2 KB, so such a value is not a card. cardctl does not read it.",
    bad: RuleExample(
      #"⟦{⟧"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
      .example { $0.maximumCardSize = 60 }),
    good: .plainCard)

  static let syncFailed = Rule(
    id: "sync/failed", severity: .error, source: PublicPage.guide, traits: .reading,
    summary: "require sync responses that succeeded",
    reason: "The guide refreshes cards only after a successful update; cards of a failed one are "
      + "not shown.",
    bad: #"{"message":⟦"invalid api key"⟧,"cards":[]}"#, right: #""success""#)

  static let syncWithoutCards = Rule(
    id: "sync/no-cards", severity: .error, source: PublicPage.swiftWireTests, traits: .reading,
    summary: "require a list of cards in sync responses",
    reason: "Without the list an SDK does not know whether there are no cards or the response is "
      + "broken.",
    bad: #"⟦{"message":"success","full_sync":true}⟧"#,
    good: #"{"message":"success","full_sync":true,"cards":[]}"#)

  static let syncValue = Rule(
    id: "sync/value", severity: .error, source: PublicPage.swiftWireTests,
    exceptions: [.warning: "for 0 and 1 as full_sync"],
    summary: "require whole seconds as watermarks, and true or false for full_sync",
    reason: "SDKs read these values by their types. A watermark of another type is lost, and with "
      + "\"full_sync\" as text, cards that the server no longer lists stay in the feed.",
    bad: #"{"message":"success",⟦"full_sync"⟧:"true","cards":[]}"#,
    good: #"{"message":"success","full_sync":true,"cards":[]}"#)

  static let duplicateID = Rule(
    id: "feed/duplicate-id", severity: .error, source: PublicPage.duplicates,
    exceptions: [
      .warning: "for bare cards of one NDJSON file", .info: "if there are too many ids to compare",
    ],
    summary: "disallow duplicate ids",
    reason: "SDKs keep cards by their id: the second one replaces the first, and what users do "
      + "with it is counted once.",
    bad: #"[{"id":"a","tp":"control","ca":1},{"id":⟦"a"⟧,"tp":"control","ca":2}]"#, right: #""b""#)

  static let sameCampaign = Rule(
    id: "feed/same-campaign", severity: .info, source: PublicPage.duplicates,
    summary: "a feed has one card per campaign",
    reason: "A user who may get a campaign again has its card twice, with different ids. This is "
      + "the usual cause of apparent duplicates.",
    bad: RuleExample(
      #"[{"id":"\#(compositeID)","tp":"control","ca":1},\#n{"tp":"control","ca":2,"#
        + #""id":⟦"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MiZtdj0yJnBpPWNtcA=="⟧}]"#),
    right: #""NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdkXyRfY2M9MiZtdj0yJnBpPWNtcA==""#)

  static let tooManyCards = Rule(
    id: "feed/too-many-cards", severity: .warning, source: PublicPage.creation,
    summary: "disallow more than 250 unexpired cards in a feed",
    reason: "Braze keeps 250 cards for a user; it removes the oldest before they are seen.",
    bad: RuleExample(
      #"[{"id":"a","tp":"control","ca":1},⟦{"id":"b","tp":"control","ca":2}⟧]"#,
      .example { $0.maximumCards = 1 }),
    good: RuleExample(
      #"[{"id":"a","tp":"control","ca":1},{"id":"b","tp":"control","ca":1,"ea":2}]"#,
      .example { ($0.maximumCards, $0.now) = (1, 3000) }))
}

extension ReadingProblem {
  /// The rule that the problem breaks.
  package var rule: Rule {
    switch reason {
    case .syntax: .jsonSyntax
    case .noCard(let reason): reason.isSyncResponse ? .syncWithoutCards : .cardShape
    case .card: .cardShape
    case .tooLarge: .cardTooLarge
    case .restOfArray: .arrayTruncated
    case .failedSync: .syncFailed
    case .foreign: .inputFormat
    case .carrier(.broken, _): .jsonSyntax
    case .carrier(.tooLarge, _): .cardTooLarge
    case .carrier(.cut, _), .carrier(.hidden, _), .carrier(.format, _): .inputFormat
    }
  }
}
