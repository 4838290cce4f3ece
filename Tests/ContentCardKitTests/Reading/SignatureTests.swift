import Testing

@testable import ContentCardKit

/// Recognition of formats by the first bytes of an input.
@Suite struct SignatureTests {
  private static let card = Array(#"{"id":"1","ca":1}"#.utf8)

  @Test(
    arguments: [
      ([0x1F, 0x8B, 0x08, 0x00], ForeignFormat.gzip), ([0x1F, 0x8B], .gzip),
      ([0x28, 0xB5, 0x2F, 0xFD], .zstd), (Array("BZh9".utf8), .bzip2),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .xz), (Array("PK\u{3}\u{4}".utf8), .zip),
      ([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16),
      ([0x7B, 0x00], .utf16), ([0x00, 0x7B], .utf16), ([0x5B, 0x00, 0x7B, 0x00], .utf16),
      ([0xFF, 0xFE, 0x7B, 0x00], .utf16), ([0x0A, 0x00, 0x7B, 0x00], .utf16),
      ([0x00, 0x0A, 0x00, 0x7B], .utf16), (Array("bplist00".utf8), .propertyList),
      (Array("SQLite format 3".utf8), .sqlite),
      ([0x0A, 0x0C, 0x0A, 0x05] + Array("cards".utf8), .dataStore),
      ([0x0A, 0x95, 0x04, 0x0A, 0x88, 0x01] + Array("NjU3".utf8), .dataStore),
    ] as [([UInt8], ForeignFormat)])
  func foreignFormats(bytes: [UInt8], format: ForeignFormat) {
    for rest in [[], Array(repeating: 0xAA, count: 300)] as [[UInt8]] {
      let driver = ReadingDriver(bytes + rest)
      let outcome = driver.readWhole()
      #expect(outcome.problems == ["input/format@0"])
      #expect(outcome.messages == [format.message])
      #expect(driver.readPieces { 1 } == outcome)
    }
  }

  @Test(
    arguments: [
      ("<!DOCTYPE html>\n<html>\n", .html), ("<html lang=en>\n<p>\n", .html),
      ("<?xml version='1.0'?>\n<map>\n", .xml), ("id,title\n1,A\n", .csv),
      ("id;title\n1;A\n", .csv), ("id\ttitle\n1\tA\n", .csv), ("---\nid: a\n", .yaml),
      ("id: a\ntitle: b\n", .yaml), ("- id: a\n  title: b\n", .yaml),
    ] as [(String, ForeignFormat)])
  func foreignText(text: String, format: ForeignFormat) {
    let driver = ReadingDriver(Array(text.utf8) + SignatureTests.card)
    let outcome = driver.readWhole()
    #expect(outcome.problems.first == "input/format@0")
    #expect(outcome.messages.first == format.message)
    #expect(outcome.cards.count == 1)
    #expect(driver.readPieces { 1 } == outcome)
  }

  @Test(
    arguments: [
      [], [0xEF, 0xBB, 0xBF], [0x20], [0x0A], [0x0D, 0x0A], [0x1E], [0xEF, 0xBB, 0xBF, 0x0A, 0x1E],
    ] as [[UInt8]])
  func cardsBehind(start: [UInt8]) {
    let driver = ReadingDriver(start + SignatureTests.card)
    let outcome = driver.readWhole()
    #expect(outcome.events == [.card(offset: start.count, raw: #"{"id":"1","ca":1}"#)])
    #expect(driver.readPieces { 1 } == outcome)
  }

  @Test(arguments: [[], [0xEF, 0xBB, 0xBF], [0x20, 0x0A], [0x1E]] as [[UInt8]])
  func nothing(bytes: [UInt8]) {
    #expect(ReadingDriver(bytes).readWhole() == ReadingOutcome())
    #expect(ReadingDriver(bytes).readPieces { 1 } == ReadingOutcome())
  }

  /// Text that only starts like a foreign format is bad JSON, and the rest is read.
  @Test(
    arguments: [
      [0xEF, 0xBB], [0xEF], [0x1F], [0x28, 0xB5, 0x2F], Array("BZ".utf8), [0xFD, 0x37], [0xFE],
      [0xFF],
      [0x00], [0x00, 0x00], Array("B".utf8), Array("BZ{".utf8), [0xC3, 0xA4],
    ] as [[UInt8]])
  func noFormats(bytes: [UInt8]) {
    for rest in [[], Array("\n".utf8) + SignatureTests.card] {
      let driver = ReadingDriver(bytes + rest)
      let outcome = driver.readWhole()
      #expect(outcome.problems.count == 1 && outcome.problems[0].hasPrefix("json/syntax"))
      #expect(outcome.cards.count == (rest.isEmpty ? 0 : 1))
      #expect(driver.readPieces { 1 } == outcome)
    }
  }

  /// The byte order mark belongs to the beginning of the input alone.
  @Test func marksInside() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let newLine: [UInt8] = [0x0A]
    let bytes = SignatureTests.card + newLine + mark + SignatureTests.card + newLine
    let outcome = ReadingDriver(bytes + SignatureTests.card).readWhole()
    #expect(outcome.cards.count == 2)
    #expect(outcome.problems == ["json/syntax@18"])
  }
}
