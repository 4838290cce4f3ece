import Foundation
import Testing

@testable import ContentCardKit

/// Reading an input gives the same result wherever it is cut.
@Suite struct BlockIndependenceTests {
  /// Enough to reveal every earlier bug many times; `CARDCTL_INPUTS` sets the number.
  private static let inputsPerSeed =
    ProcessInfo.processInfo.environment["CARDCTL_INPUTS"].flatMap(Int.init) ?? 250

  @Test(arguments: Array(1...10)) func cutsChangeNothing(seed: Int) {
    var random = RandomInput(seed: UInt64(seed))
    for round in 0..<BlockIndependenceTests.inputsPerSeed {
      let bytes = random.document()
      let size = random.pick([1 << 20, 1 << 20, 2000, 300, 120, 40])
      let driver = ReadingDriver(bytes, maximumCardSize: size)
      let expected = driver.readWhole()
      let longest = random.pick([1, 7, 40, 200, 1000])
      var lengths = random
      let pieces = driver.readPieces { lengths.number(1...longest) }
      let pauses = driver.readPaused(after: 2)
      let cuts = driver.readCuts {
        lengths.number(1...longest)
      } isStale: {
        lengths.chance(3)
      }
      random = lengths
      guard pieces == expected, cuts == expected, pauses == expected else {
        let text = String(decoding: bytes, as: UTF8.self).debugDescription
        let name = "seed \(seed), round \(round), size \(size), up to \(longest): \(text)"
        Issue.record(
          "\(name)\nWHOLE\n\(expected)\nPIECES\n\(pieces)\nCUTS\n\(cuts)\nPAUSES\n\(pauses)")
        return
      }
    }
  }
}
