extension ByteBuffer {
  /// Takes the bytes from `start` on away.
  public mutating func take(from start: Int) -> ByteBuffer {
    var taken = ByteBuffer(capacity: count - start)
    taken.append(view.slice(start..<count))
    truncate(to: start)
    return taken
  }

  /// Puts `byte` at `position`; all bytes from there on move up by one.
  public mutating func insert(_ byte: UInt8, at position: Int) {
    precondition(position >= 0 && position <= count)
    reserve(1)
    let place = unsafe base + position
    unsafe (place + 1).update(from: place, count: count - position)
    unsafe place.pointee = byte
    length += 1
  }

  /// Takes the byte at `position` out; all bytes after it move down by one.
  public mutating func remove(at position: Int) {
    precondition(position >= 0 && position < count)
    let place = unsafe base + position
    unsafe place.update(from: place + 1, count: count - position - 1)
    length -= 1
  }

  /// Puts `byte` in the place of the one at `position`.
  public mutating func replace(at position: Int, with byte: UInt8) {
    precondition(position >= 0 && position < count)
    unsafe base[position] = byte
  }

  /// Adds text with its ASCII letters in lower case; the view must not be one of this buffer's own.
  public mutating func append(lowercased text: ByteView) {
    reserve(text.count)
    for index in 0..<text.count { append(ByteView.lowercased(text[index])) }
  }

  /// Adds `true` or `false`.
  public mutating func append(_ flag: Bool) {
    append(word: flag ? 0x6575_7274 : 0x65_736C_6166, count: flag ? 4 : 5)
  }

  /// Adds a key of JSON, which needs no escapes, with its quotes and colon.
  mutating func append(key: StaticString) {
    let name = ByteView(key)
    reserve(name.count + 3)
    unsafe base[length] = UInt8(ascii: "\"")
    unsafe (base + length + 1).initialize(from: name.base, count: name.count)
    unsafe base[length + name.count + 1] = UInt8(ascii: "\"")
    unsafe base[length + name.count + 2] = UInt8(ascii: ":")
    length &+= name.count + 3
  }

  /// Adds the lowest `count` bytes of a word, at most eight, the lowest one first.
  @inlinable
  public mutating func append(word: UInt64, count: Int) {
    reserve(count)
    unsafe UnsafeMutableRawPointer(base + length).storeBytes(
      of: word.littleEndian, as: UInt64.self)
    length &+= count
  }

  /// Adds a number in decimal digits, with a minus sign when it is negative.
  public mutating func append(signed number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }
}
