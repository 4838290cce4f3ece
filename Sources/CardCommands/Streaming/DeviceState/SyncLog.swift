import CardProcessing
import CardJSON
import ContentCardKit

/// What a block says to a device, in the order of the input.
///
/// Blocks are read side by side and sometimes twice; a log can be thrown away, a feed could not be
/// unmerged.
struct SyncLog: ~Copyable {
  /// Something that merging has to know.
  enum Event {
    /// A sync response begins, here in the input.
    case response(offset: Int)
    /// The response ends.
    case end
    /// Something begins that is no response; one that has not ended is cut off.
    case cutOff
    /// The response says that it failed.
    case failure
    /// The response says whether it is all there is.
    case full(Bool)
    /// The response says when it was made, in epoch milliseconds.
    case time(Int64)
    /// The response says whom it is for: where the text stands, and where the input says it.
    case user(Range<Int>, offset: Int)
    /// A card: where its id and its bytes stand, and where it begins in the input.
    case card(SentCard, id: Range<Int>, bytes: Range<Int>, offset: Int, isBare: Bool)
  }

  private(set) var events: [Event] = []
  /// The texts that events point into.
  private(set) var text = ByteBuffer()

  /// Adds an event.
  mutating func add(_ event: Event) { events.append(event) }

  /// Adds a card that begins at `offset` of the input; false when it has no id.
  mutating func add(_ card: Card, at offset: Int, isBare: Bool) -> Bool {
    guard let id = card.text(.id) else { return false }
    let start = text.count
    id.appendText(to: &text)
    let idEnd = text.count
    text.append(card.raw)
    add(
      .card(
        SentCard(card), id: start..<idEnd, bytes: idEnd..<text.count, offset: offset,
        isBare: isBare))
    return true
  }

  /// Adds a member of a response, if it means something.
  mutating func add(_ value: JSONDocument, _ node: Int, of key: ByteView, at offset: Int) {
    switch ResponseMember(key: key, value, node) {
    case .isFull(let isFull): add(.full(isFull))
    case .time(let time): add(.time(time))
    case .user:
      let start = text.count
      value.appendText(node, to: &text)
      add(.user(start..<text.count, offset: offset))
    case nil: break
    }
  }

  /// Makes room for the next block.
  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    text.removeAll()
    text.shrink(to: SyncLog.keptCapacity)
  }

  /// How much memory a log keeps for the next block, in bytes.
  private static let keptCapacity = 1 << 20
}

/// Notes what cards and responses say to a device; each worker has its own.
struct SyncProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var log: HeldContent<SyncLog> { batch.content() }

  static func makeContent() -> BatchContent { HeldContent(SyncLog()) { $0.removeAll() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    if log.value.add(card, at: offset, isBare: place.element == nil) { return }
    let message = "the card has no id, and no device can hold it"
    batch.add(.card(offset: offset, code: "merge/id-missing", message: message))
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    if case .failedSync = problem.reason { log.value.add(.failure) }
    batch.add(.reading(problem))
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    switch event {
    case .envelope(let offset): log.value.add(.response(offset: offset))
    case .member(let key, let value?, let range):
      log.value.add(value.document, value.node, of: key, at: range.lowerBound)
    case .array: log.value.add(.cutOff)
    case .end: log.value.add(.end)
    case .member(_, nil, _), .inside: break
    }
  }
}
