import CardJSON
import ContentCardKit
import EventJournal

/// An event of a card in its history: from a journal, from Currents, or logged by an SDK.
struct HistoryEvent {
  let kind: CountedEvent
  let user: String?
  /// The time in epoch milliseconds; nil if unknown.
  let time: Int64?
  /// The reason for an abort.
  let reason: String?

  /// Creates the event of a journal line.
  init(_ line: JournalLine) {
    (kind, user, time) = (CountedEvent(line), line.text(.userID), line.time)
    reason = line.text(.reason)
  }

  /// Creates the event that an input states.
  init(_ event: DeviceEvent) {
    switch event.kind {
    case .impression: kind = event.isControl ? .controlImpression : .impression
    case .click: kind = .click
    case .dismissal: kind = .dismissal
    case .send: kind = .send
    case .abort: kind = .abort
    }
    (user, time, reason) = (event.user, event.time, event.reason)
  }

  /// The name in the JSON of a history.
  var name: String { kind == .controlImpression ? CountedEvent.impression.name : kind.name }

  /// The reason in words, after a colon; empty without a reason.
  var reasonWords: String { reason.map { ": \(HistoryEvent.reasons[$0] ?? $0)" } ?? "" }

  /// The reasons for aborts in words.
  ///
  /// Source: the values of `abort_type` in the glossary of message engagement events at
  /// https://www.braze.com/docs/user_guide/data/braze_currents/event_glossary/.
  private static let reasons = [
    "content_card_size_exceeded": "above 2 KB",
    "content_card_content_invalid": "invalid content",
    "content_card_expiration_invalid": "invalid expiration",
    "content_card_general": "a general error",
  ]

  /// Whether another event has the same kind, user and reason.
  func isSame(_ other: HistoryEvent) -> Bool {
    kind == other.kind && (user ?? "").hasBytes(of: other.user ?? "") && reason == other.reason
  }
}

/// Collects the events of cards while a journal or inputs are read.
///
/// Memory grows with the number of selected events.
final class HistoryEvents {
  /// The id, the start of an id or the campaign of the cards whose events are collected.
  private let text: [UInt8]?
  private let campaigns: [[UInt8]]
  private var ids = TextNumbers()
  private var entries: [[CardHistory.Entry]] = []
  /// The events that name only a campaign.
  private(set) var ofCampaigns: [String: [CardHistory.Entry]] = [:]
  private var id = ByteBuffer()

  /// Creates an empty collection of the events of all cards that `text` may select, of other cards
  /// of their campaigns, and of those in inputs, which are fewer than in a journal.
  ///
  /// Dismissals of all cards are collected, because `text` may be a part of a title. If it is nil,
  /// nothing else is.
  init(selecting text: String?) {
    self.text = text.map { Array($0.utf8) }
    var scratch = ByteBuffer()
    let campaign = ByteBuffer((text ?? "").utf8).read {
      CompositeID($0, decodedInto: &scratch)?.campaign.array
    }
    campaigns = [self.text, campaign].compactMap(\.self)
  }

  private func selects(_ kind: CountedEvent, of id: ByteView) -> Bool {
    if kind == .dismissal { return true }
    guard let text else { return false }
    if id.array.starts(with: text) { return true }
    var scratch = ByteBuffer()
    return CompositeID(id, decodedInto: &scratch).map { campaigns.contains($0.campaign.array) }
      ?? false
  }

  /// Adds the event on a line of a journal file.
  func add(_ line: JournalLine, in file: String, at number: Int) {
    add(
      HistoryEvent(line), of: line.text(.cardID, decodedInto: &id),
      campaign: line.text(.campaignID), at: CardLocation(input: file, line: number))
  }

  /// Adds the event that an input states.
  func add(_ event: DeviceEvent, at location: CardLocation) {
    let id = ByteBuffer((event.card ?? "").utf8)
    id.read { add(HistoryEvent(event), of: $0, campaign: event.campaign, at: location) }
  }

  private func add(
    _ event: HistoryEvent, of id: ByteView, campaign: String?, at location: CardLocation
  ) {
    let entry = CardHistory.Entry(event: .logged(event), time: event.time, location: location)
    if id.count == 0 {
      if let campaign { ofCampaigns[campaign, default: []].append(entry) }
      return
    }
    guard text != nil && location.column != nil || selects(event.kind, of: id) else { return }
    let card = ids.number(of: id)
    if card == entries.count { entries.append([]) }
    let isRepeated =
      location.column != nil
      && entries[card].suffix(HistoryEvents.repeatWindow).contains {
        HistoryEvents.repeats(entry, $0)
      }
    if !isRepeated { entries[card].append(entry) }
  }

  /// The number of events of a card among which repeats are looked for.
  private static let repeatWindow = 16

  /// Whether two entries of one input are about one event: SDKs log an event more than once, as a
  /// line and in requests that they repeat.
  private static func repeats(_ one: CardHistory.Entry, _ other: CardHistory.Entry) -> Bool {
    guard let event = one.logged, let known = other.logged, event.kind == known.kind,
      one.location?.input == other.location?.input
    else { return false }
    if let user = event.user, let knownUser = known.user, !user.hasBytes(of: knownUser) {
      return false
    }
    guard let time = event.time, let knownTime = known.time else { return true }
    return abs(time - knownTime) < 1000
  }

  /// Returns the events of the card with this id, in the order in which they were read.
  func events(of id: JSONString) -> [HistoryEvent] {
    let number = id.withText { ids.find($0) }
    return number.map { entries[$0].compactMap(\.logged) } ?? []
  }

  /// Calls `body` with the id and the events of each card.
  func forEachCard(_ body: (ByteView, [CardHistory.Entry]) -> Void) {
    for (number, entries) in entries.enumerated() { body(ids[number], entries) }
  }
}
