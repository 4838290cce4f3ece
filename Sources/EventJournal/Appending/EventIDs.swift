import CardJSON

/// A generator of event ids: UUIDs of version 7 (RFC 9562), which sort by creation time.
///
/// The first 48 bits are the time in milliseconds; the rest are random, except the version and the
/// variant. Ids of one generator ascend, even within a millisecond and if the clock goes backwards.
/// Ids of different processes differ because 73 of their bits are random.
package struct EventIDs {
  private var generator: any RandomNumberGenerator
  private var time: UInt64 = 0
  /// The 12 bits after the version.
  ///
  /// The first of them is 0 at the start of a millisecond, so that there is room to count up.
  private var high: UInt64 = 0
  /// The 62 bits after the variant.
  private var low: UInt64 = 0

  /// Creates a generator with random bits from `generator`.
  package init(_ generator: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
    self.generator = generator
  }

  /// Appends the next id, in lower case.
  ///
  /// - Parameter now: milliseconds since 1970-01-01T00:00:00Z.
  package mutating func append(now: Int64, to buffer: inout ByteBuffer) {
    let now = UInt64(max(now, 0)) & EventIDs.timeMask
    if now > time {
      begin(now)
    } else {
      // A random step, so that the next id cannot be guessed from the last one.
      low += 1 + (generator.next() & EventIDs.stepMask)
      if low > EventIDs.lowMask {
        low &= EventIDs.lowMask
        high += 1
        if high > EventIDs.highMask { begin(time + 1) }
      }
    }
    let first = time << 16 | 7 << 12 | high
    let second = 0b10 << 62 | low
    EventIDs.append(first >> 32, 8, to: &buffer)
    for (bits, digits) in [(first >> 16, 4), (first, 4), (second >> 48, 4), (second, 12)] {
      buffer.append(UInt8(ascii: "-"))
      EventIDs.append(bits, digits, to: &buffer)
    }
  }

  /// Makes the next id greater than `id`, the last one of the journal, so that a journal's ids
  /// ascend with several writers and after clock changes.
  ///
  /// Ignores an id that is not of version 7 or that is more than a day ahead of `now`.
  package mutating func advance(past id: String, now: Int64) {
    let digits = id.utf8.filter { $0 != UInt8(ascii: "-") }
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == 32, let first = UInt64(text.prefix(16), radix: 16),
      let second = UInt64(text.suffix(16), radix: 16), first >> 12 & 15 == 7, second >> 62 == 2,
      first >> 16 <= UInt64(max(now, 0)) + 86_400_000
    else { return }
    let other = (first >> 16, first & EventIDs.highMask, second & EventIDs.lowMask)
    if other > (time, high, low) { (time, high, low) = other }
  }

  private mutating func begin(_ time: UInt64) {
    self.time = time
    high = generator.next() & EventIDs.highMask >> 1
    low = generator.next() & EventIDs.lowMask
  }

  private static func append(_ bits: UInt64, _ digits: Int, to buffer: inout ByteBuffer) {
    let names = ByteView("0123456789abcdef")
    for digit in stride(from: digits - 1, through: 0, by: -1) {
      buffer.append(names[Int(bits >> UInt64(4 * digit) & 15)])
    }
  }

  private static let timeMask: UInt64 = (1 << 48) - 1
  private static let highMask: UInt64 = (1 << 12) - 1
  private static let lowMask: UInt64 = (1 << 62) - 1
  private static let stepMask: UInt64 = (1 << 32) - 1
}
