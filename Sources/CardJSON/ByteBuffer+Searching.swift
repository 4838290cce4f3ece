// Appending bytes and looking for one of them in the same pass, sixteen at a time.
//
// Values are short: to move and to search them apart takes two calls for what are a few steps.
extension ByteBuffer {
  typealias Lanes = SIMD16<UInt8>

  /// Adds the bytes of a view, which must not be one of this buffer's own.
  ///
  /// - Returns: whether `byte` is among them.
  public mutating func append(_ bytes: ByteView, seeking byte: UInt8) -> Bool {
    guard bytes.count >= 16 else {
      append(bytes)
      return bytes.firstIndex(of: byte, from: 0, to: bytes.count) != nil
    }
    reserve(bytes.count)
    let (wanted, all) = (Lanes(repeating: byte), Lanes(repeating: 0xFF))
    var found = Lanes()
    // The last step may overlap the one before it, so that nothing behind the end is read.
    let last = bytes.count &- 16
    var position = 0
    while true {
      let lanes = bytes.vector(at: position)
      write(lanes, at: count &+ position)
      found = found.replacing(with: all, where: lanes .== wanted)
      if position == last { break }
      position = min(position &+ 16, last)
    }
    length &+= bytes.count
    return found.highBits != 0
  }

  /// Adds the bytes from `start` up to the next `byte`, or to the end without one.
  ///
  /// - Parameter bytes: part of a buffer's content, not of this one's.
  /// - Returns: where that byte stands, or the end of `bytes`.
  @usableFromInline
  mutating func append(_ bytes: ByteView, from start: Int, upTo byte: UInt8) -> Int {
    reserve(bytes.count &- start)
    let (wanted, all) = (Lanes(repeating: byte), Lanes(repeating: 0xFF))
    var position = start
    while position < bytes.count {
      let lanes = bytes.vector(at: position)
      // What is too much is written over by what comes next, or stays in the padding.
      write(lanes, at: count)
      let found = Lanes().replacing(with: all, where: lanes .== wanted).highBits
      // Where no bit is set, the one behind the sixteen is the first.
      let step = min((found | 1 << 16).trailingZeroBitCount, bytes.count &- position)
      length &+= step
      position &+= step
      if found != 0 { break }
    }
    return position
  }

  /// Writes sixteen bytes at `place`, from which on room for one or in the padding must be.
  @inline(__always)
  func write(_ lanes: Lanes, at place: Int) {
    assert(place >= 0 && place + 16 <= capacity + ByteBuffer.padding)
    unsafe UnsafeMutableRawPointer(base + place).storeBytes(of: lanes, as: Lanes.self)
  }
}
