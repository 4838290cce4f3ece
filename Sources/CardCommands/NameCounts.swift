import CardJSON
import ContentCardKit

/// Counts occurrences by name, in the order of first occurrence.
///
/// The counts of a block are bounded by its size. The sum is bounded too: names beyond the first
/// `limit`, or beyond `textLimit` bytes of names, are only counted together. A block counts all of
/// its names individually, because only the previous blocks determine which names are the first.
struct NameCounts: ~Copyable {
  /// The maximum number of names that are counted individually.
  static let limit = 10_000
  /// The maximum total size of these names, in bytes.
  static let textLimit = 1 << 20

  private var names = TextNumbers()
  private var counts: [Int] = []
  /// The number of the last card that was counted for each name, if cards are counted.
  private var lastCards: [Int] = []
  /// The number of occurrences of names that are not counted individually.
  private(set) var others = 0

  /// The number of occurrences of all names.
  var total: Int { counts.reduce(others, +) }

  /// The number of names that are counted individually.
  var count: Int { names.count }

  /// Returns the name at this index and its count.
  func entry(_ index: Int) -> (name: ByteView, count: Int) { (names[index], counts[index]) }

  /// Adds occurrences of a name in a block.
  mutating func add(_ name: ByteView, count: Int = 1) {
    let number = names.number(of: name)
    if number == counts.count { counts.append(0) }
    counts[number] += count
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
  }

  /// Adds the counts of the next block.
  mutating func add(_ block: borrowing NameCounts) {
    for index in 0..<block.count {
      let (name, count) = block.entry(index)
      let bytes = names.byteCount + name.count
      let hasRoom = self.count < NameCounts.limit && bytes <= NameCounts.textLimit
      if hasRoom || names.find(name) != nil { add(name, count: count) } else { others += count }
    }
    others += block.others
  }

  /// Removes all names, keeping the capacity unless it is large.
  mutating func removeAll() {
    names.removeAll()
    counts.removeAll(keepingCapacity: counts.count <= NameCounts.limit)
    lastCards.removeAll(keepingCapacity: lastCards.count <= NameCounts.limit)
    others = 0
  }

  /// Returns at most `limit` names with their counts on one line, most frequent first, or nil.
  func text(limit: Int, prefix: String = "") -> String? {
    guard count > 0 else { return nil }
    let order = (0..<count).sorted { (counts[$1], $0) < (counts[$0], $1) }
    let listed = order.prefix(limit).map { index in
      "\(NameCounts.shown(prefix + names[index].text)) (\(counts[index]))"
    }
    let text = listed.joined(separator: ", ")
    // The number of names that are not counted individually is unknown.
    if others > 0 { return "\(text) and more than \(count - listed.count) more" }
    return listed.count < count ? "\(text) and \(count - listed.count) more" : text
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

  /// Adds an occurrence of a class type in lower case.
  mutating func add(classType name: CardText, using scratch: inout ByteBuffer) {
    // Most class types are in lower case already.
    if !name.isEscaped, !name.content.containsAny(of: .unusualInName) { return add(name.content) }
    scratch.removeAll()
    name.withText { scratch.append(lowercased: $0) }
    add(scratch.view)
  }

  /// The names with their counts, most frequent first.
  var sorted: [(name: String, count: Int)] {
    (0..<count).map { (entry($0).name.text, entry($0).count) }
      .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
  }

  /// Returns rows with the totals of names that are not listed; `kind` is a noun for a name.
  func rest(of unlisted: ArraySlice<(name: String, count: Int)>, _ kind: String)
    -> [ViewSections.Row]
  {
    var rows: [ViewSections.Row] = []
    if !unlisted.isEmpty {
      let total = unlisted.reduce(0) { $0 + $1.count }
      let note = counted(unlisted.count, "more \(kind)")
      rows.append(ViewSections.Row("(others)", count: total, note: note))
    }
    if others > 0 {
      let note = "after the first \(count) \(kind)s"
      rows.append(ViewSections.Row("(not counted individually)", count: others, note: note))
    }
    return rows
  }
}
