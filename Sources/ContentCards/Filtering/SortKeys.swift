import CardJSON

/// The values that cards are sorted by: the cards themselves are not kept.
///
/// The values of a card are written, one behind the other, in a form whose bytes compare like the
/// values do, so that two cards are compared by one comparison of bytes, and mostly by the first
/// eight of them, which stand in the record:
///
///     number  1 to 3, magnitude, digits (`JSONNumber.appendOrdered`); a time is its seconds
///     text    0x10, each byte plus one (UTF-8 has no 0xFF), 0
///     flag    0x20 false, 0x21 true
///     absent  0xFF
///
/// All but the 0xFF of an absent value is inverted for a descending key. No value's bytes begin
/// those of another one, so the next key's values may follow directly. A million cards sorted by a
/// time take about 32 MB: a record of 24 bytes and 8 bytes of value each.
public struct SortKeys: ~Copyable {
  private struct Record: BitwiseCopyable {
    /// The first eight bytes, the first one highest; zeros behind the last one.
    let prefix: UInt64
    let offset: Int
    let count: UInt32
    let number: UInt32
  }

  private enum Tag {
    static let text: UInt8 = 0x10
    static let isFalse: UInt8 = 0x20
    static let isTrue: UInt8 = 0x21
    static let absent: UInt8 = 0xFF
  }

  /// The most cards that can be sorted.
  public static let limit = Int(UInt32.max)

  private let keys: [SortKey]
  private let now: Int64
  private var records: [Record] = []
  private var values = ByteBuffer()
  private var scratch = MatchingScratch()
  private var inverted = ByteBuffer()

  /// No cards yet.
  ///
  /// - Parameters:
  ///   - keys: what to sort by, the most important key first.
  ///   - now: the time that decides what is expired, in epoch milliseconds.
  public init(_ keys: [SortKey], now: Int64) {
    // A copy of its own, so that workers do not count references to one array.
    self.keys = keys.map { $0 }
    self.now = now
  }

  /// How many cards were added.
  public var count: Int { records.count }

  /// Adds a card; it is the one with the number `count` was before.
  public mutating func append(_ card: Card) { _ = append(card, before: ByteView("")) }

  /// Adds a card if its values are smaller than those of `bound`; says whether they are.
  ///
  /// Every card's are smaller than a bound of no bytes.
  public mutating func append(_ card: Card, before bound: ByteView) -> Bool {
    let start = values.count
    writeValues(of: card)
    let bytes = values.view.slice(start..<values.count)
    guard bound.count == 0 || bytes.precedes(bound) else {
      values.truncate(to: start)
      return false
    }
    records.append(
      Record(
        prefix: SortKeys.prefix(of: bytes), offset: start, count: UInt32(bytes.count),
        number: UInt32(records.count)))
    return true
  }

  /// Whether the values of a card are smaller than those of `bound`.
  public mutating func precedes(_ card: Card, _ bound: ByteView) -> Bool {
    guard bound.count > 0 else { return true }
    let start = values.count
    writeValues(of: card)
    defer { values.truncate(to: start) }
    return values.view.slice(start..<values.count).precedes(bound)
  }

  /// The values of the card that was added last, as bytes that compare as they do.
  public var lastValues: ByteView {
    guard let last = records.last else { return ByteView("") }
    return values.view.slice(last.offset..<last.offset + Int(last.count))
  }

  private mutating func writeValues(of card: Card) {
    for index in 0..<keys.count {
      let key = keys[index]
      let value = card.value(at: key.field, now: now, using: &scratch.derived)
      if value.isAbsent {
        values.append(Tag.absent)
      } else if key.isDescending {
        inverted.removeAll()
        SortKeys.write(value, of: key.field, using: &scratch.text, to: &inverted)
        values.reserve(inverted.count)
        for position in 0..<inverted.count { values.append(~inverted.view[position]) }
      } else {
        SortKeys.write(value, of: key.field, using: &scratch.text, to: &values)
      }
    }
  }

  /// Adds the cards of `other`, behind those that are there; both sort by the same keys.
  public mutating func append(contentsOf other: borrowing SortKeys) {
    let (offset, number) = (values.count, UInt32(records.count))
    values.append(other.values.view)
    records.reserveCapacity(records.count + other.records.count)
    for record in other.records {
      records.append(
        Record(
          prefix: record.prefix, offset: record.offset + offset, count: record.count,
          number: record.number + number))
    }
  }

  /// The numbers of the cards in the order of the keys; cards that none of them tells apart keep
  /// the order in which they were added.
  public mutating func sorted() -> [Int] {
    let bytes = values.view
    records.sort { SortKeys.precedes($0, $1, in: bytes) }
    return records.map { Int($0.number) }
  }

  /// Forgets all cards but the first `limit` in the order of the keys; those that stay have the
  /// numbers of this order from now on.
  ///
  /// - Returns: the numbers that they had.
  public mutating func keepFirst(_ limit: Int) -> [Int] {
    let numbers = Array(sorted().prefix(limit))
    records.removeLast(records.count - numbers.count)
    var kept = ByteBuffer(capacity: values.count / 2)
    for index in records.indices {
      let record = records[index]
      let offset = kept.count
      kept.append(values.view.slice(record.offset..<record.offset + Int(record.count)))
      records[index] = Record(
        prefix: record.prefix, offset: offset, count: record.count, number: UInt32(index))
    }
    swap(&values, &kept)
    return numbers
  }
}

extension SortKeys {
  private static func write(
    _ value: CardValue, of field: FieldPath, using scratch: inout ByteBuffer,
    to buffer: inout ByteBuffer
  ) {
    if case .boolean(let flag) = value, field.content == .boolean {
      return buffer.append(flag ? Tag.isTrue : Tag.isFalse)
    }
    let text = value.plainText(using: &scratch)
    if JSONNumber.appendOrdered(JSONNumber.trimmed(text), to: &buffer) { return }
    buffer.append(Tag.text)
    buffer.reserve(text.count + 1)
    for index in 0..<text.count { buffer.append(text[index] + 1) }
    buffer.append(0)
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
