import CardJSON
import ContentCardKit

/// The result of checking one block of an input, in input order.
///
/// Blocks are checked independently: record and element numbers are relative to the start of the
/// block, and duplicate ids are not yet detected. `FeedChecker` receives the batches in order and
/// completes both.
package struct CheckedBatch: ~Copyable {
  /// A card, a container boundary or another checked value.
  ///
  /// Strings are ranges of the batch's buffer, so that entries need no reference counting.
  enum Event {
    /// A card.
    case card(CheckedCard)
    /// Another value that was checked, or one that could not be read.
    case other
    /// The start of an array or an envelope at this offset.
    case begin(Int, isEnvelope: Bool)
    /// A member of an envelope: the range of its key in the buffer, its location in the input, and
    /// whether all members with a duplicate of the key are read.
    case member(key: Range<Int>, place: Range<Int>, isRead: Bool)
    /// The end of the array or envelope, exclusive.
    case end(Int)
    /// Later entries with a greater depth are in the member with this key or, if the key is empty,
    /// in the element itself.
    case inside(key: Range<Int>, isString: Bool)
  }

  /// An event with its place in the block and its findings.
  struct Entry {
    let event: Event
    /// The place.
    ///
    /// Its string is no longer valid.
    let place: RecordPlace
    /// The end index in `sink.findings` of this entry's findings, which start where those of the
    /// previous entry end and are in reporting order.
    let findingsEnd: Int
  }

  /// The properties of a card that are needed to compare it with other cards.
  struct CheckedCard {
    var id: TextHash?
    var campaign: TextHash?
    /// The range of the id in the buffer.
    var idText: Range<Int>
    /// The location of the id in the input.
    var idRange = 0..<0
    /// The location of the card in the input.
    var range = 0..<0
    var idKey: StaticString = "id"
    var isExpired: Bool
  }

  var sink = FindingSink()
  var entries: [Entry] = []
  /// The text of card ids and envelope keys.
  var texts = ByteBuffer()
  /// The number of checked cards, including those of requests.
  package internal(set) var cards = 0
  /// The number of checked request bodies, without lone `content_card` objects.
  package internal(set) var requests = 0
  /// The number of recognized values and containers, whether checked or not.
  package internal(set) var values = 0
  /// The number of problems that the reader reported, whether or not their rules are on.
  package internal(set) var problems = 0

  /// Creates an empty batch.
  package init() {}

  /// Calls `body` with the id of each card whose id is compared.
  package func forEachID(_ body: (ByteView) -> Void) {
    for entry in entries {
      if case .card(let card) = entry.event, card.id != nil { body(texts.view.slice(card.idText)) }
    }
  }

  /// Empties the batch for the next block, keeping its memory.
  package mutating func removeAll() {
    sink.removeAll()
    entries.removeAll(keepingCapacity: true)
    texts.removeAll()
    (cards, requests, values, problems) = (0, 0, 0, 0)
  }

  /// Adds an entry with the findings reported since the last one.
  mutating func add(_ event: Event, _ place: RecordPlace) {
    sink.sort(from: entries.last?.findingsEnd ?? 0)
    entries.append(Entry(event: event, place: place, findingsEnd: sink.findings.count))
  }
}
