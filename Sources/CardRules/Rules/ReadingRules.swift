import ContentCardKit

// Rules for values that cannot be read, and for feeds.
extension Rule {
  static let jsonSyntax = Rule("json/syntax", .error, traits: [.reading, .fixed])
  static let arrayTruncated = Rule("json/rest-not-read", .error, traits: [.container, .reading])
  static let inputFormat = Rule("input/format", .error, traits: .reading)
  package static let cardShape = Rule("card/shape", .error, traits: .reading)
  static let cardTooLarge = Rule("card/too-large", .error, traits: .reading)
  static let syncFailed = Rule("sync/failed", .error, traits: .reading)
  static let syncWithoutCards = Rule("sync/no-cards", .error, traits: .reading)
  static let syncValue = Rule("sync/value", .error)
  static let duplicateID = Rule("feed/duplicate-id", .error)
  static let sameCampaign = Rule("feed/same-campaign", .info)
  static let tooManyCards = Rule("feed/too-many-cards", .warning)
}

extension ReadingProblem {
  /// The rule of the problem.
  ///
  /// The codes of problems are rule ids, except for files that are truncated or contain hidden
  /// JSON.
  package var rule: Rule { Rules.rule(code) ?? .inputFormat }
}
