import CardJSON
import CardRules
import CardPlatform

/// Looks up findings in the baseline, counts them and reports them.
///
/// Findings arrive in input order, with the severity that the policy assigned. The exit status
/// depends on the counts, never on what was printed.
struct Verdict {
  /// The policy of the run.
  let policy: Policy
  private let reports: [ReportOutput]
  private var baseline: Baseline?
  private var writer: BaselineWriter?
  var summary = ReportSummary()
  /// The number of findings of each rule, whether shown or not.
  private(set) var shown: MessageCounts
  /// Returns whether an entry is never stale because its rule does not run or depends on the time.
  private let isExempt: (BaselineKey) -> Bool

  /// Creates a verdict that writes to `reports`.
  ///
  /// - Parameters:
  ///   - baseline: the accepted findings, which do not affect the exit status.
  ///   - writer: collects findings for a new baseline, which do not affect the exit status either.
  ///   - countsRules: whether to count the findings of each rule.
  ///   - limit: the maximum number of findings of one rule to show. All of them are counted.
  ///   - isExempt: returns whether an entry of the baseline is never stale.
  init(
    _ policy: Policy, _ reports: [ReportOutput], baseline: Baseline? = nil,
    writer: BaselineWriter? = nil, countsRules: Bool = false, limit: Int = .max,
    isExempt: @escaping (BaselineKey) -> Bool = { _ in false }
  ) {
    shown = MessageCounts(limit: limit)
    self.isExempt = isExempt
    self.policy = policy
    self.reports = reports
    self.baseline = baseline
    self.writer = writer
    if baseline != nil || writer != nil { summary.known = 0 }
    summary.rulesOff = policy.rulesOff
    if countsRules { summary.statistics = RuleStatistics() }
  }

  /// Writes the text before the first finding.
  func begin() { for report in reports { report.add { $0.begin(&$1) } } }

  /// Counts and reports a finding, unless a baseline contains it or will contain it.
  mutating func add(_ located: LocatedFinding) {
    let isKnown =
      writer == nil ? baseline?.accepts(located) == true : located.finding.severity != .info
    guard isKnown else { return count(located) }
    writer?.add(located)
    summary.known? += 1
  }

  private mutating func count(_ located: LocatedFinding) {
    let (rule, severity) = (located.finding.rule, located.finding.severity)
    summary.add(rule: rule, severity)
    if !located.finding.fix.isEmpty { summary.fixable += 1 }
    if policy.prints(severity), shown.admits(rule.id) { report(located) }
  }

  private func report(_ located: LocatedFinding) {
    for report in reports { report.add(located) }
  }

  /// Reports that an input cannot be read, regardless of policy and baseline.
  mutating func add(unreadable path: String, _ message: String) {
    summary.add(rule: .inputUnreadable, .error)
    report(LocatedFinding(of: .inputUnreadable, in: path, message))
  }

  /// Adds a finding about the whole run, regardless of the baseline.
  mutating func add(ofRun located: LocatedFinding) {
    var located = located
    if policy.judge(&located.finding) { count(located) }
  }

  /// Records that the input at `path` was read to its end.
  func finish(_ path: String) { for report in reports { report.add { $0.finish(path, &$1) } } }

  /// Writes the unwritten text of the reports.
  func write() throws(SystemFailure) { for report in reports { try report.stream?.flush() } }

  /// Reports stale entries of the baseline, and writes the text after the last finding.
  ///
  /// - Parameter read: the inputs that were read to their end, as the user named them.
  /// - Throws: `SystemFailure` if it is unknown whether a file of the baseline exists.
  mutating func end(read: [String], _ console: Console) throws(SystemFailure) {
    if let baseline {
      let paths = try baseline.knownPaths(read: read, console)
      let isKnown = { [isExempt] (key: BaselineKey) in paths.contains(key.path) && !isExempt(key) }
      writer?.keep(from: baseline, isKnown: isKnown)
      let stale = writer == nil ? baseline.staleEntries(isKnown: isKnown) : []
      for entry in stale { add(ofRun: entry) }
    }
    for report in reports { report.add { $0.end(summary, &$1) } }
  }

  /// Writes the new baseline if requested.
  ///
  /// Call `end` first.
  ///
  /// - Throws: `ConfigurationError` if there are too many findings, `SystemFailure` if the file
  ///   cannot be written.
  func writeBaseline(to path: String, _ console: Console) throws {
    try writer?.write(to: path, console)
  }

  /// The exit status based on the findings alone.
  var status: Int32 { policy.fails(summary) ? ExitStatuses.data : ExitStatuses.done }

  /// The message for too many warnings; nil if they are within the limit.
  var excess: String? { policy.excess(summary) }
}
