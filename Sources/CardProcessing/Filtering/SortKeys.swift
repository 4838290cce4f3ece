import CardJSON
import ContentCardKit

/// The sort keys of cards or other rows, without the rows themselves.
///
/// The values of a row are encoded so that their bytes sort like the values, and comparing two
/// rows is one byte comparison, usually only of the first eight bytes, which are in the record:
///
///     number  1 to 3, magnitude, digits (`JSONNumber.appendOrdered`); a time is its seconds
///     text    0x10, each byte plus one (UTF-8 has no 0xFF), 0
///     flag    0x20 false, 0x21 true
///     absent  0xFF
///
/// For a descending key, all bytes except the 0xFF of an absent value are inverted. No encoded
/// value is a prefix of another, so the value of the next key follows directly. Sorting a million
/// cards by a time takes about 32 MB: a record of 24 bytes and 8 bytes of value per card.
package struct SortKeys: ~Copyable {
  private struct Record: BitwiseCopyable {
    /// The first eight bytes in big-endian order, padded with zeros.
    let prefix: UInt64
    var offset: Int
    let count: UInt32
    var number: UInt32
  }

  private enum Tag {
    static let text: UInt8 = 0x10
    static let isFalse: UInt8 = 0x20
    static let isTrue: UInt8 = 0x21
    static let absent: UInt8 = 0xFF
  }

  private let keys: [SortKey]
  private let now: Int64
  private var records: [Record] = []
  private var values = ByteBuffer()
  private var scratch = MatchingScratch()
  /// The encoded values that a row of another list must precede; empty without a bound.
  private var bound = ByteBuffer()

  /// Creates an empty list for `keys` of cards, most significant first; `now`, in epoch
  /// milliseconds, decides which cards are expired.
  package init(_ keys: [SortKey] = [], now: Int64 = 0) {
    // Copy the array, so that workers do not share a reference count.
    self.keys = keys.map { $0 }
    self.now = now
  }

  /// The number of rows.
  package var count: Int { records.count }

  /// The memory of the records and the values, in bytes.
  package var byteCount: Int { values.count + records.count * MemoryLayout<Record>.stride }

  /// Excludes rows of other lists, added later, that do not precede `values`.
  package mutating func setBound(_ values: ByteView) {
    bound.removeAll()
    bound.append(values)
  }

  /// Adds a card, whose number is the previous `count`.
  package mutating func append(_ card: Card) {
    let start = values.count
    for index in 0..<keys.count {
      let key = keys[index]
      let value = card.value(at: key.field, now: now, using: &scratch.derived)
      if case .boolean(let flag) = value, key.field.content == .boolean {
        values.append(flag != key.isDescending ? Tag.isTrue : Tag.isFalse)
        continue
      }
      let text = value.isAbsent ? nil : value.plainText(using: &scratch.text)
      SortKeys.write(text, isDescending: key.isDescending, to: &values)
    }
    note(SortKeys.prefix(of: values.view.slice(start..<values.count)), from: start)
  }

  /// Adds a row with encoded values, such as those of another list; returns false if the bound
  /// excludes it.
  @discardableResult
  package mutating func append(_ bytes: ByteView) -> Bool {
    guard bound.count == 0 || bytes.precedes(bound.view) else { return false }
    let start = values.count
    values.append(bytes)
    note(SortKeys.prefix(of: bytes), from: start)
    return true
  }

  private mutating func note(_ prefix: UInt64, from start: Int) {
    records.append(
      Record(
        prefix: prefix, offset: start, count: UInt32(values.count - start),
        number: UInt32(records.count)))
  }

  /// Removes all rows, but keeps the memory and the bound.
  package mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    values.removeAll()
  }

  /// Keeps and renumbers the rows, not sorted yet, whose numbers satisfy `isWanted`.
  package mutating func keep(where isWanted: (Int) -> Bool) {
    var count = 0
    for record in records where isWanted(Int(record.number)) {
      records[count] = record
      records[count].number = UInt32(count)
      count += 1
    }
    records.removeLast(records.count - count)
  }

  /// Returns the encoded values of the row at index `place` in the last sorted order.
  package func values(at place: Int) -> ByteView { bytes(of: records[place]) }

  private func bytes(of record: Record) -> ByteView {
    values.view.slice(record.offset..<record.offset + Int(record.count))
  }

  private mutating func sort() {
    let bytes = values.view
    records.sort { SortKeys.precedes($0, $1, in: bytes) }
  }

  /// Sorts the rows stably, and returns their numbers in sorted order.
  package mutating func sorted() -> [Int] {
    sort()
    return records.map { Int($0.number) }
  }

  /// Sorts the rows, keeps only the first `limit`, renumbers them, and returns their previous
  /// numbers.
  package mutating func keepFirst(_ limit: Int) -> [Int] {
    let numbers = Array(sorted().prefix(limit))
    records.removeLast(records.count - numbers.count)
    var kept = ByteBuffer(capacity: values.count / 2)
    for index in records.indices {
      let offset = kept.count
      kept.append(bytes(of: records[index]))
      (records[index].offset, records[index].number) = (offset, UInt32(index))
    }
    swap(&values, &kept)
    return numbers
  }

  /// Appends encoded text, which may be a number; an absent value is last in both directions.
  package static func write(
    _ text: ByteView?, isDescending: Bool, to buffer: inout ByteBuffer
  ) {
    guard let text else { return buffer.append(Tag.absent) }
    let start = buffer.count
    if !JSONNumber.appendOrdered(JSONNumber.trimmed(text), to: &buffer) {
      buffer.append(Tag.text)
      buffer.reserve(text.count + 1)
      for index in 0..<text.count { buffer.append(text[index] &+ 1) }
      buffer.append(0)
    }
    guard isDescending else { return }
    for place in start..<buffer.count { buffer.replace(at: place, with: ~buffer.view[place]) }
  }

  private static func prefix(of bytes: ByteView) -> UInt64 {
    let word = bytes.word(at: 0).byteSwapped
    return bytes.count >= 8 ? word : word & ~(UInt64.max >> UInt64(bytes.count * 8))
  }

  private static func precedes(_ left: Record, _ right: Record, in bytes: ByteView) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    let first = bytes.slice(left.offset..<left.offset + Int(left.count))
    let second = bytes.slice(right.offset..<right.offset + Int(right.count))
    return first == second ? left.number < right.number : first.precedes(second)
  }
}

/// A field to sort by, and the direction.
package struct SortKey: Equatable, Sendable {
  /// The field.
  package let field: FieldPath
  /// Whether larger values come first.
  package let isDescending: Bool

  /// The default order of the Android SDK's feed: pinned cards first, then the newest, then by
  /// descending id.
  package static let feed = [
    SortKey(.canonical(.pinned), isDescending: true),
    SortKey(.canonical(.created), isDescending: true),
    SortKey(.canonical(.id), isDescending: true),
  ]

  /// The name of the order `feed`.
  package static let feedName = "feed"

  /// Creates a sort key for `field`.
  package init(_ field: FieldPath, isDescending: Bool = false) {
    (self.field, self.isDescending) = (field, isDescending)
  }

  /// Parses `FIELD`, `FIELD:asc`, `FIELD:desc` or `feed`.
  package static func keys(_ text: String) throws(SelectionError) -> [SortKey] {
    if text == feedName { return feed }
    let (name, isDescending) = try direction(of: text)
    guard !name.isEmpty else { throw .missingField(text) }
    return [SortKey(try FieldPath(named: name), isDescending: isDescending)]
  }

  /// Splits a sort key into the field and the direction; the key of an extra may contain colons.
  private static func direction(of text: String) throws(SelectionError) -> (String, Bool) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (text, false) }
    let name = String(text[..<colon])
    let direction = String(text[text.utf8.index(after: colon)...])
    switch direction {
    case "desc": return (name, true)
    case "asc": return (name, false)
    default:
      if FieldPath(name: text) != nil { return (text, false) }
      guard FieldPath(name: name) != nil else { throw .unknownField(name) }
      throw .unknownDirection(direction)
    }
  }
}
