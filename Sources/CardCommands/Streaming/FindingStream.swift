import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// What rules find in the inputs, given their blocks in order: with the severity that the policy
/// gives, and with lines and columns.
///
/// The one source of findings, for reports, counts, a single card and the page alike.
struct FindingStream {
  private let policy: Policy
  private let name: (Int) -> String
  /// The settings of an input, by its number, if they are not the same for all.
  var settings: ((Int) -> FileSettings)?
  /// The settings of the current input.
  private var current: FileSettings?
  /// Whether findings have places; those that are only counted have none.
  private let areLocated: Bool
  private var feeds: FeedChecker
  private var input: Int?
  /// Where the array or envelope that is being read begins.
  private var container: (offset: Int, position: TextPosition)?
  /// The number of records of the input so far.
  private var records = 0

  /// The findings of `plan` that `policy` lets through.
  ///
  /// - Parameter name: what an input is called, by its number.
  init(_ plan: CheckPlan, _ policy: Policy, name: @escaping (Int) -> String) {
    self.policy = policy
    self.name = name
    areLocated = !plan.isCounting
    feeds = FeedChecker(plan)
  }

  /// Gets ready for the cards of `origin`.
  ///
  /// - Returns: how many records of its input came before it.
  @discardableResult
  mutating func begin(_ origin: BatchOrigin) -> Int {
    let next = if case .block(let task, _) = origin { task.input } else { FindingStream.device }
    if input != next {
      input = next
      (records, container) = (0, nil)
      feeds.beginInput()
      current = settings?(next)
      if let current { feeds.use(current.profiles) }
    }
    return records
  }

  /// The rule about booleans that are numbers, as logs print them.
  private static let booleanRule = "card/boolean-form"

  /// The scope of the feed of a device, whose cards are compared only with each other.
  private static let device = -1

  /// Calls `report` with what was found in the cards of `origin`, in the order of their bytes.
  ///
  /// Cards that a device holds have numbers of their own and stand in no input any more: what is
  /// found in one is where the card was read.
  mutating func take(
    _ batch: borrowing Batch, of origin: BatchOrigin,
    _ report: (consuming LocatedFinding) -> Void
  ) {
    begin(origin)
    switch origin {
    case .block(let task, let position): take(batch.checked, task, at: position, report)
    case .device(let origin):
      feeds.take(batch.checked, .nothing) { (found: consuming Finding) in
        guard policy.judge(&found) else { return }
        let card = origin((found.record ?? 1) - 1)
        report(
          LocatedFinding(
            path: name(card.input), finding: found, start: card.position, end: card.position))
      }
    }
  }

  private mutating func take(
    _ checked: borrowing CheckedBatch, _ task: BlockTask, at position: TextPosition,
    _ report: (consuming LocatedFinding) -> Void
  ) {
    let path = name(task.input)
    var locator = Locator(task, position, container: container)
    let policy = current?.policy ?? policy
    feeds.take(checked, task.end) { (found: consuming Finding) in
      if task.isText, found.rule == FindingStream.booleanRule { return }
      // A rule runs everywhere if it runs for any file.
      if current != nil, !policy.runs(found.rule) { return }
      guard policy.judge(&found) else { return }
      var located = LocatedFinding(
        path: path, finding: consume found, start: TextPosition(), end: TextPosition())
      if areLocated { locator.locate(&located) }
      if !task.map.isEmpty { locator.locateInSource(&located) }
      report(consume located)
    }
    if areLocated, let offset = feeds.containerOffset, offset >= task.offset {
      container = (offset, locator.position(of: offset))
    }
    records += task.end.records
  }
}

extension Locator {
  /// Sets where a finding is in a file that is not plain JSON, in which nothing is corrected.
  fileprivate func locateInSource(_ located: inout LocatedFinding) {
    let start = source(of: located.finding.offset)
    located.source = start..<max(start, source(of: located.finding.endOffset))
    located.finding.correction = nil
  }

  /// Works out the place of a finding, and says where the value begins that could not be read when
  /// that is on another line.
  fileprivate mutating func locate(_ located: inout LocatedFinding) {
    let range = located.finding.offset..<located.finding.endOffset
    let value = located.finding.valueOffset.flatMap { $0 < range.lowerBound ? $0 : nil }
    let beginning = value.map { position(of: $0) }
    located.start = position(of: range.lowerBound)
    located.end = end(of: range, from: located.start)
    if let beginning { located.finding.message += located.start.note(inValueAt: beginning) }
  }
}
