import CardProcessing
import CardJSON
import ContentCardKit

/// Counts how often each name occurs, in the order in which names are first met.
///
/// What is counted in a block is bounded by the block. Added up, memory is bounded too: names
/// beyond the first `limit`, or beyond `textLimit` bytes of them, are only counted together. A
/// block itself must not leave any out, because which names are the first ones only the blocks
/// before it say.
struct NameCounts: ~Copyable {
  /// The maximum number of distinct names of several blocks.
  static let limit = 10_000
  /// The maximum size of the distinct names, in bytes.
  static let textLimit = 1 << 20

  private var names = TextNumbers()
  private var counts: [Int] = []
  /// The card that was last counted for each name; only where cards are counted.
  private var lastCards: [Int] = []
  /// The number of occurrences of names that did not fit.
  private(set) var others = 0

  /// The number of occurrences of all names.
  var total: Int { counts.reduce(others, +) }

  /// The number of distinct names.
  var count: Int { names.count }

  /// The name that was met as number `index`, and how often.
  func entry(_ index: Int) -> (name: ByteView, count: Int) { (names[index], counts[index]) }

  /// Adds an occurrence of a name of the block.
  mutating func add(_ name: ByteView) { add(name, count: 1) }

  /// Counts a card for a name of the block, but once for each name.
  ///
  /// - Parameter card: the number of the card, from 1; those of one card come together.
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

  private mutating func add(_ name: ByteView, count: Int) {
    let number = names.number(of: name)
    if number == counts.count { counts.append(0) }
    counts[number] += count
  }

  /// Adds all that the next block counted, after what is here.
  mutating func add(_ block: borrowing NameCounts) {
    for index in 0..<block.count {
      let (name, count) = block.entry(index)
      let hasRoom =
        self.count < NameCounts.limit
        && names.byteCount + name.count <= NameCounts.textLimit
      if hasRoom || names.find(name) != nil {
        add(name, count: count)
      } else {
        others += count
      }
    }
    others += block.others
  }

  /// Forgets all names; the memory stays for the next ones, unless it is much.
  mutating func removeAll() {
    names.removeAll()
    counts.removeAll(keepingCapacity: counts.count <= NameCounts.limit)
    lastCards.removeAll(keepingCapacity: lastCards.count <= NameCounts.limit)
    others = 0
  }
}

extension NameCounts {
  /// The names with how often each occurred, the most frequent first, as a part of a line; nil
  /// without any.
  ///
  /// - Parameter limit: the maximum number of names to list.
  func text(limit: Int, prefix: String = "") -> String? {
    guard count > 0 else { return nil }
    let order = (0..<count).sorted { (counts[$1], $0) < (counts[$0], $1) }
    let told = order.prefix(limit).map { index in
      "\(NameCounts.shown(prefix + names[index].text)) (\(counts[index]))"
    }
    let text = told.joined(separator: ", ")
    // Names that did not fit are not distinguished, so their number is unknown.
    if others > 0 { return "\(text) and more than \(count - told.count) more" }
    return told.count < count ? "\(text) and \(count - told.count) more" : text
  }

  /// A name as it stands in a line, in quotes where it could be taken for something else.
  private static func shown(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x7F || plainBytes.contains(UInt8(scalar.value))
    }
    let text = name.cut(toScalars: shownLength)
    return isPlain && !name.isEmpty ? text : "\"\(text)\""
  }

  /// The maximum length of a listed name, in characters.
  private static let shownLength = 60
  private static let plainBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$:/".utf8)
}

extension NameCounts {
  /// Adds an occurrence of a class type, whatever its case.
  mutating func add(classType name: CardText, using scratch: inout ByteBuffer) {
    // Most class types are written as they are counted.
    if !name.isEscaped, !name.content.holds(.oddInName) { return add(name.content) }
    scratch.removeAll()
    name.withText { scratch.append(lowercased: $0) }
    add(scratch.view)
  }

  /// The names by how often they occur, the most frequent first.
  var sorted: [(name: String, count: Int)] {
    (0..<count).map { (entry($0).name.text, entry($0).count) }
      .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
  }

  /// Lines that say what is not listed.
  ///
  /// - Parameter kind: what the names are.
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
