import CardJSON
import ContentCardKit

/// Merges the cards and responses of consecutive blocks into the feed of a device.
final class FeedMerger: RunObserver {
  private let observers: [any RunObserver]
  private var feed: DeviceFeed
  private var input = -1
  private var responses = ResponseAssembler()
  /// Whether a note about an outdated bare card of the input was added.
  private var hasOlderCards = false

  /// The notes about the inputs in order, with the kinds by which they are counted.
  private(set) var notes: [(code: String, message: String, origin: CardOrigin)] = []
  /// The number of notes of each kind, including those that were dropped.
  private(set) var noteCounts: MessageCounts

  /// Creates a merger into `feed` that keeps at most `keptNotes` notes of each kind.
  init(into feed: consuming DeviceFeed, keptNotes: Int, observers: [any RunObserver]) {
    self.feed = feed
    self.observers = observers
    noteCounts = MessageCounts(limit: keptNotes)
  }

  func observe(_ batch: inout Batch, of source: BatchOrigin) {
    guard case .block(let task, _) = source else { return }
    if task.input != input {
      if let cut = responses.cutOff() { conclude(cut) }
      hasOlderCards = false
    }
    input = task.input
    if let stored = task.stored { feed.apply(stored) }
    let origin = source.places
    let buffer: HeldContent<SyncEventBuffer> = batch.content()
    let text = buffer.value.text.view
    for event in buffer.value.events {
      if let ended = responses.add(event, of: task, origin: origin) { conclude(ended) }
      switch event {
      case .evidence(let evidence, let offset):
        let change = feed.take(evidence, requestTime: task.requestTime, from: origin(offset))
        guard let change else { continue }
        for observer in observers { observer.observe(change, feed) }
        noteChange(of: change.departures, to: feed.user, at: change.origin)
      case .stored(let stored): feed.apply(stored)
      default: break
      }
      guard case .card(let card, let id, let bytes, let offset, _) = event else { continue }
      let origin = origin(offset)
      feed.add(card, id: text.slice(id), bytes: text.slice(bytes), from: origin)
      if responses.open == nil { mergeBareCard(at: origin) }
    }
  }

  /// Ends the merge.
  ///
  /// - Returns: the cards that the device has cached, in order of arrival, and the state of every id
  ///   in the inputs.
  func finish() -> (cards: [CachedCard], end: FeedEnd) {
    if let cut = responses.cutOff() { conclude(cut) }
    var last = DeviceFeed(now: 0)
    swap(&last, &feed)
    let end = FeedEnd(standing: last.standing, user: last.user)
    return (last.cards(), end)
  }

  /// Merges a response that has ended or was cut off, and adds notes about it.
  private func conclude(_ ended: SyncResponse) {
    let merged = merge(ended)
    noteChange(of: merged.departures, to: ended.user?.name, at: ended.origin)
    if merged.outcome == .otherUser, let user = ended.user {
      note(
        "merge/other-user",
        "the response is for another user, \"\(user.name)\", and discarded", at: user.origin)
    } else if merged.isOutOfOrder {
      noteOrder("this response, or a card in it, is older than an earlier one", at: ended.origin)
    }
  }

  /// Notes that the device's user changed, if cards left the feed.
  private func noteChange(of departures: [FeedDecision], to user: String?, at origin: CardOrigin) {
    guard !departures.isEmpty, let user else { return }
    note(
      "merge/user-change",
      "the device's user changes to \"\(user)\", so \(counted(departures.count, "card")) "
        + "of the earlier user leave\(departures.count == 1 ? "s" : "") the feed; --user names "
        + "another current user", at: origin)
  }

  /// Merges a card outside a response.
  private func mergeBareCard(at origin: CardOrigin) {
    let merged = merge(SyncResponse(at: origin))
    guard let newer = merged.newerCopy, newer.input != origin.input, !hasOlderCards else { return }
    hasOlderCards = true
    noteOrder("this card is older than an earlier copy", at: origin)
  }

  private func merge(_ response: SyncResponse) -> MergedResponse {
    let merged = feed.merge(response)
    for observer in observers { observer.observe(merged, feed) }
    return merged
  }

  private func noteOrder(_ message: String, at origin: CardOrigin) {
    note(
      "merge/out-of-order", message + "; name the inputs in the order in which they came",
      at: origin)
  }

  private func note(_ code: String, _ message: String, at origin: CardOrigin) {
    if noteCounts.admits(code) { notes.append((code, message, origin)) }
  }
}

/// The state of a device's feed after all inputs.
struct FeedEnd {
  /// The last decision about each id, by its number.
  let standing: [FeedDecision.Action]
  /// The device's current user; nil if none was named.
  let user: String?
}

extension FeedDecision.Action {
  /// The reason why the device has not cached a card; empty for other decisions.
  var absence: String {
    switch self {
    case .arrived, .updated, .olderCopy, .ignored, .never: ""
    case .removed: "removed by the server"
    case .absent: "absent from the full sync"
    case .dismissed, .dismissedHere: "dismissed"
    case .expired: "expired"
    case .otherUser: "for another user"
    case .userChange: "of an earlier user"
    case .failed: "in a failed response"
    }
  }
}
