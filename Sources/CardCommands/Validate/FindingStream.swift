import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// Converts the findings of consecutive blocks to reported findings, with severities and locations.
///
/// Reports, counts, the details of a card and the page use it.
struct FindingStream {
  private let checks: InputChecks
  private let policy: Policy
  private let name: (Int) -> String
  /// The settings of the current input; nil if all inputs have the same settings.
  private var current: FileSettings?
  private var feeds: FeedChecker
  private var input: Int?
  /// The start of the current array or envelope.
  private var container: (offset: Int, position: TextPosition)?
  /// The number of records of the input so far.
  private var records = 0

  /// Creates a stream of the findings of `checks`, filtered by `policy`.
  ///
  /// - Parameter name: returns the name of the input with this number.
  init(_ checks: InputChecks, _ policy: Policy, name: @escaping (Int) -> String) {
    (self.checks, self.policy, self.name) = (checks, policy, name)
    feeds = FeedChecker(checks.plan)
  }

  /// Begins the input that `origin` belongs to, unless it is the current one.
  ///
  /// - Returns: the number of previous records in its input.
  @discardableResult
  mutating func begin(_ origin: BatchOrigin) -> Int {
    let next = if case .block(let task, _) = origin { task.input } else { FindingStream.device }
    if input != next {
      input = next
      (records, container) = (0, nil)
      feeds.beginInput()
      current = checks.settings(ofInput: next)
      if let current { feeds.use(current.profiles) }
    }
    return records
  }

  /// The severity to report for findings of a rule in the current input; nil if the rule is off
  /// there.
  func severity(of rule: Rule, _ severity: Severity) -> Severity? {
    if let current, !current.policy.runs(rule) { return nil }
    return (current?.policy ?? policy).severity(of: rule, severity)
  }

  /// The rules that warn about numbers in place of booleans, which are normal in logs.
  private static let booleanRules = RuleSet([.booleanForm, .syncValue])

  /// The input number of a device's feed, whose cards are compared only with each other.
  private static let device = -1

  /// Calls `report` with the findings in the cards of `origin`, by ascending offset.
  ///
  /// Cards in a device's feed are numbered separately and do not belong to an input. Their findings
  /// get the locations where the cards were read.
  mutating func take(
    _ batch: borrowing Batch, of origin: BatchOrigin, _ report: (inout LocatedFinding) -> Void
  ) {
    begin(origin)
    switch origin {
    case .block(let task, let position): take(batch.checked, task, at: position, report: report)
    case .device(let origin):
      feeds.take(batch.checked, BlockEnd()) { (found: consuming Finding) in
        guard policy.judge(&found) else { return }
        let card = origin((found.record ?? 1) - 1)
        var located = LocatedFinding(
          path: name(card.input), finding: consume found, start: card.position, end: card.position)
        report(&located)
      }
    }
  }

  private mutating func take(
    _ checked: borrowing CheckedBatch, _ task: BlockTask, at position: TextPosition,
    report: (inout LocatedFinding) -> Void
  ) {
    let path = name(task.input)
    // Findings that are only counted have no locations.
    let areLocated = !checks.plan.isCounting
    var locator = Locator(task, position, container: container)
    let policy = current?.policy ?? policy
    feeds.take(checked, task.end) { (found: consuming Finding) in
      if task.isText, found.severity == .warning, FindingStream.booleanRules.contains(found.rule) {
        return
      }
      // The checker runs every rule that is on for any input.
      if current != nil, !policy.runs(found.rule) { return }
      guard policy.judge(&found) else { return }
      var located = LocatedFinding(
        path: path, finding: consume found, start: TextPosition(), end: TextPosition())
      if areLocated { locator.locate(&located) }
      if !task.map.isEmpty { locator.locateInSource(&located) }
      report(&located)
    }
    if areLocated, let offset = feeds.containerOffset, offset >= task.offset {
      container = (offset, locator.position(of: offset))
    }
    records += task.end.records
  }
}

extension Locator {
  /// Sets the source location of a finding in a file other than plain JSON, and removes its
  /// fix, because only plain JSON can be fixed.
  fileprivate func locateInSource(_ located: inout LocatedFinding) {
    let start = source(of: located.finding.offset)
    located.source = start..<max(start, source(of: located.finding.endOffset))
    (located.finding.fix, located.edits) = ([], [])
  }

  /// Sets the location of a finding, and adds a note if the unreadable value starts on another
  /// line.
  fileprivate mutating func locate(_ located: inout LocatedFinding) {
    let range = located.finding.offset..<located.finding.endOffset
    let value = located.finding.valueOffset.flatMap { $0 < range.lowerBound ? $0 : nil }
    let beginning = value.map { position(of: $0) }
    located.start = position(of: range.lowerBound)
    located.end = end(of: range, from: located.start)
    var last = located.finding.fix.first?.range.lowerBound ?? 0
    located.edits = located.finding.fix.map { edit in
      defer { last = edit.range.upperBound }
      return LocatedEdit(
        start: position(of: edit.range.lowerBound), end: position(of: edit.range.upperBound),
        edit: edit, gap: text(in: last..<edit.range.lowerBound))
    }
    if let beginning { located.finding.message += located.start.note(inValueAt: beginning) }
  }
}
