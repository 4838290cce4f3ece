import CardProcessing
import CardJSON
import ContentCardKit

/// Cards in cardctl's own shape, to compare with others.
struct CardSnapshots: ~Copyable {
  /// One card; its id, title and JSON are in the buffer.
  struct Entry: BitwiseCopyable {
    /// The shape that the card was read in.
    let shape: Shape
    /// Whether the server removed the card.
    let isRemoved: Bool
    fileprivate var start: Int
    /// The ends of the id, the title and the JSON, from the start.
    fileprivate let idEnd: Int
    fileprivate let titleEnd: Int
    fileprivate let count: Int
  }

  private(set) var entries: [Entry] = []
  /// The number of cards without an id.
  private(set) var withoutID = 0
  /// Whether a response is incremental: cards that it does not have were not removed.
  fileprivate(set) var isIncremental = false
  private var text = ByteBuffer()

  /// Adds a card as `writer`, one of cardctl's own shape, writes it.
  mutating func append(_ card: Card, _ writer: ShapeWriter) {
    guard let id = card.text(.id) else {
      withoutID += 1
      return
    }
    let start = text.count
    id.appendText(to: &text)
    let idEnd = text.count - start
    (card.text(.title) ?? card.text(.description))?.appendText(to: &text)
    let titleEnd = text.count - start
    writer.append(card, to: &text)
    entries.append(
      Entry(
        shape: card.shape, isRemoved: card.flag(.removed), start: start, idEnd: idEnd,
        titleEnd: titleEnd, count: text.count - start))
  }

  /// Adds one card of `other`.
  mutating func append(_ entry: Entry, of other: borrowing CardSnapshots) {
    var copy = entry
    copy.start = text.count
    text.append(other.bytes(of: entry))
    entries.append(copy)
  }

  private func bytes(of entry: Entry) -> ByteView {
    text.view.slice(entry.start..<entry.start + entry.count)
  }

  /// The id of a card.
  func id(of entry: Entry) -> ByteView { bytes(of: entry).slice(0..<entry.idEnd) }

  /// The title of a card, or its description; empty if it has neither.
  func title(of entry: Entry) -> ByteView {
    bytes(of: entry).slice(entry.idEnd..<entry.titleEnd)
  }

  /// A card as one JSON object.
  func json(of entry: Entry) -> ByteView { bytes(of: entry).slice(entry.titleEnd..<entry.count) }

  /// Forgets all cards.
  mutating func removeAll() {
    (withoutID, isIncremental) = (0, false)
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    text.removeAll()
  }
}

/// Takes a snapshot of every card.
struct SnapshotProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private let writer = ShapeWriter(.card)
  private var snapshots: HeldContent<CardSnapshots> { batch.content() }

  static func makeContent() -> BatchContent { HeldContent(CardSnapshots()) { $0.removeAll() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    snapshots.value.append(card, writer)
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    guard case .member(let key, let value?, _) = event else { return }
    if ResponseMember(key: key, value.document, value.node) == .isFull(false) {
      snapshots.value.isIncremental = true
    }
  }
}
