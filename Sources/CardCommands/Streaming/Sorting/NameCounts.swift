import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// Exact counts of occurrences by name.
///
/// The counts of a block are bounded by its size. The sum of all blocks is counted in memory up to
/// `BlockSizes.sorted` bytes (8 MiB). Then the counts so far are moved to a sorter, which writes
/// them to a temporary file; at the end, the counts of each name are next to each other there.
struct NameCounts: BlockContent, ~Copyable {
  private var names = TextNumbers()
  private var counts: [Int] = []
  /// The number of the last card that was counted for each name, if cards are counted.
  private var lastCards: [Int] = []
  /// The counts that were moved, in the order of their names.
  private var moved: RowSorter?
  /// The console, whose sizes bound the memory of a sum; nil for the counts of a block.
  private let console: Console?
  /// The number of occurrences of all names.
  private(set) var total = 0

  /// Creates empty counts of a block.
  init() { self.init(sumWith: nil) }

  /// Creates an empty sum with a console, or empty counts of a block.
  init(sumWith console: Console?) { self.console = console }

  /// Adds occurrences of a name in a block.
  mutating func add(_ name: ByteView, count: Int = 1) {
    let number = names.number(of: name)
    if number == counts.count { counts.append(0) }
    counts[number] += count
    total += count
  }

  /// Adds an occurrence of a name in a block, at most one per card.
  ///
  /// - Parameter card: the 1-based number of the card. The names of one card must be added
  ///   consecutively.
  mutating func add(_ name: ByteView, ofCard card: Int) {
    let number = names.number(of: name)
    if number == counts.count {
      counts.append(0)
      lastCards.append(0)
    }
    guard lastCards[number] != card else { return }
    lastCards[number] = card
    counts[number] += 1
    total += 1
  }

  /// Adds an occurrence of a class type in lower case.
  mutating func add(classType name: JSONString, using scratch: inout ByteBuffer) {
    // Most class types are in lower case already.
    if !name.isEscaped, !name.content.containsAny(of: .unusualInName) { return add(name.content) }
    scratch.removeAll()
    name.withText { scratch.append(lowercased: $0) }
    add(scratch.view)
  }

  /// Adds the counts of the next block to a sum.
  mutating func add(_ block: borrowing NameCounts) throws(SystemFailure) {
    for index in 0..<block.names.count { add(block.names[index], count: block.counts[index]) }
    guard let console, size >= console.blockSizes.sorted else { return }
    let sorter = moved ?? RowSorter(limit: .max, console)
    moved = sorter
    try move(to: sorter)
  }

  /// The memory of the names and counts, in bytes.
  private var size: Int { names.byteCount + NameCounts.sizePerName * names.count }

  /// The memory of a count and of a name without its text, in bytes.
  private static let sizePerName = 40

  private mutating func move(to sorter: RowSorter) throws(SystemFailure) {
    var row = ByteBuffer()
    for index in 0..<names.count {
      row.removeAll()
      row.append(word: UInt64(counts[index]), count: 8)
      try sorter.append(row.view, keys: names[index])
    }
    names.removeAll()
    counts.removeAll(keepingCapacity: true)
  }

  /// Removes all names.
  mutating func removeAll() {
    names.removeAll()
    counts.removeAll(keepingCapacity: counts.count <= NameCounts.keptCapacity)
    lastCards.removeAll(keepingCapacity: lastCards.count <= NameCounts.keptCapacity)
    total = 0
  }

  private static let keptCapacity = 10_000

  // MARK: Results

  /// Calls `body` with each name and its count, in any order.
  private mutating func forEach(
    _ body: (ByteView, Int) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    guard let moved else {
      for index in 0..<names.count { try body(names[index], counts[index]) }
      return
    }
    try move(to: moved)
    var name = ByteBuffer()
    var count = 0
    try moved.writeSorted { row, next throws(SystemFailure) in
      if count > 0, name.view != next {
        try body(name.view, count)
        count = 0
      }
      if count == 0 {
        name.removeAll()
        name.append(next)
      }
      count += Int(row.word(at: 0))
    }
    if count > 0 { try body(name.view, count) }
  }

  /// Calls `body` with the first names of a sum, by default the most frequent ones, and their counts.
  ///
  /// A sum is used up after that.
  ///
  /// - Parameters:
  ///   - order: appends the encoded sort keys of a name; equal ones are sorted by descending count
  ///     and then by name.
  /// - Returns: the number of all names.
  @discardableResult
  mutating func rank(
    limit: Int = .max, _ console: Console,
    by order: (ByteView, Int, inout ByteBuffer) -> Void = { _, _, _ in },
    _ body: (ByteView, Int) throws(SystemFailure) -> Void
  ) throws(SystemFailure) -> Int {
    let ranking = RowSorter(limit: limit, console)
    var keys = ByteBuffer()
    var row = ByteBuffer()
    var names = 0
    try forEach { name, count throws(SystemFailure) in
      names += 1
      keys.removeAll()
      order(name, count, &keys)
      NameCounts.append(descending: count, to: &keys)
      row.removeAll()
      row.append(word: UInt64(count), count: 8)
      row.append(word: UInt64(keys.count), count: 8)
      keys.append(name)
      try ranking.append(row.view, keys: keys.view)
    }
    try ranking.writeSorted { row, keys throws(SystemFailure) in
      try body(keys.slice(Int(row.word(at: 8))..<keys.count), Int(row.word(at: 0)))
    }
    return names
  }

  /// Appends a sort key of which the largest count is first: its length and its digits, inverted.
  private static func append(descending count: Int, to keys: inout ByteBuffer) {
    let length = 8 - count.leadingZeroBitCount / 8
    keys.append(~UInt8(length))
    keys.append(word: (~UInt64(count) << UInt64(64 - 8 * length)).byteSwapped, count: length)
  }

  /// Returns the most frequent names of a sum.
  mutating func ranking(limit: Int, _ console: Console) throws(SystemFailure) -> NameRanking {
    var listed: [(name: String, count: Int)] = []
    let names = try rank(limit: limit, console) { listed.append(($0.text, $1)) }
    return NameRanking(
      listed: listed, unlisted: names - listed.count,
      unlistedTotal: total - listed.reduce(0) { $0 + $1.count })
  }
}

/// The most frequent names.
struct NameRanking {
  /// The names with their counts, most frequent first.
  var listed: [(name: String, count: Int)] = []
  /// The number of other names, and of their occurrences.
  var unlisted = 0
  var unlistedTotal = 0

  /// The names with their counts on one line, or nil without names.
  var text: String? {
    guard !listed.isEmpty else { return nil }
    let text = listed.map { "\(NameRanking.shown($0.name)) (\($0.count))" }
      .joined(separator: ", ")
    return unlisted > 0 ? "\(text) and \(unlisted) more" : text
  }

  /// Returns a truncated name, quoted if it has unusual characters.
  private static func shown(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x7F || plainBytes.contains(UInt8(scalar.value))
    }
    let text = name.cut(toScalars: shownLength)
    return isPlain && !name.isEmpty ? text : "\"\(text)\""
  }

  private static let shownLength = 60
  private static let plainBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$:/".utf8)
}

// Names of several keys, joined to the name of a group.
extension ByteView {
  /// The byte between joined names, which cannot occur in UTF-8.
  static let nameSeparator: UInt8 = 0xFF

  /// Returns one of the names that are joined to this text.
  func joinedName(at index: Int) -> ByteView {
    var rest = self
    for _ in 0..<index {
      let end = rest.firstIndex(of: ByteView.nameSeparator, from: 0, to: rest.count)
      rest = rest.slice((end.map { $0 + 1 } ?? rest.count)..<rest.count)
    }
    let end = rest.firstIndex(of: ByteView.nameSeparator, from: 0, to: rest.count)
    return rest.slice(0..<(end ?? rest.count))
  }
}
