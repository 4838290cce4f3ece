import TestSupport
import Testing

/// Merging agrees with a simple model of a device.
///
/// Checked with random responses in random framings, however the input is delivered.
struct RandomSyncTests {
  private static let now = 1000
  /// The time as an option of the command line.
  private static let at = "--at 1970-01-01T00:16:40Z"

  @Test(arguments: 0..<40 as Range<UInt64>)
  func mergingFollowsTheRules(_ seed: UInt64) throws {
    var source = SyncSource(seed: seed)
    let responses = source.responses()
    var device = SlowDevice(now: RandomSyncTests.now)
    for response in responses { device.sync(response) }
    let input = Array(responses.map { source.text(of: $0) }.joined().utf8)
    let runs: [(String, CommandRun.Input)] = [
      ("1", .file(input)), ("4", .file(input)), ("4", .pipe(input, pieces: 100)),
    ]
    for (jobs, input) in runs {
      let result = try CommandRun.result(
        "filter --merge -q \(RandomSyncTests.at) --jobs \(jobs)", input)
      #expect(result.text == device.printed)
      let hasFailed = responses.contains { $0.hasFailed && !$0.isBare }
      #expect(result.status == (hasFailed ? 1 : 0))
    }
    let held = Set(device.feed.filter(\.isViewed).map(\.card.id))
    let ids = try CommandRun.result(
      "filter --merge -q \(RandomSyncTests.at) --viewed --ids", .file(input))
    let printed = ids.text.split(separator: "\n").map(String.init)
    #expect(Set(printed) == held)
  }

  /// Enough cards for several blocks, which several threads read concurrently.
  @Test(arguments: [1, 2] as [UInt64])
  func largeResponsesAreMergedAlike(_ seed: UInt64) throws {
    var source = SyncSource(seed: seed, cards: 600, words: 120)
    let responses = source.responses()
    var device = SlowDevice(now: RandomSyncTests.now)
    for response in responses { device.sync(response) }
    let input = Array(responses.map { source.text(of: $0) }.joined().utf8)
    #expect(input.count > 3 << 18, "several blocks")
    for jobs in ["1", "4"] {
      let result = try CommandRun.result(
        "filter --merge -q \(RandomSyncTests.at) --jobs \(jobs)", .file(input))
      #expect(result.output == Array(device.printed.utf8))
    }
  }
}

/// Creates random sync responses, which are the same for the same seed.
private struct SyncSource {
  private var numbers: SeededNumbers
  private let cards: Int
  private let words: Int
  private var copies = 0

  /// Responses of up to `cards` cards with up to `words` words in a text.
  init(seed: UInt64, cards: Int = 12, words: Int = 2) {
    self.words = words
    numbers = SeededNumbers(seed: seed)
    self.cards = cards
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &numbers)
  }

  private mutating func happens(oneIn times: Int) -> Bool { number(1...times) == 1 }

  mutating func responses() -> [SyncResponse] {
    (0..<number(3...8)).map { _ in response() }
  }

  private mutating func response() -> SyncResponse {
    let users: [String?] = [nil, nil, nil, "ann", "ann", "bob"]
    return SyncResponse(
      cards: (0..<number(0...cards)).map { _ in card() }, isFull: happens(oneIn: 3),
      hasFailed: happens(oneIn: 8), user: users[number(0...5)],
      time: [1, 5, 999, 1000, 1001][number(0...4)], isBare: happens(oneIn: 4),
      endsWithMembers: happens(oneIn: 2))
  }

  private mutating func card() -> SyncCard {
    copies += 1
    return SyncCard(
      id: "card-\(number(1...cards / 2))", created: number(1...5),
      expires: [-1, -1, -1, 2000, 1001, 1000, 999][number(0...6)], isViewed: happens(oneIn: 3),
      isDismissed: happens(oneIn: 12), isRemoved: happens(oneIn: 8), isTest: happens(oneIn: 6),
      title: "copy \(copies)" + String(repeating: " more text", count: number(0...words)))
  }

  /// The response as text, in one of several framings.
  mutating func text(of response: SyncResponse) -> String {
    let space = ["", "\n", "\n  "][number(0...2)]
    if response.isBare {
      let cards = response.cards.map(\.json)
      if happens(oneIn: 2) { return "[\(space)" + cards.joined(separator: ",\(space)") + "]\n" }
      return cards.map { $0 + "\n" }.joined()
    }
    let key = ["cards", "mContentCards", "contentCards"][number(0...2)]
    let isText = key == "contentCards"
    let cards = response.cards.map { isText ? quoted($0.json) : $0.json }
    let array = "\"\(key)\":[\(space)" + cards.joined(separator: ",\(space)") + "]"
    var members = ["\"last_full_sync_at\":\(response.time)"]
    if response.isFull { members.append("\"full_sync\":true") }
    if let user = response.user { members.append("\"user_id\":\"\(user)\"") }
    if response.hasFailed { members.append("\"message\":\"slow down\"") }
    members.shuffle(using: &numbers)
    members.insert(array, at: response.endsWithMembers ? 0 : members.count)
    return "{" + members.joined(separator: ",") + "}\n"
  }

  private func quoted(_ json: String) -> String {
    "\"" + json.replacing("\"", with: "\\\"") + "\""
  }
}
