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
    let idHash: TextHash
    let campaignHash: TextHash
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
    cards.value.events.append(
      .card(
        CampaignCards.Entry(
          id: range, idHash: TextHash(cards.value.ids.view.slice(range)),
          campaignHash: TextHash(composite.campaign), created: card.time(.created)?.milliseconds,
          isElement: place.element != nil)))
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
  /// One card of a group.
  struct Member {
    let id: [UInt8]
    /// The time of creation in epoch milliseconds, or nil if absent.
    let created: Int64?
    /// The number of cards with the id.
    let count: Int
  }

  /// The user, if an envelope names one.
  let user: String?
  /// The start of the array or envelope of the cards; nil for bare cards and named users.
  let origin: CardOrigin?
  /// The number of campaigns before it, in order of first occurrence.
  let number: Int
  /// The cards, in the order in which their ids were first met.
  let members: [Member]

  /// The campaign and the variation that a card's id names.
  static func names(_ member: Member) -> (campaign: String, variation: String?) {
    var scratch = ByteBuffer()
    return ByteBuffer(member.id).read { id in
      let composite = CompositeID(id, decodedInto: &scratch)
      return (composite?.campaign.text ?? "", composite?.variation?.text)
    }
  }
}

/// Cards that are compared with each other, in the order in which their ids were first met.
struct CampaignScope: ~Copyable {
  /// One id.
  private struct Card {
    let created: Int64?
    var count = 1
    /// The first card of the campaign.
    let first: Int
    /// The number of campaigns that were met before the first card.
    let number: Int
    let user: String?
  }

  private var scope = FeedScope()
  private var cards: [Card] = []
  private var ids = TextList()

  /// Whether there is no card.
  var isEmpty: Bool { cards.isEmpty }

  /// Adds cards of one id.
  ///
  /// - Parameters:
  ///   - hashes: those of the id and the campaign; with the user's name if the cards of several
  ///     users are compared.
  ///   - number: the number of campaigns that were met before.
  /// - Returns: whether the campaign is new.
  @discardableResult
  mutating func add(
    _ id: ByteView, _ hashes: (id: TextHash, campaign: TextHash), created: Int64?, count: Int = 1,
    number: Int, user: String? = nil
  ) -> Bool {
    let place = cards.count
    let found = scope.compare(id: hashes.id, campaign: hashes.campaign, record: place + 1)
    if let same = found.sameID {
      cards[same - 1].count += count
      return false
    }
    let first = found.sameCampaign.map { $0 - 1 }
    ids.append(id)
    cards.append(
      Card(
        created: created, count: count, first: first ?? place,
        number: first.map { cards[$0].number } ?? number, user: user))
    return first == nil
  }

  /// Hands all cards to `scope`, as those of a user.
  mutating func hand(to scope: inout CampaignScope, of user: String) {
    var scratch = ByteBuffer()
    for (place, card) in cards.enumerated() {
      guard let campaign = CompositeID(ids[place], decodedInto: &scratch)?.campaign else {
        continue
      }
      scope.add(
        ids[place], (TextHash(ids[place], of: user), TextHash(campaign, of: user)),
        created: card.created, count: card.count, number: card.number, user: user)
    }
    removeAll()
  }

  /// The number of duplicate ids.
  var repeatedIDs: Int { cards.reduce(0) { $0 + $1.count - 1 } }

  /// The campaigns that have more than one card.
  func groups(from origin: CardOrigin?) -> [CampaignGroup] {
    var sizes = [Int](repeating: 0, count: cards.count)
    for card in cards { sizes[card.first] += 1 }
    var groups: [[Int]] = []
    var groupNumbers = [Int](repeating: 0, count: cards.count)
    for (place, card) in cards.enumerated() where sizes[card.first] > 1 {
      if card.first == place {
        groupNumbers[place] = groups.count
        groups.append([])
      }
      groups[groupNumbers[card.first]].append(place)
    }
    return groups.map { places in
      let members = places.map { place in
        CampaignGroup.Member(
          id: ids[place].array, created: cards[place].created, count: cards[place].count)
      }
      let first = cards[places[0]]
      return CampaignGroup(user: first.user, origin: origin, number: first.number, members: members)
    }
  }

  /// Removes all cards.
  mutating func removeAll() {
    scope.removeAll()
    cards.removeAll(keepingCapacity: cards.count <= CampaignScope.keptCards)
    ids.removeAll()
  }

  private static let keptCards = 1 << 12
}

extension TextHash {
  /// The hash of a text of a user's card.
  fileprivate init(_ text: ByteView, of user: String) {
    var key = ByteBuffer("\(user.utf8.count) \(user)".utf8)
    key.append(text)
    self.init(key.view)
  }
}
