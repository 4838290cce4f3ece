@_spi(CardTool) import ContentCards

/// What rows are sorted by, and the time that tells which cards are expired.
struct SortOrder: Sendable {
  var keys: [SortKey]
  /// Epoch milliseconds.
  var now: Int64

  /// Room for the keys of cards that are sorted this way.
  static func makeKeys(_ order: SortOrder?) -> SortKeys {
    SortKeys(order?.keys ?? [], now: order?.now ?? 0)
  }
}
