import CardJSON
import CardRules
import ContentCards

/// Looks for the card that `--id` means, and checks all cards on the way, because some findings
/// about one card come from those before it.
struct IDProcessor: CardProcessor, ~Copyable {
  private var checker: RecordChecker
  private var painter: PortraitPainter
  private let prefix: [UInt8]
  private var id = ByteBuffer()

  /// A processor that looks for ids that begin with `prefix`.
  init(_ plan: CheckPlan, prefix: String) {
    checker = RecordChecker(plan)
    painter = PortraitPainter(plan.classes)
    self.prefix = Array(prefix.utf8)
  }

  mutating func process(
    _ card: Card, at offset: Int, _ place: RecordPlace, into batch: inout Batch
  ) {
    checker.check(card, at: offset, place, into: &batch.checked)
    guard let text = card.text(.id) else { return }
    id.removeAll()
    text.appendText(to: &id)
    let score = score()
    guard score == prefix.count else {
      if batch.inspected.matches.wants(score) {
        batch.inspected.matches.add(IDMatches.Near(id: id.view.text, score: score))
      }
      return
    }
    let isExact = id.count == prefix.count
    batch.inspected.matches.count += 1
    if isExact { batch.inspected.matches.exactCount += 1 }
    batch.inspected.matches.add(id: id.view.text)
    let isFirst = batch.inspected.matches.first == nil
    guard isFirst || isExact && batch.inspected.matches.exact == nil else { return }
    let found = IDMatches.Found(
      portrait: painter.paint(card), record: place.record, offset: offset)
    if isFirst { batch.inspected.matches.first = found }
    if isExact { batch.inspected.matches.exact = found }
  }

  /// How many bytes the id shares with what is looked for: the length of that when it begins with
  /// it, else those at the same place, as after a slip of the hand.
  private func score() -> Int {
    var score = 0
    for index in 0..<min(prefix.count, id.count) where prefix[index] == id.view[index] {
      score += 1
    }
    return score
  }

  mutating func note(
    _ problem: ReadingProblem, _ place: RecordPlace, into batch: inout Batch
  ) {
    batch.add(.reading(problem))
    checker.note(problem, place, into: &batch.checked)
  }

  mutating func see(_ event: ContainerEvent, _ place: RecordPlace, into batch: inout Batch) {
    checker.see(event, place, into: &batch.checked)
  }
}

/// Puts what was found together, block by block in their order.
final class IDSearch: BatchObserver {
  private let policy: Policy
  private let inputName: (Int) -> String
  private var feeds: FeedChecker
  private var input = -1
  /// How many records of the input came before the block.
  private var records = 0

  /// What was found so far.
  private(set) var matches = IDMatches()

  /// A search whose findings `policy` judges.
  init(_ plan: CheckPlan, _ policy: Policy, inputName: @escaping (Int) -> String) {
    feeds = FeedChecker(plan)
    self.policy = policy
    self.inputName = inputName
  }

  func see(_ task: BlockTask, at position: TextPosition) {
    if task.input != input {
      input = task.input
      records = 0
      feeds.beginInput()
    }
    var found = task.batch.inspected.matches
    var locator = Locator(task, position)
    for place in [\IDMatches.exact, \IDMatches.first] {
      guard let match = found[keyPath: place] else { continue }
      found[keyPath: place]?.portrait.place = CardPortrait.Place(
        input: inputName(task.input), position: locator.position(of: match.offset),
        record: match.record + records)
    }
    feeds.take(task.batch.checked, task.end) { finding in
      guard let severity = policy.severity(of: finding.rule, finding.severity) else { return }
      for place in [\IDMatches.exact, \IDMatches.first] {
        guard let record = found[keyPath: place]?.portrait.place.record, record == finding.record
        else { continue }
        var judged = finding
        judged.severity = severity
        let start = locator.position(of: finding.offset)
        let end = locator.end(of: finding.offset..<finding.endOffset, from: start)
        found[keyPath: place]?.portrait.findings.append(
          LocatedFinding(path: inputName(task.input), finding: judged, start: start, end: end))
      }
    }
    records += task.end.records
    matches.add(found)
  }

  func see(_ batch: inout Batch, origin: (Int) -> CardOrigin) {
    feeds.beginInput()
    var found = batch.inspected.matches
    for place in [\IDMatches.exact, \IDMatches.first] {
      guard let match = found[keyPath: place] else { continue }
      let origin = origin(match.offset)
      found[keyPath: place]?.portrait.place = CardPortrait.Place(
        input: inputName(origin.input), position: origin.position, record: nil)
    }
    feeds.take(batch.checked, .nothing) { finding in
      guard let severity = policy.severity(of: finding.rule, finding.severity) else { return }
      for place in [\IDMatches.exact, \IDMatches.first] {
        guard let match = found[keyPath: place], match.record == finding.record else { continue }
        var judged = finding
        judged.severity = severity
        // The input is gone; where the card begins is known.
        let start = match.portrait.place.position
        found[keyPath: place]?.portrait.findings.append(
          LocatedFinding(
            path: match.portrait.place.input, finding: judged, start: start, end: start))
      }
    }
    matches.add(found)
  }

  /// The one card that is meant; nil when there is none or more than one.
  var card: IDMatches.Found? {
    if let exact = matches.exact { return exact }
    return matches.ids.count == 1 && !matches.hasMore ? matches.first : nil
  }

  /// How many cards have the id of the one that is meant.
  var sameID: Int { matches.exact == nil ? matches.count : matches.exactCount }
}
