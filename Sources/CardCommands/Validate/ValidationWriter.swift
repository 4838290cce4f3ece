@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards
import CardPlatform

/// Receives checked blocks in order: compares their cards, finds lines and columns, reports.
final class ValidationWriter: BlockReceiver {
  /// What is worked out for each finding.
  struct Details {
    /// Whether the report shows the line.
    var needsExcerpt = false
    /// Whether the report tells findings apart by the bytes they are about.
    var needsSubject = false
    /// The most findings of one rule that are shown.
    var limit = Int.max
    /// Whether an empty input is worth a note.
    var saysEmpty = true
  }

  private let details: Details
  private let output: OutputStream
  private let printer: MessagePrinter
  private let name: (Int) -> String
  private var findings: FindingStream
  private var shown: [String: Int] = [:]
  private var text = ByteBuffer(capacity: 1 << 14)

  /// What the findings come to.
  var verdict: Verdict
  /// How many cards were checked, those of requests among them.
  private(set) var cards = 0
  /// The inputs that were read to their end.
  private(set) var wholeInputs: [String] = []
  /// Whether an input could not be read.
  private(set) var hasFailedInput = false

  private var input = -1
  /// What excerpts are taken from, and the findings that wait for the end of their line, or for one
  /// before them that does.
  private var window = ExcerptWindow()
  private var waiting: [LocatedFinding] = []

  /// A writer of findings to `output`, which the verdict judges.
  ///
  /// - Parameter name: what an input is called, by its number.
  init(
    _ plan: CheckPlan, verdict: Verdict, details: Details, to output: OutputStream,
    printer: MessagePrinter, name: @escaping (Int) -> String
  ) {
    findings = FindingStream(plan, verdict.policy, name: name)
    self.verdict = verdict
    self.details = details
    self.output = output
    self.printer = printer
    self.name = name
  }

  var wantedRows: Int { .max }

  func receive(_ task: BlockTask, at position: TextPosition) throws(SystemFailure) -> Bool {
    if task.input != input {
      endInput()
      input = task.input
    }
    cards += task.batch.checked.cards
    verdict.count(requests: task.batch.checked.requests)
    if details.needsExcerpt {
      window.append(task.bytes.view, at: task.offset, isFinal: task.isFinal)
      handOverWaiting()
    }
    let path = name(task.input)
    findings.take(task, at: position) { add($0, task) }
    if task.isFinal, task.offset == 0, task.bytes.count == 0, task.failure == nil, details.saysEmpty
    {
      printer.say("\(path): the input is empty, there is nothing in it to check")
    }
    if task.failure != nil || task.isFinal { endInput() }
    if let failure = task.failure {
      fail(path, failure)
    } else if task.isFinal {
      wholeInputs.append(path)
      verdict.finish(path, &text)
    }
    try flush()
    return true
  }

  /// Says that an input cannot be read, to people and in the report.
  func fail(_ path: String, _ failure: SystemFailure) {
    hasFailedInput = true
    printer.say(failure.message)
    let reason = SystemCalls.text(of: failure.code)
    verdict.add(unreadable: path, "the input cannot be read: \(reason)", &text)
  }

  private func add(_ located: consuming LocatedFinding, _ task: BlockTask) {
    if details.needsSubject, located.finding.cardID == nil, !isOfContainer(located.finding) {
      let bytes = task.bytes.view
      let range = located.finding.offset..<located.finding.endOffset
      let (from, to) = (range.lowerBound - task.offset, range.upperBound - task.offset)
      if from >= 0, to <= bytes.count {
        located.subject = Digest(of: bytes.slice(from..<max(from, to)))
      }
    }
    guard details.needsExcerpt else { return tell(located) }
    waiting.append(located)
    handOverWaiting()
  }

  private func tell(_ located: consuming LocatedFinding) {
    let isShown = isShown(located.finding.rule)
    verdict.add(located, isShown: isShown, &text)
  }

  /// Whether a finding is about a whole array or envelope, which may have begun long before.
  private func isOfContainer(_ finding: Finding) -> Bool {
    Rules.containerIDs.contains(finding.rule)
  }

  /// Adds the findings to the report whose lines have been read, in their order.
  private func handOverWaiting(isAtEnd: Bool = false) {
    var count = 0
    for index in waiting.indices {
      let finding = waiting[index].finding
      if !isOfContainer(finding) {
        let place = finding.offset..<finding.endOffset
        if !isAtEnd, window.awaitsMore(of: place) { break }
        waiting[index].excerpt = window.excerpt(of: place)
      }
      tell(waiting[index])
      count += 1
    }
    waiting.removeFirst(count)
  }

  /// Adds what still waits when no more of the input comes.
  private func endInput() {
    handOverWaiting(isAtEnd: true)
    window.removeAll()
  }

  /// Whether another finding of a rule is shown; counts it where there is a limit.
  private func isShown(_ rule: String) -> Bool {
    guard details.limit < .max else { return true }
    return ValidationWriter.increment(&shown[rule, default: 0]) <= details.limit
  }

  private static func increment(_ number: inout Int) -> Int {
    number += 1
    return number
  }

  /// Writes what comes before the first finding.
  func begin() throws(SystemFailure) {
    verdict.begin(&text)
    try flush()
  }

  /// Writes what comes after the last finding.
  func end(_ console: Console) throws(SystemFailure) {
    endInput()
    try verdict.end(cards: cards, read: wholeInputs, console, &text)
    try flush()
    for (rule, count) in shown.sorted(by: { $0.key < $1.key }) where count > details.limit {
      printer.say("\(count - details.limit) more of \(rule) not shown; --max-messages N shows more")
    }
  }

  private func flush() throws(SystemFailure) {
    try output.write(text.view)
    text.removeAll()
    try verdict.flushOthers()
  }
}
