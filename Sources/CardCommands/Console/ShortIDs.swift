import CardJSON

/// The shortest unique prefixes of the ids of a table's cards.
struct ShortIDs: ~Copyable {
  /// The ids in the table, stored consecutively.
  private var text = ByteBuffer()
  /// The distinct ids, sorted by bytes, with the length of the longest prefix shared with another.
  private var entries: [Entry] = []

  private struct Entry {
    let id: Range<Int>
    var shared: Int
  }

  private static let minimumLength = 4

  /// Adds an id that is in the table.
  mutating func list(_ id: ByteView) {
    let index = index(of: id)
    if index < entries.count, view(index) == id { return }
    var entry = Entry(id: text.count..<text.count + id.count, shared: 0)
    for neighbour in [index - 1, index] where entries.indices.contains(neighbour) {
      entry.shared = max(entry.shared, share(id, with: neighbour))
    }
    text.append(id)
    entries.insert(entry, at: index)
  }

  /// Takes into account an id that is not in the table.
  mutating func note(_ id: ByteView) {
    let index = index(of: id)
    if index < entries.count {
      // No prefix distinguishes a card from a copy of it, which has the same id.
      if view(index) == id { return }
      _ = share(id, with: index)
    }
    if index > 0 { _ = share(id, with: index - 1) }
  }

  /// Returns the shortest prefix that distinguishes `id`, which is in the table, from all others.
  func beginning(of id: ByteView) -> String {
    let index = index(of: id)
    guard index < entries.count, view(index) == id else { return id.text }
    var end = min(max(ShortIDs.minimumLength, entries[index].shared + 1), id.count)
    // Do not split a UTF-8 sequence.
    while end < id.count, id[end] & 0xC0 == 0x80 { end += 1 }
    return id.slice(0..<end).text
  }

  private func view(_ index: Int) -> ByteView { text.view.slice(entries[index].id) }

  /// Returns the index of the first entry that does not precede `id`.
  private func index(of id: ByteView) -> Int {
    entries.indices.partitionPoint { view($0).precedes(id) }
  }

  /// Returns the length of the prefix that the entry shares with `id`, and updates its maximum.
  private mutating func share(_ id: ByteView, with index: Int) -> Int {
    let entry = view(index)
    let end = min(id.count, entry.count)
    var shared = 0
    while shared < end, id[shared] == entry[shared] { shared += 1 }
    if shared > entries[index].shared { entries[index].shared = shared }
    return shared
  }
}

extension [[TextTable.Cell]] {
  /// Shortens the ids in a column to prefixes that distinguish them.
  mutating func shorten(idsIn column: Int) {
    var ids = ShortIDs()
    for row in self { ByteBuffer(row[column].text.utf8).read { ids.list($0) } }
    for index in indices {
      self[index][column].text = ByteBuffer(self[index][column].text.utf8).read {
        ids.beginning(of: $0)
      }
    }
  }
}
