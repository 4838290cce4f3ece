import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// Searches for the card that `--id` selects.
///
/// All cards are checked, because some findings about a card depend on previous ones.
struct IDProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  var checker: RecordChecker
  private var matches: HeldContent<IDMatches> { batch.content() }
  private let checks: InspectChecks
  private let prefix: [UInt8]
  private var id = ByteBuffer()
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(IDMatches()) { $0 = IDMatches() } }

  /// Creates a processor that searches for ids with this prefix, or of this campaign.
  init(_ checks: InspectChecks, prefix: String) {
    checker = RecordChecker(checks.plan)
    self.checks = checks
    self.prefix = Array(prefix.utf8)
  }

  mutating func begin(input: Int) { use(checks, forInput: input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
    guard let text = card.text(.id) else { return }
    id.removeAll()
    text.appendText(to: &id)
    let matches = matches
    // All bytes of the prefix if the id begins with it.
    let score = (0..<min(prefix.count, id.count)).count { prefix[$0] == id.view[$0] }
    guard score == prefix.count || isCampaign(of: card) else {
      if matches.value.nearest.wants(score) {
        matches.value.nearest.add(id.view.text, score: score)
      }
      return
    }
    let isExact = id.count == prefix.count
    matches.value.count += 1
    if isExact { matches.value.exactCount += 1 }
    matches.value.ids.add(id.view.text)
    guard matches.value.wants(isExact: isExact) else { return }
    matches.value.found = IDMatches.Found(
      copy: CardCopy(card), isExact: isExact, record: place.record, offset: offset)
  }

  private mutating func isCampaign(of card: Card) -> Bool {
    guard let campaign = card.compositeID(using: &scratch)?.campaign else { return false }
    return campaign.array == prefix
  }
}

/// Combines the matches, block by block in their order.
final class IDSearch: BatchObserver {
  private let inputName: (Int) -> String
  private var stream: FindingStream

  /// The results so far.
  private(set) var matches = IDMatches()

  /// Creates a search whose findings are those of `checks`.
  init(_ checks: InspectChecks, inputName: @escaping (Int) -> String) {
    stream = checks.findings(name: inputName)
    self.inputName = inputName
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    var part = (batch.content() as HeldContent<IDMatches>).value
    let records = stream.begin(origin)
    part.found?.record += records
    stream.take(batch, of: origin) { finding in
      if finding.finding.record == part.found?.record { part.found?.findings.append(finding) }
    }
    if let offset = part.found?.offset {
      part.found?.place = CardHistory.Place(origin.places(offset), inputName)
      if case .device = origin { part.found?.isHeld = true }
    }
    matches.add(part)
  }
}

/// The cards that `--id` selects, and the ids nearest to its text.
///
/// Memory is bounded: one card and a limited number of ids are kept.
struct IDMatches {
  /// A card and its location.
  struct Found {
    let copy: CardCopy
    /// Whether its id is the whole text.
    let isExact: Bool
    /// The number of the record, from 1: first in its block, then in the input.
    var record: Int
    /// The offset, in bytes from the start of the input.
    let offset: Int
    /// The location in the inputs, once known.
    var place: CardHistory.Place?
    /// Whether the card is in a device's feed, so that it has no number in an input.
    var isHeld = false
    /// The findings of `validate`.
    var findings: [LocatedFinding] = []
  }

  /// The first card whose id is the whole text, otherwise the first match.
  var found: Found?
  /// The number of matches, and of those whose id is the whole text.
  var count = 0
  var exactCount = 0
  /// The distinct ids of the matches.
  var ids = FirstStrings()
  /// The ids that are nearest.
  var nearest = NearIDs()

  /// Whether a card would replace the one that is kept.
  func wants(isExact: Bool) -> Bool { found.map { isExact && !$0.isExact } ?? true }

  /// The selected card; nil unless exactly one card matches.
  var card: Found? {
    found?.isExact == true || ids.strings.count == 1 && !ids.hasMore ? found : nil
  }

  /// The number of other cards with the id of the selected one.
  var others: Int { (found?.isExact == true ? exactCount : count) - 1 }

  /// Adds the matches of a later block.
  mutating func add(_ later: IDMatches) {
    if let card = later.found, wants(isExact: card.isExact) { found = card }
    exactCount += later.exactCount
    count += later.count
    for id in later.ids.strings { ids.add(id) }
    ids.hasMore = ids.hasMore || later.ids.hasMore
    for near in later.nearest.entries { nearest.add(near.id, score: near.score) }
  }
}

/// The ids that have the most bytes in common with a text, at the same offsets.
struct NearIDs {
  private static let limit = 3

  /// The ids, best first.
  private(set) var entries: [(id: String, score: Int)] = []

  /// Whether an id of this score would be kept.
  func wants(_ score: Int) -> Bool {
    entries.count < NearIDs.limit || score > entries[entries.count - 1].score
  }

  /// Adds an id that does not begin with the text.
  mutating func add(_ id: String, score: Int) {
    guard wants(score), !entries.contains(where: { id.hasBytes(of: $0.id) }) else { return }
    // Insert after ids with the same score, so that the input order is kept.
    let place = entries.firstIndex { $0.score < score } ?? entries.count
    entries.insert((id, score), at: place)
    if entries.count > NearIDs.limit { entries.removeLast() }
  }

  /// The ids that have at least half of the bytes of a text of this length.
  func similar(toLength length: Int) -> [String] {
    entries.filter { $0.score * 2 >= length && $0.score > 0 }.map(\.id)
  }
}

/// The first different strings of many, and whether there are more.
struct FirstStrings {
  /// The number of strings to keep.
  private static let limit = 20

  private(set) var strings: [String] = []
  var hasMore = false

  /// Adds a text.
  mutating func add(_ text: String) {
    guard !hasMore, !strings.contains(where: text.hasBytes) else { return }
    if strings.count == FirstStrings.limit { hasMore = true } else { strings.append(text) }
  }
}

extension String {
  /// Whether two strings have the same bytes; equal strings may have different scalars.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
