import CardJSON
import CardRules

/// How many findings a report holds that its reader takes in as a whole.
///
/// GitHub refuses SARIF with more than 25,000 results in a run; what is larger elsewhere, nobody
/// reads. As findings come in the order of the input, those that matter less leave room for those
/// that matter more: infos take three fifths of it, infos and warnings together four fifths.
struct ResultLimit: Equatable, Sendable {
  private let most: Int
  private var shown = 0
  private var omitted = ReportSummary()

  /// A limit of `most` findings.
  init(_ most: Int = 25_000) {
    self.most = most
  }

  /// Whether there is room for a finding of this severity; counts it either way.
  mutating func admits(_ severity: Severity) -> Bool {
    let room = severity.one(error: most, warning: most / 5 * 4, info: most / 5 * 3)
    guard shown < room else {
      omitted.add(severity)
      return false
    }
    shown += 1
    return true
  }

  /// How many findings were left out, in words; nil when none were.
  var note: String? {
    omitted.total == 0 ? nil : "not shown: \(omitted.foundText)"
  }
}

extension ReportSummary {
  /// The number of findings.
  var total: Int { errors + warnings + infos }

  /// The findings that there are, the gravest first: `2 errors, 1 info`.
  var foundText: String {
    found.filter { $0.count > 0 }.map { counted($0.count, $0.name) }.joined(separator: ", ")
  }
}
