import CardProcessing
import CardJSON
import ContentCardKit
import CardPlatform

/// Receives the blocks in order and merges what they say into the feed of a device; what could not
/// be read is left to the `OrderedWriter`.
final class FeedMerger: BlockReceiver {
  private let writer: OrderedWriter
  private var feed: DeviceFeed
  private var input = -1
  /// Where the response begins, and where it says whom it is for.
  private var response: CardOrigin?
  private var user: (name: String, origin: CardOrigin)?
  /// Whether a card of the input that stands for itself was older than the copy held.
  private var hasOlderCards = false

  /// What is worth knowing about the inputs, in their order.
  private(set) var notes: [Note] = []
  /// How many notes of each kind there were, those that were not kept included.
  private(set) var noteCounts: MessageCounts

  /// Something that users want to know of an input, though it is no mistake.
  struct Note {
    /// The raw values are what messages of a kind are counted under.
    enum Kind: String {
      /// A response was discarded because it is for another user.
      case otherUser = "merge/other-user"
      /// The inputs are out of order.
      case outOfOrder = "merge/out-of-order"
    }

    let kind: Kind
    let message: String
    let origin: CardOrigin
  }

  /// A merger into an empty feed.
  ///
  /// - Parameters:
  ///   - writer: takes what is not merged.
  ///   - now: the time that decides what has expired, in epoch milliseconds.
  ///   - keptNotes: how many notes of each kind are kept.
  init(_ writer: OrderedWriter, now: Int64, keptNotes: Int) {
    self.writer = writer
    noteCounts = MessageCounts(limit: keptNotes)
    feed = DeviceFeed(now: now)
  }

  var wantedRows: Int { .max }

  func receive(_ task: BlockTask, at position: TextPosition) throws(SystemFailure) -> Bool {
    if task.input != input {
      cutOff()
      hasOlderCards = false
    }
    input = task.input
    var place = position
    var offset = task.offset + task.markLength
    func origin(_ start: Int) -> CardOrigin {
      place.advance(over: task.bytes.view.slice(offset - task.offset..<start - task.offset))
      offset = start
      return CardOrigin(input: task.input, position: place)
    }
    let log: HeldContent<SyncLog> = task.batch.content()
    let text = log.value.text.view
    for event in log.value.events {
      switch event {
      case .response(let offset):
        cutOff()
        response = origin(offset)
        feed.beginResponse()
      case .end: conclude(feed.endResponse())
      case .cutOff: cutOff()
      case .failure: feed.noteFailure()
      case .full(let isFull): feed.note(isFull: isFull)
      case .time(let time): feed.note(time: time)
      case .user(let name, let offset):
        feed.note(user: text.slice(name))
        user = (text.slice(name).text, origin(offset))
      case .card(let card, let id, let bytes, let offset, let isBare):
        if isBare { cutOff() }
        let origin = origin(offset)
        if !feed.take(card, id: text.slice(id), bytes: text.slice(bytes), from: origin),
          !hasOlderCards
        {
          hasOlderCards = true
          note(
            .outOfOrder, "this card is older than a copy before it" + FeedMerger.advice, at: origin)
        }
      }
    }
    return try writer.take(task, at: position)
  }

  /// The cards that the device holds in the end, in the order in which they came.
  func takeCards() -> [HeldCard] {
    cutOff()
    var last = DeviceFeed(now: 0)
    swap(&last, &feed)
    return last.cards()
  }

  /// Ends a response that has no end of its own.
  private func cutOff() { conclude(feed.cutOffResponse()) }

  private func conclude(_ outcome: DeviceFeed.Outcome) {
    defer { (response, user) = (nil, nil) }
    switch outcome {
    case .merged: break
    case .mergedOutOfOrder:
      guard let response else { return }
      note(
        .outOfOrder,
        "this answer, or a card in it, is older than what came before" + FeedMerger.advice,
        at: response)
    case .forOtherUser:
      guard let user else { return }
      note(
        .otherUser, "the answer is for another user, \"\(user.name)\", and discarded",
        at: user.origin)
    }
  }

  private static let advice = "; name the inputs in the order in which they came"

  private func note(_ kind: Note.Kind, _ message: String, at origin: CardOrigin) {
    guard noteCounts.admits(kind.rawValue) else { return }
    notes.append(Note(kind: kind, message: message, origin: origin))
  }
}
