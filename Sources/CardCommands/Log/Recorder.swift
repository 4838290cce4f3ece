import CardProcessing
import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// Turns ids into lines of the journal, a batch at a time, and appends them.
struct Recorder: ~Copyable {
  /// The result of a batch.
  struct Outcome {
    /// The ids that were refused, and why.
    var refusals: [RefusedID] = []
    /// The torn line that was moved to the quarantine.
    var torn: TornTail?
    /// Why not all events are recorded.
    var failure: AppendFailure?
    /// The number of events to record.
    var events = 0
    /// The number of ids whose event is already recorded, by the policy or the key.
    var repeats = 0
    /// The index of the first id that is still to be recorded.
    var end = 0
  }

  let kind: EventKind
  private let options: RecordOptions
  private let cards: KnownCards?
  private let time: Int64?
  private let started: (console: Int64, system: Int64)
  /// The scopes in which an event is not recorded again, of the policy and the key.
  private let repeats: [(scope: JournalHistory.DuplicateScope, value: String?)]
  /// Whether a second dismissal of a card is refused.
  private let asksOnce: Bool
  private var writer: JournalWriter
  private var history: JournalHistory
  private var lineWriter: EventLineWriter
  private var eventIDs = EventIDs()
  private var id = ByteBuffer(capacity: 36)
  private var scratch = ByteBuffer()
  /// The lines of the last batch that was recorded whole.
  private(set) var lines = ByteBuffer(capacity: 1 << 12)

  /// A recorder of events of one kind.
  ///
  /// - Parameter time: when the events happened, in epoch milliseconds; nil for now.
  init(
    _ kind: EventKind, options: RecordOptions, place: JournalPlace,
    cards: KnownCards?, time: Int64?, console: Console,
    system: JournalSystem = JournalSystem()
  ) {
    self.kind = kind
    self.options = options
    self.cards = cards
    self.time = time
    started = (console.now, SystemCalls.now())
    writer = JournalWriter(
      place.files, syncs: options.syncs, makesDirectories: place.isDefault, system: system)
    var repeats: [(scope: JournalHistory.DuplicateScope, value: String?)] = []
    switch options.policy {
    case .every: break
    case .session: repeats.append((.inSession, options.session))
    case .once: repeats.append((.everBefore, options.user))
    }
    if let key = options.key { repeats.append((.withKey, key)) }
    self.repeats = repeats
    var scopes = repeats.map(\.scope)
    asksOnce = kind == .dismissal && options.cards != nil && !options.isForced
    if asksOnce, options.policy != .once { scopes.append(.everBefore) }
    history = JournalHistory(of: kind, scopes, readsRotated: !repeats.isEmpty)
    lineWriter = EventLineWriter(options.sharedFields(kind))
  }

  /// Whether the file of `--cards` had records that could not be read.
  var hasBadCards: Bool { cards?.hasProblems ?? false }

  /// The bytes of lines from which on they are recorded: memory does not grow with the batch.
  static let batchSize = 1 << 22

  /// Records an event of each id of a batch from `start` on, until there are many lines.
  mutating func record(_ batch: borrowing IDBatch, from start: Int = 0) -> Outcome {
    var outcome = Outcome()
    outcome.end = start
    lines.removeAll()
    defer { writer.unlock() }
    do {
      while outcome.end < batch.count, lines.count < Recorder.batchSize {
        let id = batch[outcome.end]
        outcome.end += 1
        if let refusal = refusal(of: id) {
          outcome.refusals.append(RefusedID(id, batch.place(outcome.end - 1), refusal))
          continue
        }
        // Without an event there is no journal to open, or even to make.
        if !writer.isLocked { try open(&outcome) }
        if let refusal = add(id, to: &outcome) {
          outcome.refusals.append(RefusedID(id, batch.place(outcome.end - 1), refusal))
        }
      }
      guard writer.isLocked else { return outcome }
      if lines.count > 0 {
        try writer.append(lines.view)
      } else {
        try writer.confirm(outcome.repeats)
      }
    } catch {
      outcome.failure = error
    }
    return outcome
  }

  private mutating func open(_ outcome: inout Outcome) throws(AppendFailure) {
    do {
      outcome.torn = try writer.lock()
      try history.update(from: writer)
    } catch {
      throw AppendFailure(recorded: 0, possible: 0, reason: error)
    }
  }

  /// Why an event of this id cannot be recorded, whatever is in the journal.
  private func refusal(of id: ByteView) -> Refusal? {
    if let refusal = CardIDText.refusal(of: id) { return refusal }
    guard let cards else {
      return options.isControl && !options.isForced ? kind.refusalOfControl : nil
    }
    guard let card = cards.card(id) else { return cards.refusal(of: id) }
    return options.isForced ? nil : kind.refusal(of: card)
  }

  /// Adds the line of an event, unless it was recorded before; why that cannot be, if it cannot.
  private mutating func add(_ cardID: ByteView, to outcome: inout Outcome) -> Refusal? {
    if isRepeat(cardID) {
      outcome.repeats += 1
      return nil
    }
    if asksOnce, history.holds(.everBefore, cardID: cardID, options.user) {
      return .dismissedBefore
    }
    // By the clock as it is set now: ids may come for days, through nights of sleep.
    let now = started.console + SystemCalls.now() - started.system
    id.removeAll()
    eventIDs.append(now: now, to: &id)
    guard
      lineWriter.append(
        id: id.view, time: time ?? now, cardID: cardID, facts(of: cardID), to: &lines)
    else { return .tooLong }
    outcome.events += 1
    for (scope, value) in repeats { history.insert(scope, cardID: cardID, value) }
    if asksOnce { history.insert(.everBefore, cardID: cardID, options.user) }
    return nil
  }

  /// Whether the event of this id was recorded before, and is not to be recorded again.
  private func isRepeat(_ cardID: ByteView) -> Bool {
    for (scope, value) in repeats where history.holds(scope, cardID: cardID, value) { return true }
    return false
  }

  /// The facts about a card: from its id, and from `--cards` or `--control`.
  private mutating func facts(of cardID: ByteView) -> LoggedCard {
    var facts = LoggedCard()
    if let composite = CompositeID(cardID, decodedInto: &scratch) {
      facts.campaignID = composite.campaign
      facts.messageVariationID = composite.variation
    }
    if options.isControl { facts.isControl = true }
    if let card = cards?.card(cardID) {
      facts.isControl = card.isControl
      facts.classType = cards?.classType(of: card)
    }
    return facts
  }
}

/// Why the event of an id is not recorded.
enum Refusal {
  case empty
  case notText
  case json
  case notOneWord
  case severalIDs
  case url
  /// The operand names an existing file; the command that was meant.
  case file(command: String)
  case tooLong
  case unknown(file: String)
  case removed
  case ofControl(EventKind)
  case clickWithoutURL
  case notDismissible
  case dismissedBefore

  /// A short name, by which messages are counted.
  var code: String { words.code }

  /// The reason in words.
  var reason: String { words.reason }

  private var words: (code: String, reason: String) {
    switch self {
    case .empty: ("empty ids", "an id cannot be empty")
    case .notText: ("ids that are not UTF-8", "an id is UTF-8")
    case .json: ("lines of JSON", "this is JSON; \(Refusal.advice)")
    case .notOneWord:
      (
        "ids that are not one word",
        "an id is one word, without whitespace and control characters; \(Refusal.advice)"
      )
    case .severalIDs:
      ("ids with a comma", "an id has no comma; write several ids as separate words")
    case .url: ("URLs", "this is a URL, not the id of a card; \(Refusal.advice)")
    case .file(let command):
      ("files", "this is a file; '\(command)' records the cards in it")
    case .tooLong:
      (
        "ids that are too long",
        "its event would be longer than \(JournalLine.maximumLength) bytes"
      )
    case .unknown(let file): ("unknown ids", "\(file) has no such card")
    case .removed: ("removed cards", "the server removed the card")
    case .ofControl(let kind):
      ("control cards", "a control card is never shown, so it cannot be \(kind.participle)")
    case .clickWithoutURL:
      (
        "cards without a url",
        "the card has no url, so a click opens nothing; use --force for an app that logs it itself"
      )
    case .notDismissible: ("cards that are not dismissible", "the card is not dismissible")
    case .dismissedBefore:
      (
        "cards that were dismissed before",
        "the card was dismissed before, and SDKs log a dismissal once"
      )
    }
  }

  private static let advice = "'cardctl filter --ids' prints the ids of cards, one per line"
}
