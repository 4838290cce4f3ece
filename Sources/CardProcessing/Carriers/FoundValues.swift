import CardJSON
import ContentCardKit

/// Sorts the values of a carrier: passes records on and counts the others.
struct FoundValues: ~Copyable {
  private var finder: CardFinder
  private var copies = CopyFilter()
  /// The counts of the carrier.
  var summary = CarrierSummary()
  /// The device state that the carrier contains.
  private(set) var state: [StoredState] = []

  /// Creates an empty collection whose cards are read with `options`.
  init(_ options: ReadingOptions) { finder = CardFinder(options) }

  /// Takes a complete value.
  mutating func take(_ collector: inout ValueCollector, into text: inout CarrierText) {
    collector.end()
    let value = collector.value()
    let finding = finder.find(in: value)
    if !finding.isRecord {
      summary.others += 1
      if case .stored(let kind) = collector.label { state += kind.read(value) }
    } else if copies.isCopy(finding, collector.label) {
      summary.copies += 1
    } else {
      summary.records += 1
      text.append(value, collector.map)
    }
  }

  /// Ends a truncated value, if one is open, and passes its complete cards on.
  ///
  /// - Returns: whether a problem was reported, which ends the text.
  mutating func cut(_ collector: inout ValueCollector, into text: inout CarrierText) -> Bool {
    guard collector.isOpen else { return false }
    collector.end()
    let label = collector.label
    guard label != .cachedCard else { return false }
    let value = collector.value()
    let isCard = label == .serverCard || label == .pushedCard
    guard let remains = finder.remains(of: value, collector.scanner, isCard: isCard) else {
      return false
    }
    if remains.complete.isRecord {
      if !copies.isCopy(remains.complete, label) {
        summary.records += 1
        text.append(
          value.slice(0..<remains.completeCount), closers: remains.closers, collector.map)
      }
    } else if !isCard {
      copies.forgetResponse()
    }
    let place = collector.place(of: remains.cardStart ?? 0)
    let line = place.position.line
    let end = collector.lastLine
    let problem: CarrierProblem =
      remains.cardStart == nil
      ? .cutResponse(line: line, end: end) : .cutCard(line: line, end: end)
    report(problem, at: place, into: &text)
    return true
  }

  /// Ends the text with a problem.
  mutating func report(
    _ problem: CarrierProblem, at place: CarrierPlace, into text: inout CarrierText
  ) {
    if case .hidden = problem { copies.forgetResponse() }
    summary.problems += 1
    text.end(with: problem, at: place)
  }

  /// Records an entry of a set of ids that a device stores.
  mutating func add(_ state: StoredState) { self.state.append(state) }

  /// Reports a carrier that ended without any records.
  mutating func finish(into text: inout CarrierText) {
    guard summary.records == 0, summary.problems == 0, state.isEmpty else { return }
    let reason = summary.nothing
    summary.isNothingReported = true
    report(
      .nothing(reason.message), at: CarrierPlace(position: TextPosition(line: reason.line)),
      into: &text)
  }
}

/// Skips the copies of cards that a log repeats.
///
/// The Android SDK logs each card of a response again as `Server card json: `, and the device's old
/// copy as `Cached card json: `. It logs a push with its card, and then the card alone. The
/// response is used. A single server card is used only if the response was truncated before it.
struct CopyFilter {
  private var response: Set<String> = []
  private var pushed: Set<String> = []

  /// Whether a value repeats cards that were read; records its cards if not.
  mutating func isCopy(_ finding: CardFinder.Finding, _ label: ValueLabel) -> Bool {
    switch label {
    case .cachedCard: return true
    case .serverCard:
      if !finding.ids.isEmpty, finding.ids.isSubset(of: response) { return true }
      response.formUnion(finding.ids)
    case .pushedCard:
      if !finding.ids.isEmpty, finding.ids == pushed { return true }
      pushed = finding.ids
    case .none, .stored:
      if finding.isList { response = finding.ids }
    }
    return false
  }

  /// Forgets the last response, because a newer one cannot be read.
  mutating func forgetResponse() { response = [] }
}
