import CardJSON
import CardProcessing
import ContentCardKit

/// Collects the history of every card in the inputs.
///
/// Memory grows with the number of copies of cards and of events, and with the size of one copy of
/// each card.
final class CardHistories: RunObserver {
  /// Whether failed responses are added to the histories instead of being reported as problems.
  let observesFailures: Bool
  /// The events of cards, which are inserted into the histories at the end.
  let events: HistoryEvents
  private(set) var histories: [CardHistory] = []
  /// The facts about the device and its responses, and its user at the end.
  private(set) var device: DeviceFacts
  private var ids = TextNumbers()
  private var comparer: CardComparer
  /// Whether updates list the changed fields, which is slower.
  private let listsChanges: Bool
  private let inputName: (Int) -> String

  /// Creates an empty collection for a view of the inputs of a run.
  init(_ run: InspectRun, _ inputs: InputFiles, listsChanges: Bool) {
    let view = run.session.inspect.view
    // Every id begins with empty text.
    var text: String? = ""
    if case .history(let wanted) = view { text = wanted }
    events = HistoryEvents(selecting: text)
    device = DeviceFacts(in: run.session.zone)
    comparer = CardComparer(run.reading)
    (self.listsChanges, observesFailures) = (listsChanges, view.readsSyncResponses)
    inputName = run.path(inputs)
  }

  /// Creates the history of an id that the feed has just numbered, unless it exists.
  private func makeRoom(for number: Int, _ feed: borrowing DeviceFeed) {
    while histories.count <= number {
      let id = feed.id(histories.count)
      // The feed numbers ids in the same order.
      _ = ids.number(of: id)
      histories.append(CardHistory(id: id.text, zone: device.zone))
    }
  }

  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) {
    device.add(merged)
    for decision in merged.departures { add(decision, at: merged.response.time, feed) }
    for decision in merged.decisions {
      add(
        decision, at: merged.response.time, feed,
        details: details(of: decision, in: merged.response, feed))
      guard let card = decision.card, !card.isRemoved else { continue }
      let isAccepted = CardHistories.acceptingActions.contains(decision.action)
      if histories[decision.number].copy.bytes.isEmpty || isAccepted {
        histories[decision.number].copy = CardCopy(bytes: decision.bytes)
      }
    }
  }

  private func add(
    _ decision: FeedDecision, at time: Int64?, _ feed: borrowing DeviceFeed,
    details: [String]? = nil
  ) {
    makeRoom(for: decision.number, feed)
    histories[decision.number].entries.append(
      CardHistory.Entry(
        event: .decision(decision.action, decision.card), time: time,
        location: CardLocation(decision.origin, inputName),
        details: details ?? feed.user.map { [$0] } ?? []))
  }

  private static let acceptingActions: [FeedDecision.Action] = [
    .arrived, .updated, .dismissed, .dismissedHere, .expired,
  ]

  private func details(
    of decision: FeedDecision, in response: SyncResponse, _ feed: borrowing DeviceFeed
  ) -> [String] {
    switch decision.action {
    case .updated where listsChanges:
      makeRoom(for: decision.number, feed)
      return comparer.changes(
        from: histories[decision.number].copy, to: CardCopy(bytes: decision.bytes)
      ).map(\.name)
    case .otherUser: return response.user.map { [$0.name] } ?? []
    case .failed: return response.message.map { [$0] } ?? []
    default: return []
    }
  }

  func observe(_ change: DeviceChange, _ feed: borrowing DeviceFeed) {
    let location = CardLocation(change.origin, inputName)
    for decision in change.departures { add(decision, at: change.time, feed) }
    switch change.evidence {
    case .event(let event):
      if let number = change.number { makeRoom(for: number, feed) }
      if let number = change.number, event.time == nil {
        // Without a time, its place is between the entries that were read before and after it.
        histories[number].entries.append(
          CardHistory.Entry(event: .logged(HistoryEvent(event)), time: nil, location: location))
      } else {
        events.add(event, at: location)
      }
    case .fact(let fact): device.add(fact, time: change.time, at: location)
    }
  }

  func end(_ feed: FeedEnd) {
    device.user = feed.user
    for number in histories.indices {
      histories[number].standing = feed.standing[number]
      if feed.standing[number] == .expired,
        case .decision(_, let card?)? = histories[number].entry(.expired)?.event,
        let expires = card.expires
      {
        histories[number].insert([CardHistory.Entry(event: .expiry, time: expires, location: nil)])
      }
    }
    events.forEachCard { id, events in
      guard let number = number(of: id) else { return }
      // A line of a log without a time repeats an event of a request.
      let kinds = Set(events.compactMap(\.logged?.kind))
      histories[number].entries.removeAll { entry in
        entry.time == nil && entry.logged.map { kinds.contains($0.kind) } ?? false
      }
      histories[number].insert(events)
    }
    if events.ofCampaigns.isEmpty { return }
    for number in histories.indices {
      guard let campaign = campaign(of: number) else { continue }
      histories[number].insert(events.ofCampaigns[campaign] ?? [])
    }
  }

  /// Returns the number of the history of the card with this id.
  func number(of id: ByteView) -> Int? { ids.find(id) }

  // MARK: Selecting cards

  /// Returns the cards with this id or campaign, otherwise those whose id begins with `text`,
  /// otherwise those whose title contains it, and whether only one of several is meant.
  func selection(_ text: String) -> (numbers: [Int], isAmbiguous: Bool) {
    if let exact = ByteBuffer(text.utf8).read({ number(of: $0) }) { return ([exact], false) }
    let campaign = histories.indices.filter { self.campaign(of: $0) == text }
    if !campaign.isEmpty { return (campaign, false) }
    let prefixed = histories.indices.filter { histories[$0].id.utf8.starts(with: text.utf8) }
    if !prefixed.isEmpty { return (prefixed, prefixed.count > 1) }
    var titled = histories.indices.filter { title(of: $0).map(TitlePart(text).isIn) ?? false }
    let whole = titled.filter { title(of: $0)?.lowercased() == text.lowercased() }
    if !whole.isEmpty { titled = whole }
    // The cards that one campaign sent are copies of one card.
    let campaigns = Set(titled.map { self.campaign(of: $0) ?? histories[$0].id })
    return (titled, campaigns.count > 1)
  }

  /// Returns the title of a card; nil if it has none.
  func title(of number: Int) -> String? { comparer.name(of: histories[number].copy).title }

  /// Returns the campaign in the id of a card.
  func campaign(of number: Int) -> String? {
    var scratch = ByteBuffer()
    return CompositeID(ids[number], decodedInto: &scratch)?.campaign.text
  }

  /// Returns all cards of the campaigns of these cards, or none if that is a single card.
  func copies(of numbers: [Int]) -> [Int] {
    let campaigns = Set(numbers.compactMap(campaign))
    if campaigns.isEmpty { return [] }
    let copies = histories.indices.filter {
      histories[$0].wasReceived && campaign(of: $0).map(campaigns.contains) ?? false
    }
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
    return CardVerdict(histories[number], nil, on: device)
  }
}
