import CardProcessing
import CardJSON
import ContentCardKit

/// Cards in cardctl's own form, by their ids, to be compared with others.
struct CardSnapshots: ~Copyable {
  /// One card; its id and its JSON stand in the buffer.
  struct Entry: BitwiseCopyable {
    /// The shape that the card was found in.
    let shape: Shape
    /// Whether the server withdrew the card.
    let isRemoved: Bool
    fileprivate var start: Int
    /// How many bytes the id has, and how many both have.
    fileprivate let idCount: Int
    fileprivate let count: Int
  }

  private(set) var entries: [Entry] = []
  /// Cards without an id.
  private(set) var withoutID = 0
  private var text = ByteBuffer()

  /// Adds a card as `writer`, one of cardctl's own shape, writes it.
  mutating func append(_ card: Card, _ writer: ShapeWriter) {
    guard let id = card.text(.id) else {
      withoutID += 1
      return
    }
    let start = text.count
    id.appendText(to: &text)
    let idCount = text.count - start
    writer.append(card, to: &text)
    entries.append(
      Entry(
        shape: card.shape, isRemoved: card.flag(.removed), start: start, idCount: idCount,
        count: text.count - start))
  }

  /// Adds one card of `other`.
  mutating func append(_ entry: Entry, of other: borrowing CardSnapshots) {
    var copy = entry
    copy.start = text.count
    text.append(other.bytes(of: entry))
    entries.append(copy)
  }

  /// The id of a card and after it its JSON.
  private func bytes(of entry: Entry) -> ByteView {
    text.view.slice(entry.start..<entry.start + entry.count)
  }

  /// The id of a card.
  func id(of entry: Entry) -> ByteView { bytes(of: entry).slice(0..<entry.idCount) }

  /// A card as one JSON object.
  func json(of entry: Entry) -> ByteView { bytes(of: entry).slice(entry.idCount..<entry.count) }

  /// Forgets all cards.
  mutating func removeAll() {
    withoutID = 0
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
}
