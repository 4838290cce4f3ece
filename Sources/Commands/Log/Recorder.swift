import CardJSON
import ContentCards
import EventJournal
import Platform

/// Why the event of an id is not recorded.
enum Refusal {
  case empty
  case notText
  case tooLong
  case unknown(file: String)
  case clickOnControl
  case dismissalOfControl
  case clickWithoutURL
  case notDismissible
  case dismissedBefore

  /// A short name, by which messages are counted.
  var code: String {
    switch self {
    case .empty: "empty ids"
    case .notText: "ids that are no UTF-8"
    case .tooLong: "ids that are too long"
    case .unknown: "unknown ids"
    case .clickOnControl, .dismissalOfControl: "control cards"
    case .clickWithoutURL: "cards without a url"
    case .notDismissible: "cards that are not dismissible"
    case .dismissedBefore: "cards that were dismissed before"
    }
  }

  /// The reason in words.
  var reason: String {
    switch self {
    case .empty: "an id cannot be empty"
    case .notText: "an id is UTF-8"
    case .tooLong: "its event would be longer than \(JournalLine.maximumLength) bytes"
    case .unknown(let file): "there is no such card in \(file)"
    case .clickOnControl: "a control card is never shown, so it cannot be clicked"
    case .dismissalOfControl: "a control card is never shown, so it cannot be dismissed"
    case .clickWithoutURL: "the card has no url, and SDKs log a click only of one that has"
    case .notDismissible: "the card is not dismissible"
    case .dismissedBefore: "the card was dismissed before, and SDKs log that once"
    }
  }
}

/// Turns ids into lines of the journal, a batch at a time, and appends them.
struct Recorder: ~Copyable {
  /// What became of a batch, apart from what was recorded.
  struct Outcome {
    /// The ids that were refused, and why.
    var refusals: [(id: String, Refusal)] = []
    /// A torn line that was moved aside.
    var torn: TornTail?
    /// Why not all events are recorded.
    var failure: AppendFailure?
    /// How many events were to be recorded.
    var events = 0
  }

  private let kind: EventKind
  private let options: RecordOptions
  private let cards: KnownCards?
  private let time: Int64?
  private let started: (clock: Int64, uptime: Int64)
  private let policy: JournalHistory.Sameness?
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
    _ kind: EventKind, _ options: RecordOptions, _ place: JournalPlace,
    _ cards: KnownCards?, time: Int64?, _ console: Console
  ) {
    self.kind = kind
    self.options = options
    self.cards = cards
    self.time = time
    started = (console.now, SystemCalls.uptime())
    var writing = JournalWriter.Options()
    writing.syncs = options.syncs
    writing.makesDirectories = place.isDefault
    writer = JournalWriter(place.files, writing)
    var samenesses: [JournalHistory.Sameness] = []
    switch options.policy {
    case .every: policy = nil
    case .session: policy = .inSession
    case .once: policy = .everBefore
    }
    if let policy { samenesses.append(policy) }
    if options.key != nil { samenesses.append(.withKey) }
    let asksOnce = kind == .dismissal && options.cards != nil && !options.isForced
    if asksOnce, policy != .everBefore { samenesses.append(.everBefore) }
    history = JournalHistory(of: kind, samenesses)
    lineWriter = EventLineWriter(sharing: options.event(kind))
  }

  /// Whether the file of `--cards` had records that could not be read.
  var hasBadCards: Bool { cards?.hasProblems ?? false }

  /// Records an event of each id of a batch.
  mutating func record(_ batch: borrowing IDBatch) -> Outcome {
    var outcome = Outcome()
    lines.removeAll()
    var accepted: [Int] = []
    for index in 0..<batch.count {
      if let refusal = refusal(of: batch[index]) {
        outcome.refusals.append((batch[index].text, refusal))
      } else {
        accepted.append(index)
      }
    }
    // Without an event there is no journal to open, or even to make.
    guard !accepted.isEmpty else { return outcome }
    do {
      outcome.torn = try writer.lock()
      try history.update(from: writer)
    } catch {
      writer.unlock()
      outcome.failure = AppendFailure(recorded: 0, possible: 0, reason: error)
      return outcome
    }
    defer { writer.unlock() }
    for index in accepted { add(batch[index], to: &outcome) }
    do {
      try writer.append(lines.view)
    } catch {
      outcome.failure = error
    }
    return outcome
  }

  /// Why an event of this id cannot be recorded, whatever is in the journal.
  private func refusal(of id: ByteView) -> Refusal? {
    if JSONNumber.trimmed(id).count == 0 { return .empty }
    if id.count > JournalLine.maximumLength { return .tooLong }
    if !Recorder.isText(id) { return .notText }
    guard let cards else {
      return options.isControl && !options.isForced ? controlRefusal : nil
    }
    guard let card = cards.card(id) else { return .unknown(file: cards.name) }
    return options.isForced ? nil : refusal(of: card)
  }

  private var controlRefusal: Refusal? {
    switch kind {
    case .impression: nil
    case .click: .clickOnControl
    case .dismissal: .dismissalOfControl
    }
  }

  /// What the SDKs would not log of this card (domain.md, "Logging rules by SDK").
  private func refusal(of card: KnownCard) -> Refusal? {
    if card.isControl { return controlRefusal }
    switch kind {
    case .impression: return nil
    case .click: return card.hasURL ? nil : .clickWithoutURL
    case .dismissal:
      if !card.isDismissible { return .notDismissible }
      return card.isDismissed ? .dismissedBefore : nil
    }
  }

  private static func isText(_ id: ByteView) -> Bool {
    for index in 0..<id.count where id[index] >= 0x80 {
      return ByteBuffer(id.text.utf8).read { $0 == id }
    }
    return true
  }

  /// Adds the line of an event, unless it was recorded before.
  private mutating func add(_ cardID: ByteView, to outcome: inout Outcome) {
    if let policy, history.holds(policy, cardID: cardID, value(of: policy)) { return }
    if options.key != nil, history.holds(.withKey, cardID: cardID, options.key) { return }
    if kind == .dismissal, !options.isForced, cards != nil,
      history.holds(.everBefore, cardID: cardID, options.user)
    {
      outcome.refusals.append((cardID.text, .dismissedBefore))
      return
    }
    let now = started.clock + (SystemCalls.uptime() - started.uptime) / 1000
    id.removeAll()
    eventIDs.append(now: now, to: &id)
    guard
      lineWriter.append(
        id: id.view, time: time ?? now, cardID: cardID, facts(of: cardID), to: &lines)
    else {
      outcome.refusals.append((String(cardID.text.prefix(40)), .tooLong))
      return
    }
    outcome.events += 1
    if let policy { history.insert(policy, cardID: cardID, value(of: policy)) }
    if options.key != nil { history.insert(.withKey, cardID: cardID, options.key) }
    if kind == .dismissal { history.insert(.everBefore, cardID: cardID, options.user) }
  }

  private func value(of sameness: JournalHistory.Sameness) -> String? {
    switch sameness {
    case .everBefore: options.user
    case .inSession: options.session
    case .withKey: options.key
    }
  }

  /// What is known of a card: what its id says, and what `--cards` or `--control` do.
  private mutating func facts(of cardID: ByteView) -> CardFacts {
    var facts = CardFacts()
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
