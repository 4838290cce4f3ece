import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// Records events: checks each event, collects the lines of a batch, appends them with one write
/// and one sync, and reports the result.
///
/// The lock of the journal is held from the first accepted event of a batch until the batch is on
/// disk. Messages and recorded lines are printed after that.
struct Recorder: ~Copyable {
  private let session: Session
  /// Prints the messages of the run.
  let printer: MessagePrinter
  private let options: RecordOptions
  private let cards: KnownCards?
  private let output: OutputStream?
  private let inputName: String
  private let started: (console: Int64, system: Int64)
  /// The fields by which an event is recognized as a repeat and not recorded again.
  private let repeatScopes: [JournalField]
  /// Whether a second dismissal of a card is refused.
  private let refusesRepeatedDismissals: Bool
  private var writer: JournalWriter
  private var history: JournalHistory
  private var lineWriter = EventLineWriter()
  private var eventIDs = EventIDs()
  private var id = ByteBuffer(capacity: 36)
  private var scratch = ByteBuffer()

  /// The lines of the batch.
  private var lines = ByteBuffer(capacity: 1 << 12)
  /// The number of those lines.
  private var count = 0
  /// The number of events of the batch that are repeats.
  private var repeats = 0
  /// The refused events of the batch; those from operands have no location.
  private var refusals: [(code: String, message: String, location: TextPosition?)] = []
  private var torn: TornTail?
  private var isHistoryRead = false
  /// The number of events recorded in previous batches.
  private var recorded = 0
  private var hasRefusals = false

  /// The size of a batch's lines, in bytes, which bounds memory.
  private static let batchSize = 1 << 22

  /// Creates a recorder of events of one kind; nil for any kind.
  init(
    _ kind: EventKind?, _ session: Session, inputName: String = "<stdin>",
    system: JournalSystem = JournalSystem()
  ) throws {
    let options = session.record
    let printer = session.printer(limit: session.stream.maximumMessages)
    let journal = try JournalLocation(session.journal, session.console)
    let cards = try options.cards.map { try KnownCards($0, session) }
    (self.session, self.printer, self.options) = (session, printer, options)
    (self.cards, self.inputName) = (cards, inputName)
    output = options.prints ? OutputStream(session.console.output, name: "<stdout>") : nil
    started = (session.console.now, SystemCalls.now())
    writer = JournalWriter(
      journal.files, syncs: options.syncs, makesDirectories: journal.isDefault, system: system)
    var scopes = options.policy.scopes
    if kind == nil || options.fieldValues[.key] != nil { scopes.append(.key) }
    repeatScopes = scopes
    refusesRepeatedDismissals = cards != nil && !options.isForced
    if refusesRepeatedDismissals, kind ?? .dismissal == .dismissal, options.policy != .once {
      scopes.append(.userID)
    }
    history = JournalHistory(of: kind, scopes, readsRotated: !repeatScopes.isEmpty)
  }

  /// Records the events that `body` adds, and returns the exit status.
  mutating func run(_ body: (inout Recorder) throws -> Void) throws -> Int32 {
    do { try body(&self) } catch { return try end(after: error) }
    return try end(after: nil)
  }

  /// Records the rest, unless a failure ended the run, and returns the exit status.
  mutating func end(after failure: (any Error)?) throws -> Int32 {
    var status: Int32?
    do {
      if let failure { throw failure }
      try commit()
    } catch let failure as AppendFailure {
      printRefusals()
      status = fail(failure.reason.message, recorded: failure.recorded, possible: failure.possible)
    } catch let failure as SystemFailure where !failure.isClosedPipe && recorded > 0 {
      status = fail(failure.message)
    }
    printer.saySuppressedCounts()
    let hasErrors = hasRefusals || cards?.hasProblems == true
    return status ?? (hasErrors ? ExitStatuses.data : ExitStatuses.done)
  }

  /// Adds an event to the batch, and records the batch if it is large.
  mutating func add(_ event: NewEvent, at location: TextPosition? = nil) throws {
    let cardID = event[.cardID] ?? ByteView("")
    if let refusal = try refusal(of: event, cardID) {
      refuse(cardID, at: location, refusal)
    } else if lines.count >= Recorder.batchSize {
      try commit()
    }
  }

  /// Adds a refused event; without an id, the message is only the reason.
  mutating func refuse(_ id: ByteView? = nil, at location: TextPosition?, _ refusal: Refusal) {
    refusals.append((refusal.code, id.map(refusal.message) ?? refusal.reason, location))
  }

  /// Records the batch: on return its events are on disk.
  mutating func commit() throws {
    if writer.isLocked {
      defer { writer.unlock() }
      if lines.count > 0 { try writer.append(lines.view) } else { try writer.confirm(repeats) }
    }
    if let torn = torn.take() { session.note(torn.message) }
    printRefusals()
    recorded += count
    (count, repeats, isHistoryRead) = (0, 0, false)
    defer { lines.removeAll() }
    if lines.count > 0 { try output?.write(lines.view) }
  }

  /// Appends the line of an event unless it is a repeat; returns the reason if it is refused.
  private mutating func refusal(of event: NewEvent, _ cardID: ByteView) throws(AppendFailure)
    -> Refusal?
  {
    // An abort of Currents names only the campaign.
    let isOfCampaign = event.kind == .abort && cardID.count == 0
    if !isOfCampaign,
      let refusal = CardIDText.refusal(of: cardID) ?? ruleRefusal(of: event, cardID)
    {
      return refusal
    }
    let isOnlyOnce = refusesRepeatedDismissals && event.kind == .dismissal
    let scopes = repeatScopes.filter { JournalHistory.applies($0, to: event) }
    try lock(readsHistory: isOnlyOnce || !scopes.isEmpty)
    for scope in scopes where history.contains(event, in: scope) {
      repeats += 1
      return nil
    }
    if isOnlyOnce, history.contains(event, in: .userID) { return .dismissedBefore }
    guard lineWriter.append(completed(event, cardID), to: &lines) else { return .tooLong }
    if isHistoryRead { history.insert(event) }
    count += 1
    return nil
  }

  /// Returns the reason why the SDKs would not log the event; nil if they would.
  private func ruleRefusal(of event: NewEvent, _ cardID: ByteView) -> Refusal? {
    guard let cards else {
      return event.isControl == true && !options.isForced ? event.kind.refusalOfControl : nil
    }
    guard let card = cards.card(cardID) else { return cards.refusal(of: cardID) }
    return options.isForced ? nil : event.kind.refusal(of: card)
  }

  /// Locks the journal unless it is locked, and reads its history if needed.
  ///
  /// A batch without accepted events does not open the journal.
  private mutating func lock(readsHistory: Bool) throws(AppendFailure) {
    do throws(SystemFailure) {
      if !writer.isLocked {
        torn = try writer.lock()
        if let last = writer.lastEventID() { eventIDs.advance(past: last, now: now) }
      }
      if readsHistory, !isHistoryRead {
        try history.update(from: writer)
        isHistoryRead = true
      }
    } catch { throw AppendFailure(recorded: 0, possible: 0, reason: error) }
  }

  /// The current time, because ids may arrive for days.
  private var now: Int64 { started.console + SystemCalls.now() - started.system }

  /// Returns the event with an id, a time, and the facts about its card from the card's id and
  /// `--cards`.
  private mutating func completed(_ event: NewEvent, _ cardID: ByteView) -> NewEvent {
    var event = event
    id.removeAll()
    eventIDs.append(now: now, to: &id)
    event[.id] = id.view
    event.time = event.time ?? now
    if let composite = CompositeID(cardID, decodedInto: &scratch) {
      event[.campaignID] = event[.campaignID] ?? composite.campaign
      event[.messageVariationID] = event[.messageVariationID] ?? composite.variation
    }
    if let cards, let card = cards.card(cardID) {
      event.isControl = card.isControl
      event[.classType] = cards.classType(of: card)
    }
    return event
  }

  private mutating func printRefusals() {
    for (code, message, location) in refusals {
      hasRefusals = true
      guard printer.admits(code) else { continue }
      if let location {
        printer.say(message, in: inputName, at: location)
      } else {
        printer.say(message)
      }
    }
    refusals.removeAll(keepingCapacity: true)
  }

  /// Reports why recording ends, how many events are recorded, and how many more are possibly
  /// recorded.
  private func fail(_ reason: String, recorded count: Int = 0, possible: Int = 0) -> Int32 {
    let first = recorded + count
    let certain = first == 1 ? "event is recorded" : "\(first) events are recorded"
    let result =
      switch (first, possible) {
      case (0, 0): "nothing is recorded"
      case (0, 1): "the event may be recorded"
      case (0, _): "the \(possible) events may be recorded"
      case (_, 0): "the first \(certain), no others"
      case (_, 1): "the first \(certain), the next one may be recorded"
      default: "the first \(certain), the next \(possible) may be recorded"
      }
    printer.say("\(reason); \(result)")
    return ExitStatuses.inputOutput
  }
}
