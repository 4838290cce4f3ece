import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The cards of a block by the campaign in their ids, and the starts and ends of arrays and
/// envelopes between them.
struct CampaignCards: ~Copyable {
  /// One card whose id names a campaign.
  struct Entry {
    /// The id in the buffer.
    let id: Range<Int>
    let hashes: (id: TextHash, campaign: TextHash)
    /// The time of creation in epoch milliseconds, or nil if absent.
    let created: Int64?
    /// Whether the card is in an array.
    let isElement: Bool
  }

  /// The contents of the block, in order.
  enum Event {
    case card(Entry)
    case cardWithoutCampaign
    /// An array or an envelope begins at this offset of the input.
    case begin(offset: Int)
    /// The envelope is for this user.
    case user(String)
    case end
  }

  fileprivate(set) var events: [Event] = []
  fileprivate(set) var ids = ByteBuffer()

  /// Clears the cards for the next block.
  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    ids.removeAll()
  }
}

/// Collects the campaign of each card.
struct CampaignProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var cards: HeldContent<CampaignCards> { batch.content() }
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(CampaignCards()) { $0.removeAll() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let cards = cards
    guard let composite = card.compositeID(using: &scratch), let id = card.text(.id) else {
      return cards.value.events.append(.cardWithoutCampaign)
    }
    let start = cards.value.ids.count
    id.appendText(to: &cards.value.ids)
    let range = start..<cards.value.ids.count
    let idHash = TextHash(cards.value.ids.view.slice(range))
    cards.value.events.append(
      .card(
        CampaignCards.Entry(
          id: range, hashes: (idHash, TextHash(composite.campaign)),
          created: card.time(.created)?.milliseconds, isElement: place.element != nil)))
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    switch event {
    case .array(let offset), .envelope(let offset):
      cards.value.events.append(.begin(offset: offset))
    case .member(let key, let value?, _):
      if case .user(let user)? = ResponseMember(key: key, value) {
        cards.value.events.append(.user(user))
      }
    case .member(_, nil, _), .inside: break
    case .end: cards.value.events.append(.end)
    }
  }
}

/// A campaign of which one user has more than one card.
struct CampaignGroup {
  /// The cards with one id.
  struct Member {
    let id: String
    let variation: String?
    /// The time of creation in epoch milliseconds, or nil if absent.
    let created: Int64?
    /// The number of cards with the id.
    let count: Int
  }

  let campaign: String
  /// The user, if an envelope names one.
  let user: String?
  /// The start of the array or envelope of the cards; nil for bare cards and named users.
  let origin: CardOrigin?
  /// The number of cards before the first one of the campaign.
  let number: Int
  /// The cards by creation, else in the order in which their ids were first met.
  let members: [Member]
}

/// Cards that are compared with each other, in the order in which their ids were first met.
struct CampaignScope: ~Copyable {
  /// One id.
  private struct Card {
    let created: Int64?
    var count: Int
    /// The first card of the campaign in the scope.
    let first: Int
    /// The number of cards before it in all scopes.
    let number: Int
    let user: String?
  }

  private var scope = FeedScope()
  private var cards: [Card] = []
  private var ids = TextList()

  var isEmpty: Bool { cards.isEmpty }

  /// Adds cards of one id.
  ///
  /// - Parameter hashes: those of the id and the campaign; with the user's name if the cards of
  ///   several users are compared.
  mutating func add(
    _ id: ByteView, _ hashes: (id: TextHash, campaign: TextHash), created: Int64?, number: Int,
    count: Int = 1, user: String? = nil
  ) {
    let place = cards.count
    let found = scope.compare(id: hashes.id, campaign: hashes.campaign, record: place + 1)
    if let same = found.sameID { return cards[same - 1].count += count }
    ids.append(id)
    let first = found.sameCampaign.map { $0 - 1 } ?? place
    cards.append(Card(created: created, count: count, first: first, number: number, user: user))
  }

  /// Moves all cards to `scope`, as those of a user.
  mutating func move(to scope: inout CampaignScope, of user: String) {
    func hash(_ text: ByteView) -> TextHash {
      var key = ByteBuffer("\(user.utf8.count) \(user)".utf8)
      key.append(text)
      return TextHash(key.view)
    }
    var scratch = ByteBuffer()
    for (place, card) in cards.enumerated() {
      let campaign = CompositeID(ids[place], decodedInto: &scratch).map { hash($0.campaign) }
      guard let campaign else { continue }
      scope.add(
        ids[place], (hash(ids[place]), campaign), created: card.created, number: card.number,
        count: card.count, user: user)
    }
    removeAll()
  }

  /// The number of duplicate ids.
  var repeatedIDs: Int { cards.reduce(0) { $0 + $1.count - 1 } }

  /// The campaigns that have more than one id, in no order.
  func groups(from origin: CardOrigin?) -> [CampaignGroup] {
    var places: [Int: [Int]] = [:]
    for (place, card) in cards.enumerated() where card.first != place {
      places[card.first, default: [card.first]].append(place)
    }
    return places.map { first, places in group(cards[first], places, from: origin) }
  }

  private func group(_ first: Card, _ places: [Int], from origin: CardOrigin?) -> CampaignGroup {
    var scratch = ByteBuffer()
    var campaign = ""
    let sorted = places.sorted { (cards[$0].created ?? .max, $0) < (cards[$1].created ?? .max, $1) }
    let members = sorted.map { place in
      let composite = CompositeID(ids[place], decodedInto: &scratch)
      campaign = composite?.campaign.text ?? ""
      return CampaignGroup.Member(
        id: ids[place].text, variation: composite?.variation?.text, created: cards[place].created,
        count: cards[place].count)
    }
    return CampaignGroup(
      campaign: campaign, user: first.user, origin: origin, number: first.number, members: members)
  }

  /// Removes all cards.
  mutating func removeAll() {
    scope.removeAll()
    cards.removeAll(keepingCapacity: cards.count <= CampaignScope.keptCards)
    ids.removeAll()
  }

  private static let keptCards = 1 << 12
}
