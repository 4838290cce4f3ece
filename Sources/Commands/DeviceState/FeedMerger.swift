import CardJSON
import ContentCards
import Platform

/// Receives the blocks in order and merges what they say into the feed of a device; what could not
/// be read is left to the `Delivery`.
final class FeedMerger: BlockReceiver {
  private let delivery: Delivery
  private let keptAnswers: Int
  private var feed: DeviceFeed
  private var input = -1
  private var user: ForeignAnswer?

  /// Answers that were discarded because they are for another user.
  private(set) var foreign: [ForeignAnswer] = []
  /// How many there were, those that were not kept included.
  private(set) var foreignCount = 0

  /// An answer for another user: who that is, and where the answer says so.
  struct ForeignAnswer {
    let user: String
    let origin: CardOrigin
  }

  /// A merger into an empty feed.
  ///
  /// - Parameters:
  ///   - delivery: takes what is not merged.
  ///   - now: the time that decides what has expired, in epoch milliseconds.
  ///   - keptAnswers: how many answers for another user are kept.
  init(_ delivery: Delivery, now: Int64, keptAnswers: Int) {
    self.delivery = delivery
    self.keptAnswers = keptAnswers
    feed = DeviceFeed(now: now)
  }

  var wantedRows: Int { .max }

  func receive(_ task: BlockTask, at position: TextPosition) throws(SystemFailure) -> Bool {
    if task.input != input { cutOff() }
    input = task.input
    var place = position
    var offset = task.offset + task.markLength
    func origin(_ start: Int) -> CardOrigin {
      place.advance(over: task.bytes.view.slice(offset - task.offset..<start - task.offset))
      offset = start
      return CardOrigin(input: task.input, position: place)
    }
    let text = task.batch.sync.text.view
    for event in task.batch.sync.events {
      switch event {
      case .response:
        cutOff()
        feed.beginResponse()
      case .end: judge(feed.endResponse())
      case .cutOff: cutOff()
      case .failure: feed.noteFailure()
      case .full(let isFull): feed.note(isFull: isFull)
      case .user(let name, let offset):
        feed.note(user: text.slice(name))
        user = ForeignAnswer(user: text.slice(name).text, origin: origin(offset))
      case .card(let card, let id, let bytes, let offset, let isBare):
        if isBare { cutOff() }
        feed.take(card, id: text.slice(id), bytes: text.slice(bytes), from: origin(offset))
      }
    }
    return try delivery.receive(task, at: position)
  }

  /// The cards that the device holds in the end, in the order in which they came.
  func takeCards() -> [HeldCard] {
    cutOff()
    var last = DeviceFeed(now: 0)
    swap(&last, &feed)
    return last.cards()
  }

  /// Ends a response that has no end of its own.
  private func cutOff() { judge(feed.cutOffResponse()) }

  private func judge(_ isMerged: Bool) {
    defer { user = nil }
    guard !isMerged else { return }
    foreignCount += 1
    if let user, foreign.count < keptAnswers { foreign.append(user) }
  }
}
