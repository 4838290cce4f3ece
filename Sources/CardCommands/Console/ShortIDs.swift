import CardJSON

/// The shortest unique prefixes of the ids of a table's cards.
struct ShortIDs: ~Copyable {
  /// The ids in the table, stored consecutively.
  private var text = ByteBuffer()
  /// The ids in the table; the first `sortedCount` are distinct and sorted by bytes.
  private var entries: [Entry] = []
  private var sortedCount = 0

  private struct Entry {
    let id: Range<Int>
    /// The length of the longest prefix shared with an id that is not in the table.
    var shared = 0
  }

  private static let minimumLength = 4

  /// Adds an id that is in the table; `sort` must be called before `beginning`.
  mutating func list(_ id: ByteView) {
    entries.append(Entry(id: text.count..<text.count + id.count))
    text.append(id)
  }

  /// Sorts the added ids into the others; sorting a list that is mostly sorted takes linear time.
  mutating func sort() {
    guard sortedCount < entries.count else { return }
    let bytes = text.view
    entries.sort { bytes.slice($0.id).precedes(bytes.slice($1.id)) }
    var distinct: [Entry] = []
    distinct.reserveCapacity(entries.count)
    for entry in entries {
      if let last = distinct.last, view(last) == view(entry) {
        distinct[distinct.count - 1].shared = max(last.shared, entry.shared)
      } else {
        distinct.append(entry)
      }
    }
    (entries, sortedCount) = (distinct, distinct.count)
  }

  /// Takes into account an id that is not in the table.
  mutating func note(_ id: ByteView) {
    sort()
    let index = index(of: id)
    // No prefix distinguishes a card from a copy of it, which has the same id.
    if index < entries.count, view(entries[index]) == id { return }
    for neighbor in [index - 1, index] where entries.indices.contains(neighbor) {
      entries[neighbor].shared = max(entries[neighbor].shared, shared(id, with: neighbor))
    }
  }

  /// Returns the shortest prefix that distinguishes `id`, which is in the table, from all others.
  func beginning(of id: ByteView) -> String {
    let index = index(of: id)
    guard index < entries.count, view(entries[index]) == id else { return id.text }
    let others = [index - 1, index + 1].filter(entries.indices.contains)
    let longest = others.map { shared(id, with: $0) }.reduce(entries[index].shared, max)
    var end = min(max(ShortIDs.minimumLength, longest + 1), id.count)
    // Do not split a UTF-8 sequence.
    while end < id.count, id[end] & 0xC0 == 0x80 { end += 1 }
    return id.slice(0..<end).text
  }

  private func view(_ entry: Entry) -> ByteView { text.view.slice(entry.id) }

  /// Returns the index of the first entry that does not precede `id`.
  private func index(of id: ByteView) -> Int {
    entries.indices.partitionPoint { view(entries[$0]).precedes(id) }
  }

  /// Returns the length of the prefix that the entry shares with `id`.
  private func shared(_ id: ByteView, with index: Int) -> Int {
    let entry = view(entries[index])
    let end = min(id.count, entry.count)
    return (0..<end).first { id[$0] != entry[$0] } ?? end
  }
}

extension [[TextTable.Cell]] {
  /// Shortens the ids in a column to prefixes that distinguish them.
  mutating func shorten(idsIn column: Int) {
    var ids = ShortIDs()
    for row in self { ByteBuffer(row[column].text.utf8).read { ids.list($0) } }
    ids.sort()
    for index in indices {
      self[index][column].text = ByteBuffer(self[index][column].text.utf8).read {
        ids.beginning(of: $0)
      }
    }
  }
}
