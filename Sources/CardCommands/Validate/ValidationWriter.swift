import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// Receives checked blocks in order, compares their cards, and reports findings with their
/// locations.
final class ValidationWriter: RunObserver {
  /// Whether the report shows the source line of each finding.
  private let needsExcerpt: Bool
  private let session: Session
  private let name: (Int) -> String
  /// Returns whether every value of an input must be one that is checked.
  private let mustBeChecked: (Int) -> Bool
  private var findings: FindingStream

  /// Counts and reports findings.
  var verdict: Verdict
  /// The number of recognized values.
  private var values = 0
  /// Whether a finding or a skipped record explains why no value was recognized.
  private var isExplained = false
  /// The inputs that were read to their end.
  private(set) var wholeInputs: [String] = []

  private var input = -1
  /// The number of recognized values before the current input.
  private var earlierValues = 0
  /// Whether a finding was reported in the current input.
  private var hasFinding = false
  /// The severity of a warning about a file that is not JSON; nil if its rule is off.
  private var notJSONSeverity: Severity?
  /// The last file for which a finding said that something in it is not checked.
  private var uncheckedFile = -1
  /// The bytes for excerpts, and the findings that wait for the rest of their line or for an
  /// earlier finding.
  private var window = ExcerptWindow()
  private var waiting: [LocatedFinding] = []

  /// Creates a writer that passes findings to `verdict`.
  ///
  /// - Parameter name: returns the name of an input by its number.
  init(
    _ checks: InputChecks, verdict: Verdict, needsExcerpt: Bool, _ session: Session,
    name: @escaping (Int) -> String
  ) {
    mustBeChecked = { (checks.settings?($0).kind ?? checks.plan.kind) == .any }
    findings = checks.findings(verdict.policy, name: name)
    self.verdict = verdict
    self.needsExcerpt = needsExcerpt
    self.session = session
    self.name = name
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    // `validate` never merges, so every batch comes from a block.
    guard case .block(let task, _) = origin else { return }
    if task.input != input {
      endInput()
      input = task.input
      hasFinding = false
      earlierValues = values
    }
    verdict.summary.cards += batch.checked.cards
    values += batch.checked.values
    if session.stream.onError == .skip, batch.checked.problems > 0 { isExplained = true }
    verdict.summary.requests += batch.checked.requests
    if needsExcerpt {
      window.append(task.bytes.view, at: task.offset, isFinal: task.isFinal)
      handOverWaiting()
    }
    let path = name(task.input)
    if task.role == .notJSON {
      findings.begin(origin)
      let rule = Rule.inputNotJSON
      notJSONSeverity = findings.severity(of: rule, rule.severity)
    }
    findings.take(batch, of: origin) { add(&$0, task) }
    // The problem of a file that is not read says what it is.
    if task.problem != nil, task.bytes.count == 0 { isExplained = true }
    // A file that is not ours gets only one finding.
    if task.role != .ours, hasFinding { task.end.state.skipInput() }
    if task.failure != nil || task.isFinal { endInput() }
    if let failure = task.failure {
      fail(path, failure)
    } else if task.isFinal, !task.end.isStopped {
      if values == earlierValues, !hasFinding, mustBeChecked(input) {
        isExplained = true
        verdict.add(
          ofRun: LocatedFinding(
            of: .nothingChecked, in: path, "nothing was checked: the file is empty"))
      }
      wholeInputs.append(path)
      verdict.finish(path)
    }
    try verdict.write()
  }

  /// Reports that an input cannot be read.
  func fail(_ path: String, _ failure: SystemFailure) {
    isExplained = true
    let reason = SystemCalls.text(of: failure.code)
    verdict.add(unreadable: path, "the input cannot be read: \(reason)")
  }

  private func add(_ located: inout LocatedFinding, _ task: BlockTask) {
    isExplained = true
    guard isReported(&located.finding, task) else { return }
    hasFinding = true
    located.setSubject(in: task.bytes.view, at: task.offset)
    guard needsExcerpt else { return verdict.add(located) }
    waiting.append(located)
    handOverWaiting()
  }

  /// Returns whether to report a finding of a file with a role, and changes it accordingly.
  private func isReported(_ finding: inout Finding, _ task: BlockTask) -> Bool {
    let isSyntax = ValidationWriter.syntaxRules.contains(finding.rule)
    switch task.role {
    case .ours:
      // One line says that there is something else in the file.
      guard finding.rule == .requestNotChecked else { return true }
      let file = InputFiles.file(of: task.input)
      defer { uncheckedFile = file }
      return uncheckedFile != file
    case .unrecognized:
      // The file is probably not meant for Braze.
      if hasFinding { return false }
      if finding.rule == .cardShape {
        finding.message +=
          "; cardctl checks cards, requests that send them, registries and configurations"
      }
    case .broken: if hasFinding || !isSyntax { return false }
    case .notJSON:
      if hasFinding || !isSyntax { return false }
      guard let severity = notJSONSeverity else { return false }
      (finding.rule, finding.severity) = (.inputNotJSON, severity)
      finding.message = "not JSON, so not checked: " + finding.message
      return true
    }
    // The other messages say what to do, and of such files there must be none.
    let hasHint = finding.rule == .cardShape || finding.rule == .jsonSyntax
    if hasHint, !mustBeChecked(task.input) {
      finding.message +=
        "; --kind sets the kind of the file, --ignore-unknown skips such files"
    }
    return true
  }

  /// The rules about text that is not JSON.
  private static let syntaxRules = RuleSet(
    [.jsonSyntax, .arrayTruncated, .cardTooLarge, .inputFormat])

  /// Reports the waiting findings in order, as far as their lines have been read.
  private func handOverWaiting(isAtEnd: Bool = false) {
    var count = 0
    for index in waiting.indices {
      let finding = waiting[index].finding
      if !waiting[index].isOfContainer {
        let place = finding.offset..<finding.endOffset
        if !isAtEnd, window.awaitsMore(of: place) { break }
        waiting[index].excerpt = window.excerpt(of: place)
      }
      verdict.add(waiting[index])
      count += 1
    }
    waiting.removeFirst(count)
  }

  /// Reports the findings that still wait at the end of an input.
  private func endInput() {
    handOverWaiting(isAtEnd: true)
    window.removeAll()
  }

  /// Ends the reports.
  ///
  /// - Parameter nothingChecked: the finding for a run that recognizes no value; nil if such a run
  ///   succeeds.
  func end(_ counts: Counts, nothingChecked: LocatedFinding?) throws(SystemFailure) {
    endInput()
    verdict.summary.skippedFiles = counts.skippedFiles
    if values == 0, !isExplained, let nothingChecked { verdict.add(ofRun: nothingChecked) }
    try verdict.end(read: wholeInputs, session.console)
    try verdict.write()
    for (rule, count) in verdict.shown.suppressed.sorted(by: { $0.code < $1.code }) {
      session.say(MessageCounts.text(count, of: rule))
    }
  }
}

/// Checks the records of a block.
///
/// Each worker has its own processor.
struct ValidateProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  var checker: RecordChecker

  private let paths: [String]
  private let settings: (@Sendable (Int) -> FileSettings)?

  /// Creates a processor for the inputs at `paths`.
  init(_ checks: InputChecks, _ paths: [String]) {
    checker = RecordChecker(checks.plan)
    (self.paths, settings) = (paths, checks.settings)
  }

  mutating func begin(input: Int) {
    checker.fileName = PathNames.last(of: paths[input])
    if let settings = settings?(input) { checker.use(settings.kind, settings.profiles) }
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
