extension ByteBuffer {
  /// Puts `byte` at `position`; all bytes from there on move up by one.
  public mutating func insert(_ byte: UInt8, at position: Int) {
    precondition(position >= 0 && position <= count)
    reserve(1)
    let place = unsafe base + position
    unsafe (place + 1).update(from: place, count: count - position)
    unsafe place.pointee = byte
    length += 1
  }

  /// Puts `byte` in the place of the one at `position`.
  public mutating func replace(at position: Int, with byte: UInt8) {
    precondition(position >= 0 && position < count)
    unsafe base[position] = byte
  }

  /// Adds a number in decimal digits, with a minus sign when it is negative.
  public mutating func append(signed number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }
}
