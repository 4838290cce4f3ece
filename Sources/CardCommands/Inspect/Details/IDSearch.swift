import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// A card that `--id` selects.
struct MatchingCard {
  let id: String
  /// The precedence of the match: 2 for the whole id, 1 for its start or campaign, 0 for the title.
  let rank: Int
  let title: String?
  let copy: CardCopy
  /// The 1-based number of the record in its block; after `IDSearch` has received it, in the input.
  fileprivate(set) var record: Int
  fileprivate let offset: Int
  /// The location in the inputs; nil until `IDSearch` sets it.
  fileprivate(set) var location: CardLocation?
  /// Whether the card is in a device's feed and therefore has no number in an input.
  fileprivate(set) var isInDeviceFeed = false
  /// The findings that `validate` would report for it.
  fileprivate(set) var findings: [LocatedFinding] = []
}

/// The cards of a block that `--id` selects, and the ids nearest to the searched text.
struct IDMatches: BlockContent {
  fileprivate(set) var cards: [MatchingCard] = []
  fileprivate(set) var nearest = NearIDs()
}

/// Searches for the card that `--id` selects.
///
/// All cards are checked, because some findings about a card depend on previous cards.
struct IDProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  var checker: RecordChecker
  private var matches: HeldContent<IDMatches> { mutating get { batch.content() } }
  private let checks: InputChecks
  private let prefix: [UInt8]
  private let part: TitlePart
  private var id = ByteBuffer()
  private var scratch = ByteBuffer()

  /// Creates a processor that searches for ids with this prefix or campaign, and for titles that
  /// contain it.
  init(_ checks: InputChecks, prefix: String) {
    checker = RecordChecker(checks.plan)
    self.checks = checks
    self.prefix = Array(prefix.utf8)
    part = TitlePart(prefix)
  }

  mutating func begin(input: Int) { use(checks, forInput: input) }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
    guard let text = card.text(.id) else { return }
    id.removeAll()
    text.appendText(to: &id)
    // The score is the length of the prefix if the id begins with it.
    let score = (0..<min(prefix.count, id.count)).count { prefix[$0] == id.view[$0] }
    let matchesID =
      score == prefix.count || card.compositeID(using: &scratch)?.campaign.array == prefix
    let title = card.text(.title)?.string
    if matchesID || title.map(part.isIn) ?? false {
      let isWhole = score == prefix.count && id.count == prefix.count
      matches.value.cards.append(
        MatchingCard(
          id: id.view.text, rank: isWhole ? 2 : matchesID ? 1 : 0, title: title,
          copy: CardCopy(card), record: place.record, offset: offset))
    } else if matches.value.nearest.wants(score) {
      matches.value.nearest.add(id.view.text, score: score)
    }
  }
}

/// Combines the matches of the blocks in order.
///
/// Memory is bounded: one card and a limited number of ids are kept.
final class IDSearch: RunObserver {
  private let inputName: (Int) -> String
  private var stream: FindingStream
  /// The first card whose id equals the searched text, otherwise the first one whose id matches,
  /// otherwise the first match.
  private var found: MatchingCard?
  /// The first distinct cards whose ids match.
  private var ids = Matches()
  /// The first distinct cards of which only the title matches.
  private var titled = Matches()
  /// The ids nearest to the searched text.
  private(set) var nearest = NearIDs()

  /// The first distinct cards that match, and the number of matches of each.
  private struct Matches {
    var cards: [(id: String, title: String?, count: Int)] = []

    mutating func add(_ card: MatchingCard) {
      if let index = cards.firstIndex(where: { card.id.hasBytes(of: $0.id) }) {
        cards[index].count += 1
      } else if cards.count <= InspectRun.listedCards {
        cards.append((card.id, card.title, 1))
      }
    }
  }

  private var matches: [(id: String, title: String?, count: Int)] {
    ids.cards.isEmpty ? titled.cards : ids.cards
  }

  /// The selected card; nil unless exactly one card matches.
  var card: MatchingCard? { found?.rank == 2 || matches.count == 1 ? found : nil }

  /// The cards of which one is meant.
  var candidates: [(id: String, title: String?)] { matches.map { ($0.id, $0.title) } }

  /// The number of other cards with the id of the selected one.
  var others: Int {
    let same = matches.first { found?.id.hasBytes(of: $0.id) ?? false }
    return (same?.count ?? 1) - 1
  }

  /// Creates a search that finds cards with the findings of `checks`.
  init(_ checks: InputChecks, inputName: @escaping (Int) -> String) {
    stream = checks.findings(name: inputName)
    self.inputName = inputName
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part = (batch.content() as HeldContent<IDMatches>).value
    let records = stream.begin(origin)
    var new: MatchingCard?
    for card in part.cards {
      if card.rank > 0 { ids.add(card) } else { titled.add(card) }
      if (new ?? found).map({ card.rank > $0.rank }) ?? true { new = card }
    }
    for near in part.nearest.entries { nearest.add(near.id, score: near.score) }
    new?.record += records
    stream.take(batch, of: origin) { finding in
      if finding.finding.record == new?.record { new?.findings.append(finding) }
    }
    guard var new else { return }
    new.location = CardLocation(origin.places(new.offset), inputName)
    if case .device = origin { new.isInDeviceFeed = true }
    found = new
  }
}
