import CardJSON
import CardProcessing
import ContentCardKit

/// The history of one card on a device.
struct CardHistory {
  /// The location of an entry in an input or in a file of the journal.
  struct Location: Equatable {
    let input: String
    let line: Int
    /// Nil for a line of the journal.
    var column: Int?

    /// Adds the location as members of a JSON object.
    func add(to json: inout JSONWriter) {
      json.add("path", input)
      json.add("line", line)
      if let column { json.add("column", column) }
    }
  }

  /// One event of the history.
  struct Entry {
    /// The event.
    enum Event {
      /// A decision of the merge, with the card in the response.
      case decision(FeedDecision.Action, IncomingCard?)
      /// The card expired.
      case expiry
      /// An event in the journal.
      case journal(JournalEvent)
    }

    let event: Event
    /// The time in epoch milliseconds; nil if unknown.
    let time: Int64?
    /// The location; nil for an event that is not in an input, such as the expiry.
    let location: Location?
    /// The fields that an update changed, or the user or error message of a discarded response.
    var details: [String] = []

    /// The journal event; nil for another kind of event.
    var journal: JournalEvent? { if case .journal(let event) = event { event } else { nil } }
  }

  let id: String
  /// The entries in order.
  var entries: [Entry] = []
  /// The last copy that the device accepted, otherwise the first one; empty if there are only
  /// tombstones.
  var copy = CardCopy(bytes: [])
  /// The last decision that changed the state of the card, or the reason why none did.
  var standing = FeedDecision.Action.failed

  /// Whether the device has the card in its cache at the end.
  var isCached: Bool { standing == .arrived || standing == .updated }

  /// Returns the last entry with the decision `action`, or for an expiry, of the copy that expired.
  func entry(_ action: FeedDecision.Action) -> Entry? {
    let wanted = action == .expired ? [.arrived, .updated, .expired] : [action]
    return entries.last {
      if case .decision(let action, _) = $0.event { wanted.contains(action) } else { false }
    }
  }

  /// Inserts events by time, each after the last entry that is not later.
  ///
  /// Entries without a time are ignored. An event that is earlier than all entries is inserted
  /// before the first entry with a time.
  mutating func insert(_ events: [Entry]) {
    let timed = entries.enumerated().compactMap { index, entry in
      entry.time.map { (time: $0, index: index) }
    }
    var waiting = timed.sorted { ($0.time, $0.index) < ($1.time, $1.index) }[...]
    var position = timed.first?.index ?? entries.count
    var merged: [Entry] = []
    var next = 0
    for event in events.sorted(by: { ($0.time ?? .min) < ($1.time ?? .min) }) {
      while let entry = waiting.first, entry.time <= event.time ?? .min {
        position = max(position, entry.index + 1)
        waiting.removeFirst()
      }
      merged += entries[next..<position]
      next = position
      merged.append(event)
    }
    entries = merged + entries[next...]
  }
}

extension CardHistory.Location {
  /// Creates the location of a card or a response.
  init(_ origin: CardOrigin, _ inputName: (Int) -> String) {
    let position = origin.position
    self.init(input: inputName(origin.input), line: position.line, column: position.column)
  }
}

extension BatchOrigin {
  /// A function that returns the origin of the card at an offset of the input, or with a number in
  /// the device's feed.
  var places: (Int) -> CardOrigin {
    switch self {
    case .device(let origin): return origin
    case .block(let task, let position):
      var locator = Locator(task, position)
      return { CardOrigin(input: task.input, position: locator.position(of: $0)) }
    }
  }
}

/// Collects the history of every card in the inputs.
///
/// Memory grows with the number of copies of cards, and with the size of one copy of each.
final class CardHistories: RunObserver {
  /// Whether failed responses are added to the histories instead of being reported as problems.
  let observesFailures: Bool
  /// The journal events, which are inserted into the histories at the end.
  let journal: JournalHistories
  private(set) var histories: [CardHistory] = []
  private var ids = TextNumbers()
  private var comparer: CardComparer
  /// Whether updates list the changed fields, which is slower.
  private let listsChanges: Bool
  private let inputName: (Int) -> String

  /// Creates an empty collection.
  init(
    _ options: CardDecoder.Options, _ journal: JournalHistories, listsChanges: Bool,
    observesFailures: Bool, inputName: @escaping (Int) -> String
  ) {
    comparer = CardComparer(options)
    (self.journal, self.listsChanges) = (journal, listsChanges)
    (self.observesFailures, self.inputName) = (observesFailures, inputName)
  }

  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) {
    for decision in merged.decisions {
      let number = decision.number
      if number == histories.count {
        // The feed numbers ids in the same order.
        _ = ids.number(of: feed.id(number))
        histories.append(CardHistory(id: feed.id(number).text))
      }
      histories[number].entries.append(
        CardHistory.Entry(
          event: .decision(decision.action, decision.card), time: merged.response.time,
          location: CardHistory.Location(decision.origin, inputName),
          details: details(of: decision, in: merged.response)))
      guard let card = decision.card, !card.isRemoved else { continue }
      let isAccepted = CardHistories.acceptingActions.contains(decision.action)
      if histories[number].copy.bytes.isEmpty || isAccepted {
        histories[number].copy = CardCopy(bytes: decision.bytes)
      }
    }
  }

  private static let acceptingActions: [FeedDecision.Action] = [
    .arrived, .updated, .dismissed, .dismissedHere, .expired,
  ]

  private func details(of decision: FeedDecision, in response: SyncResponse) -> [String] {
    switch decision.action {
    case .updated where listsChanges:
      comparer.changes(
        from: histories[decision.number].copy, to: CardCopy(bytes: decision.bytes)
      ).map(\.name)
    case .otherUser: response.user.map { [$0.name] } ?? []
    case .failed: response.message.map { [$0] } ?? []
    default: []
    }
  }

  func end(_ standing: [FeedDecision.Action]) {
    for number in histories.indices {
      histories[number].standing = standing[number]
      if standing[number] == .expired,
        case .decision(_, let card?)? = histories[number].entry(.expired)?.event,
        let expires = card.expires
      {
        histories[number].insert([CardHistory.Entry(event: .expiry, time: expires, location: nil)])
      }
    }
    journal.forEachCard { id, events in
      if let number = number(of: id) { histories[number].insert(events) }
    }
  }

  /// Returns the number of the history of the card with this id.
  func number(of id: ByteView) -> Int? { ids.find(id) }

  // MARK: Selecting cards

  /// Returns the cards with this id or campaign, otherwise those whose id begins with `text`.
  func selection(_ text: String) -> (numbers: [Int], arePrefixed: Bool) {
    if let exact = ByteBuffer(text.utf8).read({ number(of: $0) }) { return ([exact], false) }
    let campaign = histories.indices.filter { self.campaign(of: $0) == text }
    if !campaign.isEmpty { return (campaign, false) }
    return (histories.indices.filter { histories[$0].id.utf8.starts(with: text.utf8) }, true)
  }

  /// Returns the campaign in the id of a card.
  func campaign(of number: Int) -> String? {
    var scratch = ByteBuffer()
    return CompositeID(ids[number], decodedInto: &scratch)?.campaign.text
  }

  /// Returns all cards of the campaigns of these cards, or none if that is a single card.
  func copies(of numbers: [Int]) -> [Int] {
    let campaigns = Set(numbers.compactMap(campaign))
    if campaigns.isEmpty { return [] }
    let copies = histories.indices.filter { campaign(of: $0).map(campaigns.contains) ?? false }
    return copies.count > 1 ? copies : []
  }

  /// Returns the ids that are similar to `text`.
  func ids(similarTo text: String) -> [String] {
    var near = NearIDs()
    for history in histories {
      near.add(history.id, score: zip(history.id.utf8, text.utf8).count { $0 == $1 })
    }
    return near.similar(toLength: text.utf8.count)
  }

  /// Returns the reason why the device has not cached a card; nil if it has, or if the card is not
  /// in the inputs.
  func verdict(onAbsentCard id: ByteView) -> CardVerdict? {
    guard let number = number(of: id), !histories[number].isCached else { return nil }
    return CardVerdict(histories[number], nil, feedCount: 0)
  }
}
