import TestSupport
import Testing

@testable import CardJSON

/// The highest bits of sixteen bytes, on any processor.
struct HighBitsTests {
  @Test("bit n is set if byte n is at least 0x80")
  func everyPlace() {
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<2000 {
      var lanes = SIMD16<UInt8>()
      var expected: UInt32 = 0
      for place in 0..<16 {
        lanes[place] = UInt8.random(in: 0...255, using: &numbers)
        if lanes[place] >= 0x80 { expected |= 1 << UInt32(place) }
      }
      #expect(lanes.highBits == expected)
    }
  }

  @Test("the portable implementation gives the same result")
  func words() {
    var numbers = SeededNumbers(seed: 8)
    for _ in 0..<2000 {
      let word = numbers.next()
      var expected: UInt32 = 0
      for place in 0..<8 where word >> UInt64(8 * place + 7) & 1 != 0 {
        expected |= 1 << UInt32(place)
      }
      #expect(gatheredBits(word) == expected)
    }
  }
}
