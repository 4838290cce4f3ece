import CardProcessing
import CardCommands
import Foundation
import Testing

/// The same findings at the right locations, in every framing and delivery.
struct ValidateFramingTests {
  private static let value = #""10%""#

  /// Good cards, and a bad one at each of these positions.
  ///
  /// - Parameter length: the length of a description in bytes.
  private static func cards(_ count: Int, bad places: [Int], length: Int = 1) -> [String] {
    let description = String(repeating: "B", count: length)
    return (0..<count).map { number in
      let discount = places.contains(number) ? "10%" : "10"
      let filler = String(repeating: "é", count: number % 90)
      return
        #"{"id":"card-\#(number)","tp":"text_announcement","ca":1795000000,"tt":"A\#(filler)","#
        + #""ds":"\#(description)","e":{"class_type":"coupon_code","discount_percentage":"\#(discount)"}}"#
    }
  }

  /// A finding as scripts read it.
  private struct Found: Decodable {
    let line: Int
    let column: Int
    let offset: Int
    let rule: String
    let pointer: String
    let record: Int?
    let card_id: String?
  }

  private static let options = "validate --no-config --to ndjson --rule card/id-composite=off"

  private func found(_ result: CommandRun.Result) throws -> [Found] {
    try result.text.split(separator: "\n").map {
      try JSONDecoder().decode(Found.self, from: Data($0.utf8))
    }
  }

  /// Line and column of an offset, counted the slow way.
  private func position(_ offset: Int, _ input: [UInt8]) -> (line: Int, column: Int) {
    let before = String(decoding: input[..<offset], as: UTF8.self).unicodeScalars
    let line = before.reduce(1) { $1 == "\n" ? $0 + 1 : $0 }
    let last = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    let column = before[last...].filter { $0 != "\u{FEFF}" }.count + 1
    return (line, column)
  }

  /// Large enough to be cut into blocks that several threads read.
  @Test(arguments: Framing.allCases)
  func theLastCardOfALargeInputIsPlaced(_ framing: Framing) throws {
    let places = [0, 1, 50, 98, 99]
    let input = framing.input(Self.cards(100, bad: places, length: 600))
    #expect(input.count > 3 * BlockSizes.small.usual, "several blocks")
    let first = try CommandRun.result("\(Self.options) --jobs 1", .file(input), .small)
    let findings = try found(first).filter { $0.rule == "class/property-invalid" }
    #expect(findings.map(\.record) == places.map { $0 + 1 })
    #expect(findings.map(\.card_id) == places.map { "card-\($0)" })
    for finding in findings {
      let rest = String(decoding: input[finding.offset...].prefix(7), as: UTF8.self)
      #expect(rest.hasPrefix(Self.value) || rest.hasPrefix(#"\"10%\""#), "\(rest)")
      let place = position(finding.offset, input)
      #expect((finding.line, finding.column) == place)
    }
    for jobs in ["2", "4"] {
      let other = try CommandRun.result("\(Self.options) --jobs \(jobs)", .file(input), .small)
      #expect(other == first)
    }
    let piped = try CommandRun.result(
      "\(Self.options) --jobs 4", .pipe(input, pieces: 5000), .small)
    #expect(piped == first)
  }

  @Test(arguments: Framing.allCases)
  func pointersLeadToTheValue(_ framing: Framing) throws {
    let input = framing.input(Self.cards(6, bad: [4]))
    let result = try CommandRun.result(Self.options, .file(input))
    let finding = try #require(try found(result).first { $0.rule == "class/property-invalid" })
    let end = "/e/discount_percentage"
    switch framing {
    case .ndjson, .ndjsonCRLF, .pretty, .concatenated, .spaced, .recordSeparators, .byteOrderMark:
      #expect(finding.pointer == end)
    case .array, .arrayOfLines, .prettyArray: #expect(finding.pointer == "/4" + end)
    case .arrays: #expect(finding.pointer == "/1" + end)
    case .envelope, .prettyEnvelope: #expect(finding.pointer == "/cards/4" + end)
    case .envelopes: #expect(finding.pointer == "/cards/1" + end)
    case .unity: #expect(finding.pointer == "/mContentCards/4" + end)
    case .flutter: #expect(finding.pointer == "/contentCards/4")
    case .strings: #expect(finding.pointer == "/4")
    case .webStorage: #expect(finding.pointer == "/v/4" + end)
    case .localStorage: #expect(finding.pointer == "/ab.storage.cc.k/v/4" + end)
    case .storedText: #expect(finding.pointer == "/ab.storage.cc.k")
    case .data: #expect(finding.pointer == "/data/4" + end)
    case .dataEnvelope: #expect(finding.pointer == "/data/cards/4" + end)
    case .arrayOfEnvelopes: #expect(finding.pointer == "/2/cards/1" + end)
    }
  }

  /// Broken records, duplicates and errors together: any number of threads reports the same.
  @Test(arguments: Framing.allCases)
  func threadsAgree(_ framing: Framing) throws {
    var cards = Self.cards(120, bad: [8, 71], length: 800)
    for number in stride(from: 5, to: cards.count, by: 13) {
      cards[number] = cards[number].replacingOccurrences(of: #":{"#, with: #"::{"#)
    }
    cards[50] = #"{"no card":true}"#
    cards[90] = cards[3]
    let input = framing.input(cards)
    #expect(input.count > 3 * BlockSizes.small.usual, "several blocks")
    let first = try CommandRun.result("\(Self.options) --jobs 1", .file(input), .small)
    let rules = Set(try found(first).map(\.rule))
    #expect(rules.contains("json/syntax"))
    // Within one line, the next card cannot be found, so a value is read whole or not at all.
    let isCut: [Framing] = [.concatenated, .spaced, .storedText, .arrayOfEnvelopes]
    if !isCut.contains(framing) {
      #expect(rules.isSuperset(of: ["card/shape", "class/property-invalid"]))
    }
    for jobs in ["2", "4"] {
      let other = try CommandRun.result("\(Self.options) --jobs \(jobs)", .file(input), .small)
      #expect(other == first)
    }
  }
}
