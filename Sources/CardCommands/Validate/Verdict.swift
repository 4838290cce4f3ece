import CardJSON
import CardRules
import CardPlatform

/// Looks findings up in the baseline, counts and reports them.
///
/// Findings come in the order of the input, with the severity that the policy gives them. The exit
/// status depends on the counts, never on what was printed.
struct Verdict {
  /// The policy of the run.
  let policy: Policy
  private let reports: [ReportOutput]
  private var baseline: Baseline?
  private var writer: BaselineWriter?
  var summary = ReportSummary()
  /// The number of findings of each rule, shown or not.
  private(set) var shown: MessageCounts
  /// Whether an entry is never stale: its rule does not run, or depends on the time.
  private let isExempt: (BaselineKey) -> Bool

  /// A verdict by `policy`, in `reports`.
  ///
  /// - Parameters:
  ///   - baseline: the findings that do not count.
  ///   - writer: collects findings for a new baseline, which then do not count either.
  ///   - countsRules: whether the findings of each rule are counted.
  ///   - limit: the maximum number of findings of one rule that are shown; the others count too.
  ///   - isExempt: whether an entry of the baseline is never stale.
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

  /// Adds what comes before the first finding.
  func begin() { for report in reports { report.add { $0.begin(&$1) } } }

  /// Counts and reports a finding, unless a baseline contains it or will contain it.
  mutating func add(_ located: LocatedFinding) {
    let isKnown =
      writer == nil ? baseline?.takes(located) == true : located.finding.severity != .info
    guard isKnown else { return count(located) }
    writer?.add(located)
    summary.known? += 1
  }

  private mutating func count(_ located: LocatedFinding) {
    let (rule, severity) = (located.finding.rule, located.finding.severity)
    summary.add(rule: rule, severity)
    if policy.prints(severity), shown.admits(rule) { report(located) }
  }

  private func report(_ located: LocatedFinding) {
    for report in reports { report.add(located) }
  }

  /// Reports that an input cannot be read, which no policy and no baseline accepts.
  mutating func add(unreadable path: String, _ message: String) {
    summary.add(rule: Rule.inputUnreadable.id, .error)
    report(LocatedFinding(of: .inputUnreadable, in: path, message))
  }

  /// Adds a finding about the whole run, which no baseline accepts.
  mutating func add(ofRun located: LocatedFinding) {
    var located = located
    if policy.judge(&located.finding) { count(located) }
  }

  /// Notes that the input called `path` was read to its end.
  func finish(_ path: String) { for report in reports { report.add { $0.finish(path, &$1) } } }

  /// Replaces `rows` by the report that is written to the main output.
  func take(_ rows: inout ByteBuffer) { for report in reports { report.take(&rows) } }

  /// Writes the other reports as far as they go.
  func flush() throws(SystemFailure) { for report in reports { try report.flush() } }

  /// Judges the baseline, and adds what comes after the last finding.
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

  /// Writes the new baseline, if requested, after the end.
  ///
  /// - Throws: `ConfigurationError` if there are too many findings, `SystemFailure` if the file cannot
  ///   be written.
  func writeBaseline(to path: String, _ console: Console) throws {
    try writer?.write(to: path, console)
  }

  /// The exit status that the findings alone give.
  var status: Int32 { policy.fails(summary) ? ExitStatuses.data : ExitStatuses.done }

  /// The reason why the run fails without errors; nil if it does not.
  var excess: String? { policy.excess(summary) }
}
