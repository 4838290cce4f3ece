@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// The cards of a batch as a page needs them: their bytes, and what tells their order.
///
/// Cards are drawn when all are read, because only then it is known which are among the first.
struct PreviewRows: ~Copyable {
  /// The cards, one after the other.
  private(set) var bytes = ByteBuffer()
  /// Where each card ends, and its number in the block, from 1.
  private(set) var rows: [(end: Int, record: Int)] = []
  /// What tells the order of the feed.
  private(set) var keys = PreviewRows.makeKeys()

  /// Room for keys in the order of the feed, in which the time plays no part.
  static func makeKeys() -> SortKeys { SortKeys(SortKey.feed, now: 0) }

  /// Adds a card.
  mutating func append(_ card: Card, record: Int) {
    bytes.append(card.raw)
    rows.append((bytes.count, record))
    keys.append(card)
  }

  /// Makes room for the next block.
  mutating func removeAll() {
    guard !rows.isEmpty else { return }
    bytes.removeAll()
    bytes.shrink(to: PreviewRows.keptCapacity)
    rows.removeAll(keepingCapacity: true)
    keys = PreviewRows.makeKeys()
  }

  /// How much memory is kept for the next block, in bytes.
  private static let keptCapacity = 1 << 20
}
