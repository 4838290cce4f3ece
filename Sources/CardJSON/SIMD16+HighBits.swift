#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse2
#endif

extension SIMD16<UInt8> {
  /// The highest bit of every lane; that of the first lane is the lowest one.
  ///
  /// One instruction of x86, for which plain Swift has no name: with words in its place a scan
  /// takes a tenth longer.
  @inline(__always)
  var highBits: UInt32 {
    #if arch(x86_64)
      return unsafe UInt32(bitPattern: _mm_movemask_epi8(unsafeBitCast(self, to: SIMD2.self)))
    #else
      let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
      return gatheredBits(words.x) | gatheredBits(words.y) << 8
    #endif
  }
}

/// The highest bit of each of the eight bytes of `word`, that of the lowest byte first; for other
/// processors.
@inline(__always)
func gatheredBits(_ word: UInt64) -> UInt32 {
  // Each bit of the factor moves one byte's bit into the highest byte; no two meet in one place.
  let bits = (word >> 7) & 0x0101_0101_0101_0101
  return UInt32(truncatingIfNeeded: (bits &* 0x0102_0408_1020_4080) >> 56)
}
