import CardJSON
import CardRules
import CardPlatform

/// What becomes of findings: looked up in the baseline, counted, reported.
///
/// Findings are handed in as the policy judged them, in the order of the input. The exit status
/// follows from what was counted, never from what was printed.
struct Verdict {
  /// Which findings count how much.
  let policy: Policy
  private let reports: [ReportOutput]
  private var baseline: Baseline?
  private var writer: BaselineWriter?
  private(set) var summary = ReportSummary()
  /// How many findings of each rule were to be shown.
  private(set) var shown: MessageCounts
  /// The rules whose findings nobody looks for, or that come and go with time, so that nothing can
  /// be said of their entries.
  private let exempt: Set<String>

  /// A verdict by `policy`, told by `reports`.
  ///
  /// - Parameters:
  ///   - baseline: the findings that do not count.
  ///   - writer: what collects findings for a new baseline, which then do not count either.
  ///   - countsRules: whether the findings of each rule are counted.
  ///   - limit: the most findings of one rule that are shown; the others count all the same.
  ///   - exempt: the rules whose entries are never stale.
  init(
    _ policy: Policy, _ reports: [ReportOutput], baseline: Baseline? = nil,
    writer: BaselineWriter? = nil, countsRules: Bool = false, limit: Int = .max,
    exempt: Set<String> = []
  ) {
    shown = MessageCounts(limit: limit)
    self.exempt = exempt
    self.policy = policy
    self.reports = reports
    self.baseline = baseline
    self.writer = writer
    if baseline != nil || writer != nil { summary.known = 0 }
    summary.rulesOff = policy.rulesOff
    if countsRules { summary.statistics = RuleStatistics() }
  }

  /// Adds what comes before the first finding.
  func begin() { tell { $0.begin(&$1) } }

  private func tell(_ body: (inout any Report, inout ByteBuffer) -> Void) {
    for report in reports { report.add(body) }
  }

  /// Looks a finding of the policy's severity up in the baseline, counts it, and adds it when it is
  /// to be printed and there is room for it.
  mutating func add(_ finding: LocatedFinding) {
    if isKnown(finding) {
      summary.known? += 1
    } else {
      count(finding)
    }
  }

  private mutating func count(_ finding: LocatedFinding) {
    let (rule, severity) = (finding.finding.rule, finding.finding.severity)
    summary.add(severity)
    summary.statistics?.add(rule: rule, severity)
    if policy.prints(severity), shown.admits(rule) { tell { $0.add(finding, &$1) } }
  }

  /// Adds that an input cannot be read, which no policy and no baseline makes good.
  mutating func add(unreadable path: String, _ message: String) {
    summary.add(.error)
    summary.statistics?.add(rule: UnreadableInput.rule.id, .error)
    tell { $0.add(UnreadableInput.finding(path, message), &$1) }
  }

  /// Adds a finding about the whole run, which no baseline accepts.
  mutating func add(ofRun located: LocatedFinding) {
    var located = located
    guard policy.judge(&located.finding) else { return }
    count(located)
  }

  /// Counts bodies of requests that were checked.
  mutating func count(requests: Int) { summary.requests += requests }

  /// Notes that the input called `path` was read to its end.
  func finish(_ path: String) { tell { $0.finish(path, &$1) } }

  /// Puts what the report among the rows holds in the place of `rows`.
  func take(_ rows: inout ByteBuffer) { for report in reports { report.take(&rows) } }

  /// Writes what the other reports hold.
  func flush() throws(SystemFailure) { for report in reports { try report.flush() } }

  /// Judges the baseline, and adds what comes after the last finding.
  ///
  /// - Parameters:
  ///   - cards: how many cards were looked at.
  ///   - read: the inputs that were read to their end, as they were named.
  /// - Throws: `SystemFailure` when the system does not say whether a file of the baseline is
  ///   there.
  mutating func end(cards: Int, read: [String], _ console: Console) throws(SystemFailure) {
    summary.cards = cards
    if let baseline {
      let paths = try baseline.knownPaths(read: read, console)
      let isKnown = { [exempt] (key: BaselineKey) in
        paths.contains(key.path) && !exempt.contains(key.rule)
      }
      if writer != nil {
        writer?.keep(from: baseline, isKnown: isKnown)
      } else {
        for var stale in baseline.staleEntries(isKnown: isKnown) {
          if policy.judge(&stale.finding) { count(stale) }
        }
      }
    }
    tell { [summary] in $0.end(summary, &$1) }
  }

  /// Writes the new baseline where one was asked for; called after `end`.
  ///
  /// - Throws: `ConfigurationError` when there are too many findings, `SystemFailure` when the file
  ///   cannot be written.
  func writeBaseline(to path: String, _ console: Console) throws {
    try writer?.write(to: path, console)
  }

  /// The exit status that the findings alone give.
  var status: Int32 { policy.fails(summary) ? ExitStatuses.data : ExitStatuses.done }

  /// Why the run fails although nothing is an error, in words; nil when that is not so.
  var excess: String? { policy.excess(summary) }

  /// Whether a finding does not count, because a baseline has it or will have it.
  private mutating func isKnown(_ finding: LocatedFinding) -> Bool {
    if writer != nil {
      guard finding.finding.severity != .info else { return false }
      writer?.add(finding)
      return true
    }
    guard baseline != nil else { return false }
    return baseline?.takes(finding) ?? false
  }
}
