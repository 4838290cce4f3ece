import CardJSON
import Testing

@testable import EventJournal

struct PairSetTests {
  @Test func pairsAreToldApart() {
    var pairs = PairSet()
    var expected: Set<[Int]> = []
    for number in 0..<30_000 {
      let (first, second) = (number * 7919 % 211, number * 104_729 % 97)
      let isNew = pairs.insert(first, second)
      #expect(isNew == expected.insert([first, second]).inserted)
    }
    #expect(expected.count == 211 * 97)
  }

  /// Pairs whose places were close to each other in a set without a seed lie anywhere.
  @Test func chosenPairsLieAnywhere() {
    func unseeded(_ pair: UInt64) -> UInt64 {
      (pair ^ pair >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 32
    }
    var pairs: [UInt64] = []
    for first in 1...1000 as ClosedRange<UInt64> {
      for second in 1...400 as ClosedRange<UInt64> {
        let pair = first << 32 | second
        if pairs.count < 1000, unseeded(pair) & 0xFF00 == 0 { pairs.append(pair) }
      }
    }
    #expect(pairs.count == 1000)
    for _ in 0..<5 {
      var numbers = SystemRandomNumberGenerator()
      let seed = TextSeed(using: &numbers)
      #expect(Set(pairs.map { seed.hash($0) & 0xFFFF }).count > 900)
    }
  }
}
