@_spi(CardTool) import CardJSON

/// A point in time, exact to the last digit that was given for it.
struct Instant: Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, rounded half away from zero.
  let milliseconds: Int64
  /// Epoch seconds as a JSON number.
  let seconds: String

  /// The time at which a card expires that never does: later than all others.
  static let never = Instant(CardTime(milliseconds: .max))

  init(_ time: CardTime) {
    var buffer = ByteBuffer()
    time.appendSeconds(to: &buffer)
    milliseconds = time.milliseconds
    seconds = buffer.view.text
  }
}

extension Instant: Comparable {
  /// Whether both are the same time, whatever its spelling.
  static func == (left: Instant, right: Instant) -> Bool { order(left, right) == 0 }

  /// Whether `left` is before `right`.
  static func < (left: Instant, right: Instant) -> Bool { order(left, right) < 0 }

  private static func order(_ left: Instant, _ right: Instant) -> Int {
    let first = ByteBuffer(left.seconds.utf8)
    let second = ByteBuffer(right.seconds.utf8)
    return JSONNumber.compare(first.view, second.view)
  }
}

/// An instant that the times of many cards are compared with.
struct TimeBound: BitwiseCopyable {
  private let milliseconds: Int64
  private let seconds: TextPool.Text

  init(_ instant: Instant, texts: inout TextPool) {
    milliseconds = instant.milliseconds
    seconds = texts.add(instant.seconds)
  }

  /// Whether `time` is before, at or after this one: below, at or above 0; nil is never.
  func order(of time: CardTime?, _ texts: borrowing TextPool, using scratch: inout ByteBuffer)
    -> Int
  {
    let own = time?.milliseconds ?? Instant.never.milliseconds
    // Rounding never swaps two times, so only equal milliseconds need a look at the digits.
    guard let time, own == milliseconds else {
      return own < milliseconds ? -1 : own == milliseconds ? 0 : 1
    }
    return JSONNumber.compare(
      CardValue.time(time).plainText(using: &scratch), texts[seconds])
  }
}
