import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// A card whose id contains a campaign.
struct CampaignCard {
  fileprivate let hashes: (id: TextHash, campaign: TextHash)
  /// The creation time in epoch milliseconds; nil if absent.
  let created: Int64?
  /// The number of previous cards in the inputs.
  var number = 0
  /// The number of cards with this id.
  fileprivate(set) var count = 1
}

/// The cards of a block in order, with the starts and ends of arrays and envelopes between them.
struct CampaignCards: ~Copyable {
  enum Event {
    case card(CampaignCard, id: Range<Int>, isElement: Bool)
    case cardWithoutCampaign
    /// The start of an array or an envelope at this offset of the input.
    case begin(offset: Int)
    /// The user of the current envelope.
    case user(String)
    case end
  }

  fileprivate(set) var events: [Event] = []
  fileprivate(set) var ids = ByteBuffer()
}

/// Collects the campaign of each card.
struct CampaignProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  /// The cards of the block, moved to the batch at the end because access through the batch is
  /// slower.
  private var cards = CampaignCards()
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent {
    HeldContent(CampaignCards()) {
      $0.events.removeAll(keepingCapacity: true)
      $0.ids.removeAll()
    }
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard let composite = card.compositeID(using: &scratch), let id = card.text(.id) else {
      return cards.events.append(.cardWithoutCampaign)
    }
    let start = cards.ids.count
    id.appendText(to: &cards.ids)
    let range = start..<cards.ids.count
    let hashes = (TextHash(cards.ids.view.slice(range)), TextHash(composite.campaign))
    let entry = CampaignCard(hashes: hashes, created: card.time(.created)?.milliseconds)
    cards.events.append(.card(entry, id: range, isElement: place.element != nil))
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    switch event {
    case .array(let offset), .envelope(let offset): cards.events.append(.begin(offset: offset))
    case .member(let key, let value?, _):
      if case .user(let user)? = ResponseMember(key: key, value) {
        cards.events.append(.user(user))
      }
    case .member(_, nil, _), .inside: break
    case .end: cards.events.append(.end)
    }
  }

  mutating func end() { swap(&cards, &(batch.content() as HeldContent<CampaignCards>).value) }
}

/// A campaign that sent one user more than one card.
struct CampaignGroup {
  /// The cards with their ids, by creation time and then by order of first occurrence.
  let cards: [(id: String, card: CampaignCard)]
  /// The user, if an envelope names one.
  let user: String?
  /// The start of the array or envelope of the cards; nil for bare cards and named users.
  let origin: CardOrigin?
  /// The card that occurs first.
  let first: CampaignCard
}

/// The distinct cards of one user, in order of first occurrence.
final class CampaignScope {
  private(set) var cards: [CampaignCard] = []
  private var ids = TextList()
  /// The index of the first card of the campaign of each card.
  private var firsts: [Int] = []
  private var scope = FeedScope()

  /// The number of cards with a duplicate id.
  var repeatedIDs: Int { cards.reduce(0) { $0 + $1.count - 1 } }

  /// Adds a card.
  func add(_ card: CampaignCard, _ id: ByteView) {
    let (index, hashes) = (cards.count, card.hashes)
    let found = scope.compare(id: hashes.id, campaign: hashes.campaign, record: index + 1)
    if let same = found.sameID { return cards[same - 1].count += card.count }
    firsts.append(found.sameCampaign.map { $0 - 1 } ?? index)
    cards.append(card)
    ids.append(id)
  }

  /// Adds the cards of another scope.
  func add(_ other: CampaignScope) {
    for (index, card) in other.cards.enumerated() { add(card, other.ids[index]) }
  }

  /// Returns the campaigns that have more than one id.
  func groups(of user: String? = nil, from origin: CardOrigin? = nil) -> [CampaignGroup] {
    var others: [Int: [Int]] = [:]
    for (index, first) in firsts.enumerated() where index != first {
      others[first, default: [first]].append(index)
    }
    return others.map { first, indices in
      let sorted = indices.sorted {
        (cards[$0].created ?? .max, $0) < (cards[$1].created ?? .max, $1)
      }
      return CampaignGroup(
        cards: sorted.map { (ids[$0].text, cards[$0]) }, user: user, origin: origin,
        first: cards[first])
    }
  }
}
