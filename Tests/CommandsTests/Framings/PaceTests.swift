import CardCommands
import Foundation
import TestSupport
import Testing

/// Output, messages and status depend only on the bytes of the input, not on block boundaries.
///
/// The boundaries depend on the number of threads, the block sizes and the pieces of a pipe.
@Suite(.enabled(if: Gate.opens("PaceTests"), "CARDCTL_GATE is not 1"))
struct PaceTests {
  /// How an input is read.
  private struct Pace: CustomStringConvertible {
    var jobs: Int
    /// The number of bytes requested at a time.
    var block = 1 << 18
    /// The size of the pieces of a pipe, in bytes; nil for a file.
    var pieces: Int?

    var description: String {
      "\(jobs) jobs, blocks of \(block)" + (pieces.map { ", pieces of \($0)" } ?? "")
    }
  }

  private static let paces = [
    Pace(jobs: 2, block: 300), Pace(jobs: 8, block: 1500), Pace(jobs: 1, pieces: 97),
    Pace(jobs: 8, block: 900, pieces: 331),
  ]

  /// The inputs, by their main content.
  enum Sample: CaseIterable {
    case values, brokenArray, givenUpArray, envelopes, damage
  }

  private static let inputs = Dictionary(
    uniqueKeysWithValues: Sample.allCases.map { ($0, $0.bytes) })

  static let commands = [
    "convert", "convert --as card --to csv --max-messages 300", "convert --to json --summary",
    "convert --on-error skip --summary", "convert --on-error stop",
    "filter --max-card-size 2000", "filter --to json --limit 30", "filter --count --unique",
    "filter --merge --ids --max-messages 3", "filter --ids --max-messages 0",
    "filter --ids --where line>=20",
    "validate --to text --statistics", "validate --to text --color always",
    "validate --to json --profile braze-swift",
    "validate --to ndjson --max-card-size 2000", "validate --to sarif --profile braze-swift",
    "validate --to github", "validate --to gitlab --profile braze-swift", "validate --to junit",
    "validate --to text --max-messages 7", "validate --on-error stop --to ndjson",
    "validate --kind envelopes --to text --rule *=error",
    "inspect", "inspect --to json --limit 40", "inspect --id wire-1", "inspect --id nobody",
    "inspect --by title", "inspect --by type --by created:month",
    "inspect --to html --limit 30",
  ]

  @Test(arguments: Sample.allCases, commands)
  func changesNothing(_ sample: Sample, _ command: String) throws {
    let bytes = try #require(PaceTests.inputs[sample])
    #expect(bytes.count > 6000, "several blocks")
    try check(bytes, command, PaceTests.paces)
  }

  /// Small cards of more class types than are counted separately.
  ///
  /// The card before them makes blocks large, and so does the next one.
  @Test(arguments: ["inspect", "inspect --to json --limit 3", "inspect --by class_type"])
  func manyClassTypesAreCountedAlike(_ command: String) throws {
    let large = #"{"id":"l","ca":1,"ds":""# + String(repeating: "x", count: 800_000) + "\"}\n"
    let small = (0..<12_000).map {
      #"{"id":"i","ca":1,"e":{"class_type":"c\#($0 * 7 % 11_000)"}}"#
    }
    let bytes = Array((large + small.joined(separator: "\n")).utf8)
    try check(bytes, command, [Pace(jobs: 1, block: 3000), Pace(jobs: 2, block: 100_000)])
  }

  private func check(_ bytes: [UInt8], _ command: String, _ paces: [Pace]) throws {
    var expected: CommandRun.Result?
    for pace in [Pace(jobs: 1)] + paces {
      let words = command.split(separator: " ").map(String.init)
      var run = CommandRun(arguments: words + ["--no-config", "--jobs", "\(pace.jobs)"])
      run.input = pace.pieces.map { .pipe(bytes, pieces: $0) } ?? .file(bytes)
      run.blockSizes = BlockSizes(first: min(pace.block, 1 << 16), usual: pace.block)
      let found = try run.result()
      guard let expected else {
        #expect(!found.output.isEmpty || !found.messages.isEmpty)
        expected = found
        continue
      }
      #expect(found.status == expected.status, "\(pace)")
      #expect(difference(found.output, expected.output) == nil, "\(pace): standard output")
      #expect(difference(found.messages, expected.messages) == nil, "\(pace): standard error")
    }
  }

  /// The first lines that differ.
  private func difference(_ found: [UInt8], _ expected: [UInt8]) -> String? {
    if found == expected { return nil }
    let (found, expected) = (lines(found), lines(expected))
    for (found, expected) in zip(found, expected) where found != expected {
      return "\(found.prefix(400)) INSTEAD OF \(expected.prefix(400))"
    }
    return "\(found.count) lines instead of \(expected.count)"
  }

  private func lines(_ text: [UInt8]) -> [Substring] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension PaceTests.Sample {
  var bytes: [UInt8] {
    switch self {
    case .values: Array(values.joined(separator: "\n").utf8)
    case .brokenArray:
      Array(("[\n  " + broken(values).joined(separator: ",\n  ") + "\n]\n" + cards(3)).utf8)
    case .givenUpArray:
      // Within one line, the next element cannot be found; later lines are read again.
      Array((#"[{"id":"wire-1","ca":1},{"id":]"# + values.joined(separator: ",") + "\n").utf8)
        + Array(values.joined(separator: "\n").utf8)
    case .envelopes: Array(envelopes.joined(separator: "\n").utf8)
    case .damage: damaged
    }
  }

  private func cards(_ count: Int) -> String {
    SampleCards.make(count, seed: 3, words: 4).joined(separator: "\n")
  }

  /// Cards, and other values between them: objects, scalars, requests, cards in strings.
  private var values: [String] {
    SampleCards.make(15, seed: 77, words: 20).enumerated().flatMap { number, card in
      [
        card, "{\"no\":\(number),\"card\":[\(number)],\"title\":\"t\"}", "{\"full_sync\":true}",
        number % 3 == 0 ? card : "\(number)", "[\(number),[\"\(number)\"],{}]",
        number % 5 == 0 ? #"{"messages":{"content_card":{"type":"CLASSIC","title":""}}}"# : "{}",
        number % 7 == 0 ? "{\"id\":\"wire-\(number)\",\"id\":1,\"ca\":\"soon\"}" : "null",
      ]
    }
  }

  /// The values, some with a bracket too many or too few.
  private func broken(_ values: [String]) -> [String] {
    values.enumerated().map { number, value in
      switch number % 11 {
      case 3: value + "}"
      case 7: value.replacing(":", with: "::")
      case 9: "{\"a\":[" + value
      default: value
      }
    }
  }

  /// Sync responses with and without cards, failed ones, one that spans many blocks.
  private var envelopes: [String] {
    let cards = SampleCards.make(15, seed: 5, words: 16)
    let large = #"{"cards":["# + cards.joined(separator: ",") + #"],"full_sync":true}"#
    return (0..<6).flatMap { number in
      [
        #"{"message":"failed \#(number)","cards":[\#(cards[number])]}"#,
        #"{"last_full_sync_at":\#(number)}"#, #"{"message":"no \#(number)","full_sync":true}"#,
        #"{"cards":[\#(cards[number]),\#(cards[number]),7],"cards":[{}],"user_id":"u"}"#,
        #"{"user_id":"v\#(number)","cards":[\#(cards[number])],}"#,
      ]
    } + [large, #"{"x":"# + large, large]
  }

  /// Cards in every framing, with bytes changed, removed and repeated.
  private var damaged: [UInt8] {
    var numbers = SeededNumbers(seed: 99)
    var bytes: [UInt8] = []
    for (number, framing) in Framing.allCases.enumerated() {
      bytes += framing.input(SampleCards.make(2, seed: UInt64(number), words: 16)) + [0x0A]
    }
    for _ in 0..<30 {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &numbers))
      case 1: bytes.remove(at: place)
      case 2: bytes.removeSubrange(place..<min(place + 30, bytes.count))
      default: bytes.insert(contentsOf: bytes[place..<min(place + 60, bytes.count)], at: place)
      }
    }
    return bytes
  }
}
