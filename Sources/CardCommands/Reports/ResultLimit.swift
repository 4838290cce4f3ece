import CardRules

/// Limits the number of findings in reports that consumers load as a whole: GitHub rejects SARIF
/// with more than 25,000 results per run.
struct ResultLimit: Equatable, Sendable {
  var maximum = 25_000
  private(set) var shown = 0
  private(set) var omitted = ReportSummary()

  /// Returns whether there is room for another finding, and counts it either way.
  mutating func admits(_ severity: Severity) -> Bool {
    guard shown < maximum else {
      omitted.add(severity)
      return false
    }
    shown += 1
    return true
  }

  /// A message about the omitted findings; nil if none were omitted.
  var note: String? { omitted.total == 0 ? nil : "not shown: \(omitted.foundText)" }
}
