@_spi(CardTool) import CardJSON
import CardRules
import CardPlatform

/// What becomes of findings: looked up in the baseline, counted, reported.
///
/// Findings are handed in as the policy judged them, in the order of the input. The exit status
/// follows from what was counted, never from what was printed.
struct Verdict {
  /// Which findings count how much.
  let policy: Policy
  private var report: any Report
  /// The reports beside it.
  private let others: [ReportOutput]
  private var baseline: Baseline?
  private var writer: BaselineWriter?
  private(set) var summary = ReportSummary()
  /// How many findings of each rule were to be shown.
  private(set) var shown: MessageCounts
  /// The rules whose findings nobody looks for, or that come and go with time, so that nothing can
  /// be said of their entries.
  private let exempt: Set<String>

  /// A verdict by `policy`, told by `report`.
  ///
  /// - Parameters:
  ///   - baseline: the findings that do not count.
  ///   - writer: what collects findings for a new baseline, which then do not count either.
  ///   - others: what else tells of the findings.
  ///   - countsRules: whether the findings of each rule are counted.
  ///   - limit: the most findings of one rule that are shown; the others count all the same.
  ///   - exempt: the rules whose entries are never stale.
  init(
    _ policy: Policy, _ report: any Report, baseline: Baseline? = nil,
    writer: BaselineWriter? = nil, others: [ReportOutput] = [], countsRules: Bool = false,
    limit: Int = .max, exempt: Set<String> = []
  ) {
    shown = MessageCounts(limit: limit)
    self.exempt = exempt
    self.policy = policy
    self.report = report
    self.others = others
    self.baseline = baseline
    self.writer = writer
    if baseline != nil || writer != nil { summary.known = 0 }
    summary.rulesOff = policy.rulesOff
    if countsRules { summary.statistics = RuleStatistics() }
  }

  /// Appends what comes before the first finding.
  mutating func begin(_ output: inout ByteBuffer) {
    report.begin(&output)
    for other in others { other.begin() }
  }

  /// Looks a finding of the policy's severity up in the baseline, counts it, and appends it when it
  /// is to be printed and there is room for it.
  mutating func add(_ finding: consuming LocatedFinding, _ output: inout ByteBuffer) {
    let (rule, severity) = (finding.finding.rule, finding.finding.severity)
    if isKnown(finding) {
      summary.known? += 1
      return
    }
    summary.add(severity)
    summary.statistics?.add(rule: rule, severity)
    if policy.prints(severity), shown.admits(rule) { tell(finding, &output) }
  }

  /// Appends that an input cannot be read, which no policy and no baseline makes good.
  mutating func add(unreadable path: String, _ message: String, _ output: inout ByteBuffer) {
    summary.add(.error)
    summary.statistics?.add(rule: UnreadableInput.rule.id, .error)
    tell(UnreadableInput.finding(path, message), &output)
  }

  private mutating func tell(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    report.add(finding, &output)
    for other in others { other.add(finding) }
  }

  /// Counts bodies of requests that were checked.
  mutating func count(requests: Int) { summary.requests += requests }

  /// Notes that the input called `path` was read to its end.
  mutating func finish(_ path: String, _ output: inout ByteBuffer) {
    report.finish(path, &output)
    for other in others { other.finish(path) }
  }

  /// Writes what the other reports hold.
  func flushOthers() throws(SystemFailure) {
    for other in others { try other.flush() }
  }

  /// Judges the baseline, and appends what comes after the last finding.
  ///
  /// - Parameters:
  ///   - cards: how many cards were looked at.
  ///   - read: the inputs that were read to their end, as they were named.
  /// - Throws: `SystemFailure` when the system does not say whether a file of the baseline is
  ///   there.
  mutating func end(
    cards: Int, read: [String], _ console: Console, _ output: inout ByteBuffer
  ) throws(SystemFailure) {
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
          if policy.judge(&stale.finding) { add(stale, &output) }
        }
      }
    }
    report.end(summary, &output)
    for other in others { other.end(summary) }
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
