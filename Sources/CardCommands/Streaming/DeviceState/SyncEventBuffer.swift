import CardJSON
import CardProcessing
import ContentCardKit

/// The events of a block for the merge, in the order of the input.
///
/// They are buffered because workers read blocks in parallel, and some blocks twice: a block must
/// not be merged before it is known to have been read correctly.
struct SyncEventBuffer: BlockContent, ~Copyable {
  /// An event.
  enum Event {
    /// A sync response begins at this offset of the input.
    case response(offset: Int)
    /// The response ends.
    case end
    /// Cards outside a response begin, so an open response was cut off.
    case cutOff
    /// The response reports a failure.
    case failure
    /// The response has this member, whose key is at this offset of the input.
    case member(ResponseMember, offset: Int)
    /// The state that the device stored about its cards.
    case stored(DeviceHistory)
    /// A card that the response adds or removes, whose content is not needed.
    case count(isRemoved: Bool)
    /// A card at this offset of the input, with the ranges of its id and its bytes in `text`.
    case card(IncomingCard, id: Range<Int>, bytes: Range<Int>, offset: Int, isBare: Bool)
    /// An event of a card, or a fact about the device, at this offset of the input.
    case evidence(DeviceEvidence, offset: Int)
  }

  private(set) var events: [Event] = []
  /// The ids and the bytes of the cards.
  private(set) var text = ByteBuffer()

  /// Adds the state that the device stored.
  mutating func add(_ stored: DeviceHistory) { events.append(.stored(stored)) }

  /// Counts a card whose content is not needed.
  mutating func count(isRemoved: Bool) { events.append(.count(isRemoved: isRemoved)) }

  /// Adds a card that begins at `offset` of the input; returns false if it has no id.
  mutating func add(_ card: Card, at offset: Int, isBare: Bool) -> Bool {
    guard let name = card.text(.id) else { return false }
    let start = text.count
    name.appendText(to: &text)
    let idEnd = text.count
    text.append(card.raw)
    let (id, bytes) = (start..<idEnd, idEnd..<text.count)
    events.append(.card(IncomingCard(card), id: id, bytes: bytes, offset: offset, isBare: isBare))
    return true
  }

  /// Adds an event of a card, or a fact about the device.
  mutating func add(_ evidence: DeviceEvidence, at offset: Int) {
    events.append(.evidence(evidence, offset: offset))
  }

  /// Adds an event of an array or an envelope.
  mutating func add(_ event: ContainerEvent) {
    switch event {
    case .envelope(let offset): events.append(.response(offset: offset))
    case .member(let key, let value?, let range):
      guard let member = ResponseMember(key: key, value) else { return }
      events.append(.member(member, offset: range.lowerBound))
    case .array: events.append(.cutOff)
    case .end: events.append(.end)
    case .member(_, nil, _), .inside: break
    }
  }

  /// Adds a problem if it is a failed response, and returns whether it is.
  mutating func add(_ problem: ReadingProblem) -> Bool {
    switch problem.reason {
    case .failedSync: events.append(.failure)
    case .noCard(let reason) where reason.isSyncResponse:
      events += [.response(offset: problem.start), .failure, .end]
    default: return false
    }
    return true
  }

  /// Clears the buffer for the next block.
  ///
  /// It keeps its memory: blocks of several threads that allocate their own fragment the heap.
  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    text.removeAll()
    text.shrink(to: SyncEventBuffer.keptCapacity)
  }

  /// The capacity that a buffer keeps for the next block, in bytes.
  private static let keptCapacity = 1 << 20
}

/// Assembles responses from their members, in the order of the input.
struct ResponseAssembler {
  /// The current response, which has not ended.
  private(set) var open: SyncResponse?

  /// Adds an event of the block of `task`, and returns the response that it ends.
  mutating func add(
    _ event: SyncEventBuffer.Event, of task: BlockTask, origin: (Int) -> CardOrigin
  ) -> SyncResponse? {
    switch event {
    case .response(let offset):
      let ended = cutOff()
      open = SyncResponse(at: origin(offset), requestTime: task.requestTime, user: task.requestUser)
      return ended
    case .end:
      open?.isComplete = true
      return cutOff()
    case .cutOff, .evidence: return cutOff()
    case .failure: open?.hasFailed = true
    case .member(let member, let offset): open?.add(member, at: origin(offset))
    case .stored: break
    case .count(let isRemoved): open?.count(isRemoved: isRemoved)
    case .card(let card, _, _, _, let isBare):
      if isBare { return cutOff() }
      open?.count(isRemoved: card.isRemoved)
    }
    return nil
  }

  /// Ends the current response, which is incomplete unless its end was added.
  mutating func cutOff() -> SyncResponse? {
    defer { open = nil }
    return open
  }
}

/// Collects the cards and responses of a block.
struct SyncProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  /// Whether a failed response is reported as a problem.
  let reportsFailures: Bool
  private var events = CardEventReader()
  /// Returns the kind of the events of Currents in the input with this number, if its path states
  /// it.
  private let exportedKind: @Sendable (Int) -> CardEvent.Kind?
  private var buffer: HeldContent<SyncEventBuffer> { mutating get { batch.content() } }

  /// Creates a processor.
  init(
    reportsFailures: Bool, exportedKind: @escaping @Sendable (Int) -> CardEvent.Kind?
  ) {
    (self.reportsFailures, self.exportedKind) = (reportsFailures, exportedKind)
  }

  mutating func begin(input: Int) { events.exportedKind = exportedKind(input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    if buffer.value.add(card, at: offset, isBare: place.element == nil) { return }
    let message = "the card has no id, so a device cannot cache it"
    batch.add(ReadingProblem(.card(code: "merge/id-missing", message: message), at: offset))
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
    guard events.read(value) else { return false }
    // In a string, all places are that of the string.
    func start(of node: JSONNode) -> Int {
      place.string == nil ? offset + node.range.lowerBound - value.range.lowerBound : offset
    }
    for fact in events.facts { buffer.value.add(.fact(fact), at: offset) }
    for event in events.events {
      buffer.value.add(.event(DeviceEvent(event)), at: start(of: event.object))
    }
    for (event, message) in events.problems {
      batch.add(
        ReadingProblem(.card(code: "merge/event", message: message), at: start(of: event)))
    }
    return true
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    let isFailure = buffer.value.add(problem)
    if reportsFailures || !isFailure { batch.add(problem) }
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    buffer.value.add(event)
  }

  mutating func visitStored(_ stored: DeviceHistory) { buffer.value.add(stored) }
}
