import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// Receives checked blocks in order, and counts and reports their findings, except those that a
/// baseline contains.
///
/// The exit status depends on the counts, never on what was printed.
final class FindingReporter: RunObserver {
  private let checks: InputChecks
  private let policy: Policy
  private let reports: [ReportOutput]
  private let name: (Int) -> String
  private var findings: FindingStream
  private var baseline: Baseline?
  private var writer: BaselineWriter?
  /// Whether the reports show the source line of each finding.
  var showsExcerpts = false
  /// Whether bad records are skipped, so that they have no findings.
  var skipsProblems = false
  var summary = ReportSummary()
  /// The numbers of the files with fixable findings, in order.
  private(set) var fixableFiles: [Int] = []
  /// The number of findings of each rule, whether shown or not.
  private(set) var shown: MessageCounts

  /// The number of recognized values.
  private var values = 0
  /// Whether a finding or a skipped record explains why no value was recognized.
  private var isExplained = false
  /// The inputs that were read to their end, as the user named them.
  private var wholeInputs: [String] = []
  private var input = -1
  /// The number of recognized values before the current input.
  private var earlierValues = 0
  /// Whether a finding was reported in the current input.
  private var hasFinding = false
  /// The last file for which a finding said that something in it is not checked.
  private var uncheckedFile = -1

  /// Creates a reporter that writes to `reports`.
  ///
  /// - Parameters:
  ///   - policy: by default the policy for files that no override matches.
  ///   - baseline: the accepted findings, which do not affect the exit status.
  ///   - writer: collects findings for a new baseline, which do not affect the exit status either.
  ///   - countsRules: whether to count the findings of each rule.
  ///   - limit: the maximum number of findings of one rule to show. All of them are counted.
  ///   - name: returns the name of an input by its number.
  init(
    _ checks: InputChecks, _ reports: [ReportOutput], policy: Policy? = nil,
    baseline: Baseline? = nil, writer: BaselineWriter? = nil, countsRules: Bool = false,
    limit: Int = .max, name: @escaping (Int) -> String
  ) {
    self.policy = policy ?? checks.usual.policy
    findings = checks.findings(self.policy, name: name)
    shown = MessageCounts(limit: limit)
    (self.checks, self.reports, self.name) = (checks, reports, name)
    (self.baseline, self.writer) = (baseline, writer)
    if baseline != nil || writer != nil { summary.known = 0 }
    summary.rulesOff = self.policy.rulesOff
    if countsRules { summary.statistics = RuleStatistics() }
    for report in reports { report.add { $0.begin(&$1) } }
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    // `validate` never merges, so every batch comes from a block.
    guard case .block(let task, let position) = origin else { return }
    if task.input != input {
      (input, earlierValues, hasFinding) = (task.input, values, false)
    }
    summary.cards += batch.checked.cards
    summary.requests += batch.checked.requests
    values += batch.checked.values
    if skipsProblems, batch.checked.problems > 0 { isExplained = true }
    findings.begin(origin)
    let (rule, beginsLine) = (Rule.inputNotJSON, position.column == 1)
    let notJSON = findings.severity(of: rule.id, rule.severity)
    findings.take(batch, of: origin) { located in
      isExplained = true
      guard isReported(&located.finding, task, notJSON: notJSON) else { return }
      hasFinding = true
      located.setSubject(in: task.bytes.view, at: task.offset)
      if showsExcerpts { located.setExcerpt(in: task, beginsLine: beginsLine) }
      add(located)
    }
    // The problem of a file that is not read says what it is.
    if task.problem != nil, task.bytes.count == 0 { isExplained = true }
    // A file that is not ours gets only one finding.
    if task.role != .ours, hasFinding { task.end.state.skipInput() }
    if let failure = task.failure {
      fail(name(input), failure)
    } else if task.isFinal, !task.end.isStopped {
      endInput()
    }
    try flush()
  }

  /// Writes the unwritten text of the reports.
  func flush() throws(SystemFailure) { for report in reports { try report.stream.flush() } }

  private func endInput() {
    let path = name(input)
    if values == earlierValues, !hasFinding, mustBeChecked {
      isExplained = true
      let message = "nothing was checked: the file is empty"
      add(ofRun: LocatedFinding(of: .nothingChecked, in: path, message))
    }
    wholeInputs.append(path)
    for report in reports { report.add { $0.finish(path, &$1) } }
  }

  /// Reports that an input cannot be read, regardless of policy and baseline.
  func fail(_ path: String, _ failure: SystemFailure) {
    isExplained = true
    let reason = "the input cannot be read: \(SystemCalls.text(of: failure.code))"
    summary.add(rule: Rule.inputUnreadable.id, .error)
    report(LocatedFinding(of: .inputUnreadable, in: path, reason))
  }

  /// Ends the reports, after stale entries of the baseline.
  ///
  /// - Parameters:
  ///   - nothingChecked: the finding for a run that recognizes no value; nil if such a run succeeds.
  ///   - isExempt: returns whether an entry of the baseline is never stale.
  /// - Throws: `SystemFailure` if it is unknown whether a file of the baseline exists.
  func end(
    _ console: Console, nothingChecked: LocatedFinding? = nil,
    isExempt: (BaselineKey) -> Bool = { _ in false }
  ) throws(SystemFailure) {
    if values == 0, !isExplained, let nothingChecked { add(ofRun: nothingChecked) }
    if let baseline {
      let paths = try baseline.knownPaths(read: wholeInputs, console)
      let isKnown = { (key: BaselineKey) in paths.contains(key.path) && !isExempt(key) }
      writer?.keep(from: baseline, isKnown: isKnown)
      if writer == nil { baseline.staleEntries(isKnown: isKnown).forEach(add(ofRun:)) }
    }
    for report in reports { report.add { $0.end(summary, &$1) } }
  }

  /// Writes the new baseline if one was collected.
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

  // MARK: Findings

  /// Counts and reports a finding, unless a baseline contains it or will contain it.
  func add(_ located: LocatedFinding) {
    let isKnown =
      writer == nil ? baseline?.accepts(located) == true : located.finding.severity != .info
    guard isKnown else { return count(located) }
    writer?.add(located)
    summary.known? += 1
  }

  /// Adds a finding about the whole run, regardless of the baseline.
  private func add(ofRun located: LocatedFinding) {
    var located = located
    if policy.judge(&located.finding) { count(located) }
  }

  private func count(_ located: LocatedFinding) {
    let (rule, severity) = (located.finding.rule, located.finding.severity)
    summary.add(rule: rule, severity)
    if !located.finding.fix.isEmpty {
      summary.fixable += 1
      let file = InputFiles.file(of: input)
      if fixableFiles.last != file { fixableFiles.append(file) }
    }
    if policy.prints(severity), shown.admits(rule) { report(located) }
  }

  private func report(_ located: LocatedFinding) {
    for report in reports { report.add { $0.add(located, &$1) } }
  }

  /// Whether every value of the current input must be one that is checked.
  private var mustBeChecked: Bool {
    (checks.settings(ofInput: input)?.kind ?? checks.plan.kind) == .any
  }

  /// Returns whether to report a finding of a file with a role, and changes it accordingly.
  ///
  /// - Parameter notJSON: the severity of a warning about a file that is not JSON; nil if off.
  private func isReported(_ finding: inout Finding, _ task: BlockTask, notJSON: Severity?) -> Bool {
    let isSyntax = FindingReporter.syntaxRules.contains(finding.rule)
    switch task.role {
    case .ours:
      // One line says that there is something else in the file.
      guard finding.rule == CarrierFault.unchecked.rawValue else { return true }
      let file = InputFiles.file(of: input)
      defer { uncheckedFile = file }
      return uncheckedFile != file
    case .unrecognized:
      // The file is probably not meant for Braze.
      if hasFinding { return false }
      if finding.rule == Rule.cardShape.id {
        finding.message +=
          "; cardctl checks cards, requests that send them, registries and configurations"
      }
    case .broken: if hasFinding || !isSyntax { return false }
    case .notJSON:
      guard !hasFinding, isSyntax, let notJSON else { return false }
      (finding.rule, finding.severity) = (Rule.inputNotJSON.id, notJSON)
      finding.message = "not JSON, so not checked: " + finding.message
      return true
    }
    // The other messages say what to do, and of such files there must be none.
    if [Rule.cardShape.id, "json/syntax"].contains(finding.rule), !mustBeChecked {
      finding.message +=
        "; --kind sets the kind of the file, --ignore-unknown skips such files"
    }
    return true
  }

  /// The rules about text that is not JSON.
  private static let syntaxRules: Set = [
    "json/syntax", "json/rest-not-read", "card/too-large", "input/format",
  ]
}

extension LocatedFinding {
  /// Sets the line in which the finding begins, as far as the line is in the block of `task`.
  fileprivate mutating func setExcerpt(in task: BlockTask, beginsLine: Bool) {
    let (start, end) = (finding.offset - task.offset, finding.endOffset - task.offset)
    if isOfContainer || start < 0 { return }
    excerpt = Excerpt(of: task.bytes.view, from: start, to: end, beginsLine: beginsLine)
  }
}

/// Checks the records of a block.
///
/// Each worker has its own processor.
struct ValidateProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  var checker: RecordChecker
  private let checks: InputChecks
  private let paths: [String]
  private let files: [InputFile]

  /// Creates a processor for the inputs at `paths`.
  init(_ checks: InputChecks, _ paths: [String], _ files: [InputFile]) {
    checker = RecordChecker(checks.plan)
    (self.checks, self.paths, self.files) = (checks, paths, files)
  }

  mutating func begin(input: Int) {
    checker.fileName = PathNames.last(of: paths[input])
    checker.isNamed = !files[input].isWalked
    if let settings = checks.settings(ofInput: input) {
      checker.use(settings.kind, settings.profiles)
    }
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
    checker.visitOther(value, at: offset, place)
  }

  /// Returns true, because every finding has a message.
  func wantsWords(for reason: NoCardReason) -> Bool { true }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.stopAtProblem()
    checker.note(problem, place)
  }
}
