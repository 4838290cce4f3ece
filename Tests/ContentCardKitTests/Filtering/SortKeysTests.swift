import CardProcessing
import CardJSON
import ContentCardKit
import TestSupport
import Testing

@Suite struct SortKeysTests {
  /// The cards, numbered from 0, in the order of `keys`.
  private func order(_ cards: [String], _ keys: [String]) throws -> [Int] {
    var sortKeys = SortKeys(try keys.flatMap { try SortKey.keys($0) }, now: CardProbe.now)
    for card in cards { try CardProbe.read(card) { sortKeys.append($0) } }
    #expect(sortKeys.count == cards.count)
    return sortKeys.sorted()
  }

  private func extras(_ values: [String]) -> [String] {
    values.map { CardProbe.wire(extras: $0.isEmpty ? "" : "\"k\":" + $0) }
  }

  /// Values in ascending order; those of one group are equal.
  private static let ascending: [[String]] = [
    ["-1E99999999999999999", "-10e99999999999999998"], ["-1E400"], ["-1E399"],
    ["-123456789012345678901234567890"], ["-10"], ["-9", #""-9.0""#], ["-1.5"], ["-1"],
    ["-0.001", "-1e-3"], ["-1E-400"], ["0", "-0", "0.0", #""0e9""#], ["1E-400"], ["1e-121"],
    ["1e-120"], ["0.5"], ["1", "1.0", "1e0", #"" 1 ""#, #""\u0031""#], ["1.01"], ["9"],
    ["10", "1e1"], ["99"], ["100", "1E2"], ["101"], ["123456789012345678901234567889"],
    ["123456789012345678901234567890"], ["1e119"], ["1e120"], ["1e121"],
    ["1E399"], ["1E400"],
    [#""\u0000""#], [#""\u0000a""#], [#"" ""#], [#""+1""#], [#""01""#], [#""1%""#], [#""A""#],
    [#""a""#, #""\u0061""#], [#""a\u0000""#], [#""aa""#], [#""ab""#], [#""abcdefgh""#],
    [#""abcdefgh1""#], [#""b""#], ["false", #""false""#], ["true"],
    [#""{\"a\":1}""#, "{\"a\": 1}"],
    ["\"\u{E9}\"", #""\u00e9""#], ["\"\u{FFFD}\"", #""\ud83d""#], ["\"\u{1F600}\""],
    ["null", #""""#, ""],
  ]

  @Test func valuesSortNumbersFirstAndAbsentLast() throws {
    let flat = SortKeysTests.ascending.flatMap { $0 }
    #expect(try order(extras(flat), ["extras.k"]) == Array(flat.indices))
    // Reversed input: the groups are reversed, and equal values keep the order of the input.
    let reversed = Array(SortKeysTests.ascending.reversed().flatMap { $0 })
    let sorted = try order(extras(reversed), ["extras.k:asc"]).map { reversed[$0] }
    #expect(sorted == flat)
  }

  @Test func descendingReversesAllButTheAbsent() throws {
    let flat = SortKeysTests.ascending.flatMap { $0 }
    let sorted = try order(extras(flat), ["extras.k:desc"]).map { flat[$0] }
    let present = SortKeysTests.ascending.dropLast().reversed().flatMap { $0 }
    #expect(sorted == present + (SortKeysTests.ascending.last ?? []))
  }

  /// Repeatedly dropping all but the first cards leaves the same cards as sorting all.
  @Test(arguments: [0, 1, 3, 50, 1000])
  func keepingTheFirstIsSortingAndCutting(limit: Int) throws {
    let flat = SortKeysTests.ascending.flatMap { $0 }
    let cards = extras(flat.indices.map { flat[$0 * 37 % flat.count] } + flat)
    let keys = try ["extras.k:desc", "id"].flatMap { try SortKey.keys($0) }
    let expected = Array(try order(cards, ["extras.k:desc", "id"]).prefix(limit))
    var kept: [Int] = []
    var sortKeys = SortKeys(keys, now: CardProbe.now)
    for (number, card) in cards.enumerated() {
      try CardProbe.read(card) { sortKeys.append($0) }
      kept.append(number)
      guard number % 7 == 0 else { continue }
      kept = sortKeys.keepFirst(limit).map { kept[$0] }
      #expect(sortKeys.count == kept.count)
    }
    #expect(sortKeys.keepFirst(limit).map { kept[$0] } == expected)
  }

  @Test(arguments: [
    ("created", [3, 1, 0, 2, 4]), ("created:desc", [2, 0, 1, 3, 4]),
    ("expires_at", [1, 0, 2, 3, 4]), ("expires_at:desc", [0, 1, 2, 3, 4]),
  ])
  func timesSortByTime(key: String, expected: [Int]) throws {
    let cards = [
      #"{"id":"a","tp":"x","ca":1700000000.5,"ea":1800000000}"#,
      #"{"id":"b","tp":"x","ca":"2023-11-14T22:13:20Z","ea":0}"#,
      #"{"id":"c","tp":"x","ca":1700000000501,"ea":-1}"#,
      #"{"id":"d","tp":"x","ca":-5}"#,
      #"{"id":"e","tp":"x","ca":"soon"}"#,
    ]
    #expect(try order(cards, [key]) == expected)
  }

  @Test func falseIsBeforeTrue() throws {
    let cards = [#""p":true"#, #""p":false"#, "", #""p":1"#].map { CardProbe.wire($0) }
    #expect(try order(cards, ["pinned"]) == [1, 2, 0, 3])
    #expect(try order(cards, ["pinned:desc"]) == [0, 3, 1, 2])
  }

  @Test func laterKeysDecideAmongEqualOnes() throws {
    let cards = [
      #""tt":"b","e":{"n":2}"#, #""tt":"ab","e":{"n":10}"#, #""tt":"a","e":{"n":10}"#,
      #""tt":"b","e":{"n":10}"#, #""e":{"n":10}"#, #""tt":"b","e":{"n":"2.0"}"#,
    ].map { CardProbe.wire($0) }
    #expect(try order(cards, ["title", "extras.n:desc"]) == [2, 1, 3, 0, 5, 4])
    #expect(try order(cards, ["extras.n", "title:desc"]) == [0, 5, 3, 1, 2, 4])
  }

  @Test func theFeedsOrder() throws {
    let cards = [
      #"{"id":"a","tp":"x","ca":5}"#, #"{"id":"b","tp":"x","ca":5}"#,
      #"{"id":"c","tp":"x","ca":1,"p":true}"#, #"{"id":"d","tp":"x"}"#,
      #"{"id":"e","tp":"x","ca":6}"#, #"{"tp":"x","ca":6}"#,
    ]
    #expect(try order(cards, ["feed"]) == [2, 4, 5, 1, 0, 3])
  }

  @Test func derivedFieldsSort() throws {
    let cards = [#""tt":"0123456789""#, #""tt":"012345678""#, ""].map { CardProbe.wire($0) }
    #expect(try order(cards, ["payload_size"]) == [2, 1, 0])
  }

  @Test func partsJoinInOrder() throws {
    let keys = try SortKey.keys("title")
    var all = SortKeys(keys, now: 0)
    var part = SortKeys(keys, now: 0)
    for title in ["m", "b"] {
      try CardProbe.read(CardProbe.wire(#""tt":"\#(title)""#)) { all.append($0) }
    }
    for title in ["b", "a"] {
      try CardProbe.read(CardProbe.wire(#""tt":"\#(title)""#)) { part.append($0) }
    }
    for number in 0..<part.count { all.append(part.values(at: number)) }
    #expect(all.sorted() == [3, 1, 2, 0])
    try CardProbe.read(CardProbe.wire(#""tt":"aa""#)) { all.append($0) }
    #expect(all.sorted() == [3, 4, 1, 2, 0])
  }

  @Test func manyCardsSortLikeAStableSort() throws {
    var random = SeededNumbers(seed: 7)
    let flat = SortKeysTests.ascending.enumerated().flatMap { rank, group in
      group.map { (rank, $0) }
    }
    let picked = (0..<500).map { _ in flat[Int(random.next() % UInt64(flat.count))] }
    let sorted = try order(extras(picked.map(\.1)), ["extras.k"])
    let expected = picked.indices.sorted { (picked[$0].0, $0) < (picked[$1].0, $1) }
    #expect(sorted == expected)
  }

  @Test(arguments: [
    ("created", "created", false), ("created:desc", "created", true),
    ("created:asc", "created", false), ("extras.a:b", "extras.a:b", false),
    ("extras.a:b:desc", "extras.a:b", true), ("extras.desc", "extras.desc", false),
  ])
  func keysAreRead(text: String, name: String, isDescending: Bool) throws {
    let keys = try SortKey.keys(text)
    #expect(keys.map(\.field.name) == [name])
    #expect(keys.map(\.isDescending) == [isDescending])
  }

  @Test(
    arguments: [
      ("", .missingField("")), (":desc", .missingField(":desc")),
      ("creatd", .unknownField("creatd")),
      ("creatd:desc", .unknownField("creatd")), ("created:down", .unknownDirection("down")),
      ("created:", .unknownDirection("")), ("feed:desc", .unknownField("feed")),
    ] as [(String, SelectionError)])
  func badKeysAreRefused(text: String, error: SelectionError) {
    #expect(throws: error) { try SortKey.keys(text) }
  }

  @Test func orderedNumbersCompareLikeNumbers() {
    var random = SeededNumbers(seed: 3)
    func digits(_ random: inout SeededNumbers) -> String {
      String((0...random.next() % 4).map { _ in "0019".randomElement(using: &random) ?? "0" })
    }
    func number(_ random: inout SeededNumbers) -> String {
      var text = random.next() % 2 == 0 ? "-" : ""
      text += ["0", "1", "9", "10", "91", "100"].randomElement(using: &random) ?? ""
      if random.next() % 2 == 0 { text += "." + digits(&random) }
      let exponents = ["", "e1", "E-1", "e+2", "e119", "e120", "e-122", "e-119", "e5000", "e-5000"]
      return text + (exponents.randomElement(using: &random) ?? "")
    }
    func ordered(_ text: borrowing ByteBuffer) -> [UInt8] {
      var bytes = ByteBuffer()
      #expect(JSONNumber.appendOrdered(text.view, to: &bytes))
      return bytes.view.array
    }
    for _ in 0..<5_000 {
      let texts = (number(&random), number(&random))
      let left = ByteBuffer(texts.0.utf8)
      let right = ByteBuffer(texts.1.utf8)
      let first = ordered(left)
      let second = ordered(right)
      let order = first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
      #expect(order == JSONNumber.compare(left.view, right.view), "\(texts)")
    }
  }
}
