@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

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

  /// How many ids there are.
  var count: Int { entries.count }

  /// The id of the card with this number; nil for one that has none, which is like no other.
  subscript(number: Int) -> ByteView? {
    let entry = entries[number]
    guard entry.hasID else { return nil }
    return text.view.slice((number == 0 ? 0 : entries[number - 1].end)..<entry.end)
  }

  /// Whether the card with this number has a row.
  func hasRow(_ number: Int) -> Bool { entries[number].hasRow }

  /// Forgets all ids.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    text.removeAll()
  }
}
