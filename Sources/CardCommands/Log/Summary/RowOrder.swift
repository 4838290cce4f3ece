import CardJSON
import EventJournal

/// Sorts the rows of a summary.
///
/// A row is compared by words of eight bytes, numbers or parts of names, one after another: a
/// ternary quicksort by the current word, which goes on to the next word where it is equal. So most
/// comparisons are of two integers in consecutive memory, and ids with long common beginnings are
/// not compared again and again.
struct RowOrder {
  /// A property of rows, with its words.
  enum Key {
    /// A column of numbers, which is one word.
    case number(SummaryColumn, isDescending: Bool)
    /// Whether the name of the grouping at an index is absent, which is one word.
    case absence(Int)
    /// The name of the grouping at an index; it ends with a word that has a zero byte at its end.
    case name(Int, isDescending: Bool)
  }

  private let rows: [EventTally.Row]
  private let groupings: [SummaryGrouping]
  private let keys: [Key]
  private var entries: [(word: UInt64, row: Int32)]
  /// The state of a generator of numbers, so that no order of the rows makes sorting quadratic.
  private var random = UInt64.random(in: 0...UInt64.max)

  /// Returns the rows, sorted by the keys.
  static func sorted(
    _ rows: [EventTally.Row], _ groupings: [SummaryGrouping], by keys: [Key]
  ) -> [EventTally.Row] {
    var order = RowOrder(rows, groupings, keys)
    order.sort(rows.indices, by: 0, at: 0)
    return order.entries.map { rows[Int($0.row)] }
  }

  private init(_ rows: [EventTally.Row], _ groupings: [SummaryGrouping], _ keys: [Key]) {
    (self.rows, self.groupings, self.keys) = (rows, groupings, keys)
    entries = rows.indices.map { (0, Int32($0)) }
  }

  /// Sorts entries that are equal in all words before the word at `step` of a key.
  private mutating func sort(_ range: Range<Int>, by key: Int, at step: Int) {
    guard range.count > 1 else { return }
    var (key, step) = (key, step)
    while key < keys.count {
      if setWords(range, to: keys[key], at: step) { return sortByWord(range, by: key, at: step) }
      (key, step) = next(after: entries[range.lowerBound].word, of: key, at: step)
    }
  }

  /// Sorts entries by the words that they have now, and then by the next ones.
  private mutating func sortByWord(_ range: Range<Int>, by key: Int, at step: Int) {
    var range = range
    while range.count > 1 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let offset = UInt64(range.count).multipliedFullWidth(by: random).high
      let pivot = entries[range.lowerBound + Int(offset)].word
      // Entries before `low` are less, those from `high` are greater.
      var (low, position, high) = (range.lowerBound, range.lowerBound, range.upperBound)
      while position < high {
        let word = entries[position].word
        if word < pivot {
          entries.swapAt(low, position)
          (low, position) = (low + 1, position + 1)
        } else if word > pivot {
          high -= 1
          entries.swapAt(position, high)
        } else {
          position += 1
        }
      }
      sortByWord(range.lowerBound..<low, by: key, at: step)
      let (nextKey, nextStep) = next(after: pivot, of: key, at: step)
      sort(low..<high, by: nextKey, at: nextStep)
      range = high..<range.upperBound
    }
  }

  /// Sets the words of entries; returns whether they differ.
  private mutating func setWords(_ range: Range<Int>, to key: Key, at step: Int) -> Bool {
    switch key {
    case .number(let column, let isDescending):
      // A rate may be -1.
      let mask: UInt64 = isDescending ? .max : 0
      return setWords(range) { UInt64(column.value($0.counts) + 1) ^ mask }
    case .absence(let index):
      return setWords(range) { [groupings] row in
        RowKeys.name(index, of: groupings.count, in: row.name) == nil ? 1 : 0
      }
    case .name(let index, let isDescending):
      let mask: UInt64 = isDescending ? .max : 0
      return setWords(range) { [groupings] row in
        let name = RowKeys.name(index, of: groupings.count, in: row.name)
        return (name?.sortWord(at: 8 * step) ?? 0) ^ mask
      }
    }
  }

  @inline(__always)
  private mutating func setWords(_ range: Range<Int>, _ word: (EventTally.Row) -> UInt64) -> Bool {
    let first = word(rows[Int(entries[range.lowerBound].row)])
    var difference: UInt64 = 0
    for index in range {
      let word = word(rows[Int(entries[index].row)])
      entries[index].word = word
      difference |= word ^ first
    }
    return difference != 0
  }

  /// The word after `word`, which is at `step` of a key.
  private func next(after word: UInt64, of key: Int, at step: Int) -> (key: Int, step: Int) {
    guard case .name(_, let isDescending) = keys[key] else { return (key + 1, 0) }
    let isEnd = (isDescending ? ~word : word) & 0xFF == 0
    return isEnd ? (key + 1, 0) : (key, step + 1)
  }
}

extension ByteView {
  /// Eight bytes of UTF-8 at `start` as a number that sorts like them; a byte after the end is 0, and
  /// any other byte is one more than in the text.
  fileprivate func sortWord(at start: Int) -> UInt64 {
    guard start < count else { return 0 }
    // No byte of UTF-8 is 255.
    let word = self.word(at: start) &+ 0x0101_0101_0101_0101
    return (start + 8 <= count ? word : word & (1 << UInt64(8 * (count - start)) - 1)).byteSwapped
  }
}
