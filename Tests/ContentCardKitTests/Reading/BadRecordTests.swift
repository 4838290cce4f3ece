import Testing

@testable import ContentCardKit

/// A bad record at the beginning, in the middle and at the end of every framing.
///
/// The good records around it are read, and the message names the byte.
@Suite struct BadRecordTests {
  private static let count = 5

  /// The input with a damaged record at `position`, and the offset of the marked byte.
  private func input(_ framing: Framing, _ damage: Damage, at position: Int) -> ([UInt8], Int?) {
    let records = (0..<BadRecordTests.count).map { Damage.record($0) }
    let damages = records.indices.map { $0 == position ? damage.spoil : { $0 } }
    var bytes = Array(framing.text(records, damages).utf8)
    if let place = bytes.firstRange(of: Array("\u{E000}".utf8)) {
      bytes.replaceSubrange(place, with: [0xFF])
    }
    let mark = bytes.firstIndex(of: UInt8(ascii: "^"))
    if let mark { bytes.remove(at: mark) }
    return (bytes, mark)
  }

  /// The numbers of the records that were read.
  private func numbers(of outcome: ReadingOutcome) -> [Int] {
    outcome.cards.compactMap { card in
      (0..<BadRecordTests.count).first { card.contains(#""\#($0)""#) }
    }
  }

  /// The numbers of the records that must be read.
  private func goodNumbers(_ framing: Framing, _ damage: Damage, at position: Int) -> [Int] {
    (0..<BadRecordTests.count).filter { number in
      // After invalid JSON, top-level values are read again from the next line.
      let isTaken =
        damage.isGarbage && framing.isInline && framing.isTopLevel && number == position + 1
      return damage.isOutside || number != position && !isTaken
    }
  }

  @Test(arguments: Framing.all)
  func neighboursSurvive(framing: Framing) {
    // After an open bracket or string only a line that begins a record shows where the next one is.
    let isFirstInline = framing.open == "["
    for damage in Damage.all
    where !(damage.isUnbalanced && framing.isInline || damage.isList && isFirstInline) {
      for position in 0..<BadRecordTests.count {
        let (bytes, mark) = input(framing, damage, at: position)
        let outcome = ReadingDriver(bytes).readWhole()
        let name = "\(damage) at \(position): \(outcome.problems)"
        let good = goodNumbers(framing, damage, at: position)
        #expect(numbers(of: outcome) == good, "\(name)")
        guard let mark else { continue }
        let isText = damage.isGarbage && framing.isText
        let problem = isText ? "card/shape@\(mark - 1)" : "json/syntax@\(mark)"
        #expect(outcome.problems.first == problem, "\(name)")
      }
    }
  }

  /// If brackets and quotes stay balanced, there is one message per bad record.
  ///
  /// Nested objects that start lines in the same way as records are an exception.
  @Test(arguments: Framing.all.filter { $0.unit != "" })
  func oneMessageARecord(framing: Framing) {
    let damages = Damage.all.filter { !$0.isQuote && !$0.isBracket }
    for damage in damages {
      for position in 0..<BadRecordTests.count {
        let outcome = ReadingDriver(input(framing, damage, at: position).0).readWhole()
        let good = goodNumbers(framing, damage, at: position).count
        #expect(outcome.problems.count == 1, "\(damage) at \(position): \(outcome.problems)")
        let isBadRecord = !damage.isOutside || framing.isTopLevel
        if !framing.isText {
          #expect(outcome.records == good + (isBadRecord ? 1 : 0), "\(damage) at \(position)")
        }
      }
    }
  }

  @Test(arguments: Framing.all, [1 << 20, 50])
  func tooLarge(framing: Framing, pieceLength: Int) {
    let filler = String(repeating: "x", count: 500)
    let large: (String) -> String = { $0.split(separator: "t\"").joined(separator: filler + "\"") }
    for position in 0..<BadRecordTests.count {
      let records = (0..<BadRecordTests.count).map { Damage.record($0) }
      let damages = records.indices.map { $0 == position ? large : { $0 } }
      let driver = ReadingDriver(framing.text(records, damages), maximumCardSize: 400)
      let outcome = driver.readPieces { pieceLength }
      #expect(numbers(of: outcome) == (0..<BadRecordTests.count).filter { $0 != position })
      #expect(outcome.problems.count == 1, "\(outcome.problems)")
      #expect(outcome.problems.first?.hasPrefix("card/too-large@") == true)
      #expect(outcome.records == BadRecordTests.count)
    }
  }
}
