import CardRules

/// The maximum number of findings in a report that its reader loads as a whole: GitHub refuses
/// SARIF with more than 25,000 results in a run.
struct ResultLimit: Equatable, Sendable {
  var maximum = 25_000
  private(set) var shown = 0
  private(set) var omitted = ReportSummary()

  /// Whether there is room for a finding of this severity; counts it either way.
  mutating func admits(_ severity: Severity) -> Bool {
    guard shown < maximum else {
      omitted.add(severity)
      return false
    }
    shown += 1
    return true
  }

  /// The number of omitted findings in words; nil for zero.
  var note: String? { omitted.total == 0 ? nil : "not shown: \(omitted.foundText)" }
}
