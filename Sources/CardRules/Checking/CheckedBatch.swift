import CardJSON
import ContentCardKit

/// The result of checking a block of an input, in the order of the input.
///
/// A block does not know what came before it: the numbers of records and elements count from its
/// beginning, and duplicate ids are not known yet. The `FeedChecker`, which is given
/// the batches in order, completes that.
package struct CheckedBatch: ~Copyable {
  /// An event.
  ///
  /// Strings are in the batch's buffer, so that an entry has no reference count.
  enum Event {
    /// A card.
    case card(CheckedCard)
    /// Something else that was checked, or could not be read.
    case other
    /// An array or an envelope begins at this offset.
    case begin(Int, isEnvelope: Bool)
    /// An envelope has a member: its key as text, its location in the input, and whether each
    /// member with the key is read.
    case member(key: Range<Int>, place: Range<Int>, isRead: Bool)
    /// The array or envelope ends before this offset.
    case end(Int)
    /// Later entries with a greater depth are in the member with this key; with an empty one in
    /// the element itself.
    case inside(key: Range<Int>, isString: Bool)
  }

  /// An event with the place it has in the block.
  struct Entry {
    let event: Event
    /// The place, whose string is no longer valid.
    let place: RecordPlace
    /// Up to which finding of the sink the findings of this entry and those before it go; those of
    /// an entry are in the order in which they are reported.
    let findingsEnd: Int
  }

  /// The properties of a card that are compared with other cards.
  struct CheckedCard {
    var id: TextHash?
    var campaign: TextHash?
    /// The id as text, in the batch's buffer.
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
  /// The ids of cards and the keys of envelopes.
  var texts = ByteBuffer()
  /// The number of checked cards, including those of requests.
  package internal(set) var cards = 0
  /// The number of request bodies that were checked, lone cards excluded.
  package internal(set) var requests = 0
  /// The number of values and containers that were recognized, checked or not.
  package internal(set) var values = 0
  /// The number of problems that the reader reported, whether or not their rules are on.
  package internal(set) var problems = 0

  /// An empty batch.
  package init() {}

  /// Calls `body` with the id of each card that has one, where ids are compared.
  package func forEachID(_ body: (ByteView) -> Void) {
    for entry in entries {
      if case .card(let card) = entry.event, card.id != nil { body(texts.view.slice(card.idText)) }
    }
  }

  /// Makes room for the next block.
  package mutating func removeAll() {
    sink.removeAll()
    entries.removeAll(keepingCapacity: true)
    texts.removeAll()
    (cards, requests, values, problems) = (0, 0, 0, 0)
  }

  /// Adds an entry with the findings that came since the last one.
  mutating func add(_ event: Event, _ place: RecordPlace) {
    sink.sort(from: entries.last?.findingsEnd ?? 0)
    entries.append(Entry(event: event, place: place, findingsEnd: sink.findings.count))
  }
}
