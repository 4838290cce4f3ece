import CardRules

/// What reports say about a rule, whatever it finds.
struct ReportRule: Equatable, Sendable {
  /// The rule's id, such as `card/id-missing`.
  var id: String
  /// How much its findings matter unless somebody says otherwise.
  var severity: Severity
  /// What it looks for, in a few words: lower case, no full stop.
  var summary: String
  /// Why it matters, in sentences.
  var explanation: String
  /// Where it is written down: an address, or a reference in words; empty without one.
  var source: String
}
