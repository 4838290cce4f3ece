import CardJSON
import ContentCardKit

/// Finds the JSON with cards in a carrier, in one pass.
package protocol CarrierDecoder: ~Copyable {
  /// Decodes the next bytes until the output is full.
  ///
  /// - Returns: the number of bytes consumed. The next call must start with the remaining ones.
  mutating func decode(_ bytes: ByteView, isFinal: Bool) -> Int

  /// Whether the whole carrier was read.
  var isFinished: Bool { get }
  /// The results so far.
  var output: CarrierOutput { get set }
}

/// The results of decoding a carrier: the values that are records, the problem after them if any,
/// and counts of everything else.
package struct CarrierOutput: ~Copyable {
  /// The records, each followed by a line feed.
  package private(set) var bytes = ByteBuffer()
  /// The locations of the records in the carrier.
  package private(set) var map = SourceMap()
  /// The problem after these records, if any.
  ///
  /// A decoder stops after a problem.
  package private(set) var problem: ReadingProblem.Reason?
  /// The device state that the carrier contains.
  private var states: [StoredState] = []
  private var hasStates = false

  var finder: CardFinder
  private var copies = CopyFilter()
  /// Whether a record was read or a problem was reported.
  private var isExplained = false
  /// The number of other JSON values.
  private var otherCount = 0
  /// The number of skipped copies.
  private var copyCount = 0
  /// The kinds of text that look like JSON but are not, each with its first line number.
  private var lookalikes: [(kind: JSONLookalike, line: Int)] = []

  /// Whether the current line is a row of a table of a browser's local storage, whose cards wait
  /// for its end because their state may follow them.
  package private(set) var isInTable = false
  /// Whether the records before the current line must be processed first.
  private var endsBeforeLine = false
  /// The number of bytes of records that wait at most.
  private let tableLimit: Int

  /// The number of bytes of records from which the output is full.
  private static let usualSize = 1 << 17

  /// Creates the output of a carrier whose cards are read with `options`.
  init(_ options: ReadingOptions) {
    finder = CardFinder(options)
    tableLimit = options.maximumCardSize
  }

  /// Removes the records and the problem after they were processed.
  package mutating func removeAll() {
    bytes.removeAll()
    map.removeAll()
    (problem, endsBeforeLine) = (nil, false)
  }

  /// Whether a decoder must stop so that the records can be processed.
  package var isFull: Bool {
    problem != nil || endsBeforeLine
      || bytes.count >= (isInTable ? tableLimit : CarrierOutput.usualSize)
  }

  /// Begins a line of text, which may be cut; returns false if the records before it must be
  /// processed first.
  mutating func beginLine(_ line: ByteView) -> Bool {
    let start = line.slice(0..<min(line.count, CarrierOutput.rowStart))
    let isRow =
      start.contains("ab.storage.")
      || isInTable && start.firstIndex(of: UInt8(ascii: "\t"), from: 0, to: start.count) != nil
    if isRow == isInTable { return true }
    endsBeforeLine = bytes.count > 0
    if !endsBeforeLine { isInTable = isRow }
    return !endsBeforeLine
  }

  /// The number of bytes of a line in which the key of a row ends.
  private static let rowStart = 256

  /// A description of what was not read, or nil if everything was.
  package var note: String? {
    var parts: [String] = []
    if copyCount > 0 {
      parts.append("skipped \(copyCount) repeated \(copyCount == 1 ? "copy" : "copies")")
    }
    if otherCount > 0 { parts.append("ignored \(counted(otherCount, "other JSON value"))") }
    parts += lookalikes.map { "line \($0.line) is \($0.kind.description)" }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  // MARK: Values

  /// Takes a complete value.
  ///
  /// Returns false if it is not about cards.
  @discardableResult
  mutating func take(_ collector: inout ValueCollector) -> Bool {
    collector.end()
    let value = collector.value()
    let finding = finder.find(in: value, collectsIDs: collector.label.isOfOneCard)
    if !finding.isRecord {
      otherCount += 1
      guard isInTable, case .stored(let kind) = collector.label else { return false }
      for state in kind.read(value) { add(state) }
    } else if copies.isCopy(finding, value, collector.label, &finder) {
      copyCount += 1
    } else {
      append(value, collector.map)
    }
    return true
  }

  /// Ends a value that is open but cannot continue, and passes it on, with its end marked, if it is
  /// about cards: the reader takes the complete cards, and reports the rest.
  ///
  /// - Parameter rest: the byte that is not JSON here; empty if the value is truncated.
  /// - Returns: whether the value is about cards.
  @discardableResult
  mutating func cut(_ collector: inout ValueCollector, before rest: ByteView = ByteView(""))
    -> Bool
  {
    guard collector.isOpen else { return false }
    collector.end()
    let (label, value) = (collector.label, collector.markedValue(rest))
    guard label != .cachedCard else { return false }
    let isCard = label.isOfOneCard
    // Most brackets in text do not start JSON.
    guard collector.scanner.hasKey || isCard else { return false }
    let finding = finder.find(in: value, collectsIDs: isCard)
    guard isCard || finder.isAboutCards(value, finding) else { return false }
    if finding.isRecord {
      if copies.isCopy(finding, value, label, &finder) { return true }
    } else if !isCard {
      copies.forgetResponse()
    }
    append(value, collector.map)
    return true
  }

  /// Ends a value that exceeds the limit, in bytes.
  mutating func refuse(_ collector: inout ValueCollector, limit: Int) {
    collector.end()
    report(.tooLarge, "a value is larger than \(limit) bytes", at: collector.start)
  }

  private mutating func append(_ value: ByteView, _ map: SourceMap) {
    isExplained = true
    self.map.append(map, at: bytes.count)
    bytes.append(value)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds a record for a line of the carrier.
  mutating func add(_ json: borrowing ByteBuffer, at place: CarrierPlace) {
    isExplained = true
    map.append(place.piece(at: bytes.count, isExact: false))
    bytes.append(json.view)
    bytes.append(UInt8(ascii: "\n"))
  }

  // MARK: Everything else

  /// Reports a problem, after which no records are added until `removeAll`.
  mutating func report(_ fault: CarrierFault, _ message: String, at place: CarrierPlace) {
    if fault == .hidden { copies.forgetResponse() }
    isExplained = true
    map.append(place.piece(at: bytes.count, isExact: false))
    problem = .carrier(fault, message: message)
  }

  /// Adds an entry of a set of ids that a device stores.
  mutating func add(_ state: StoredState) {
    hasStates = true
    states.append(state)
  }

  /// Removes and returns the device state that was read since the last call.
  package mutating func takeStates() -> [StoredState] {
    defer { states.removeAll() }
    return states
  }

  /// Adds text that only looks like JSON.
  mutating func add(_ kind: JSONLookalike, line: Int) {
    if lookalikes.allSatisfy({ $0.kind.name != kind.name }) { lookalikes.append((kind, line)) }
  }

  /// Ends the carrier, and reports a problem if it has no records.
  mutating func finish() {
    guard !isExplained, !hasStates else { return }
    let reason = lookalikes.first.map { "this is \($0.kind.description)" }
    let line = lookalikes.first?.line ?? 1
    report(
      .format, reason ?? "no JSON value in this text is a card, an array of cards or an envelope",
      at: CarrierPlace(position: TextPosition(line: line)))
    lookalikes = []
  }
}

/// Detects cards that a log repeats.
///
/// The Android SDK logs each card of a response again as `Server card json: `, and the device's old
/// copy as `Cached card json: `. It logs a push with its card, and then the card alone. Only the
/// response is used. A single server card is used only if the response was truncated before it.
private struct CopyFilter: ~Copyable {
  /// The last response, whose ids are read when a copy may follow.
  private var response = ByteBuffer()
  private var ids: Set<String> = []
  private var pushed: [String] = []

  /// Returns whether a value repeats earlier cards, and otherwise remembers its cards.
  mutating func isCopy(
    _ finding: FoundCards, _ value: ByteView, _ label: ValueLabel, _ finder: inout CardFinder
  ) -> Bool {
    switch label {
    case .cachedCard: return true
    case .serverCard:
      if response.count > 0 { ids = Set(finder.find(in: response.sealed(), collectsIDs: true).ids) }
      response.removeAll()
      if !finding.ids.isEmpty, ids.isSuperset(of: finding.ids) { return true }
      ids.formUnion(finding.ids)
    case .pushedCard:
      if !finding.ids.isEmpty, finding.ids == pushed { return true }
      pushed = finding.ids
    case .none, .stored:
      guard finding.isList else { return false }
      forgetResponse()
      response.append(value)
    }
    return false
  }

  /// Clears the last response, because a newer one cannot be read.
  mutating func forgetResponse() {
    ids = []
    response.removeAll()
    response.shrink(to: 1 << 20)
  }
}
