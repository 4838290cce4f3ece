import CardJSON
import ContentCards

/// The ids of the cards of a block that gave rows, in their order.
struct RowIDs: ~Copyable {
  private var text = ByteBuffer()
  private var entries: [(end: Int, hasID: Bool, hasRow: Bool)] = []

  /// Adds the id of a card, whose row may have been left out already.
  mutating func append(_ card: Card, hasRow: Bool) {
    let id = card.text(.id)
    id?.appendText(to: &text)
    entries.append((text.count, id != nil, hasRow))
  }

  /// Hands out each id; nil for a card that has none, which is like no other.
  func forEach(_ body: (_ id: ByteView?, _ hasRow: Bool) -> Void) {
    var start = 0
    for entry in entries {
      body(entry.hasID ? text.view.slice(start..<entry.end) : nil, entry.hasRow)
      start = entry.end
    }
  }

  /// Forgets all ids.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    text.removeAll()
  }
}
