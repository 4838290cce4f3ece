import CardProcessing
import CardJSON
import ContentCardKit

/// Cards of one campaign that one user has.
struct CampaignGroup {
  /// One card of a group.
  struct Sending {
    /// The number of the id among those of the groups that the card is in.
    var id: Int
    /// Epoch milliseconds; nil when the card does not say.
    let created: Int64?
    /// The number of cards with the id.
    var count = 1
  }

  /// Whose cards they are.
  struct Owner {
    /// The user, where the cards say who that is.
    var user: [UInt8]?
    /// The start of the array or envelope of the cards; nil for bare cards.
    var origin: CardOrigin?
    /// Counts groups in the order in which they were first met.
    var number: Int
  }

  let campaign: [UInt8]
  let owner: Owner
  /// The cards, in the order in which their ids were first met.
  var sendings: [Sending] = []

  /// The number of duplicate ids.
  var repeatedIDs: Int { sendings.reduce(0) { $0 + $1.count - 1 } }
}

/// Groups cards by user and campaign.
struct CampaignGroups: ~Copyable {
  private(set) var groups: [CampaignGroup] = []
  /// The campaigns, whose numbers are those of the groups.
  private var campaigns = TextNumbers()
  private var ids = TextNumbers()
  /// Where the card with the id of this number is.
  private var members: [(group: Int, sending: Int)] = []
  private var key = ByteBuffer()

  /// Adds cards of one id.
  ///
  /// - Returns: whether the campaign is new.
  @discardableResult
  mutating func append(
    _ id: ByteView, of campaign: ByteView, created: Int64?, count: Int = 1,
    _ owner: CampaignGroup.Owner
  ) -> Bool {
    let number = ids.number(of: prefixed(id, owner.user))
    if number < members.count {
      let member = members[number]
      groups[member.group].sendings[member.sending].count += count
      return false
    }
    let group = campaigns.number(of: prefixed(campaign, owner.user))
    let isNew = group == groups.count
    if isNew { groups.append(CampaignGroup(campaign: campaign.array, owner: owner)) }
    members.append((group, groups[group].sendings.count))
    groups[group].sendings.append(
      CampaignGroup.Sending(id: number, created: created, count: count))
    return isNew
  }

  /// Brings what finding ids takes from memory, so that adding them soon does not wait for it.
  mutating func prepare(_ places: Range<Int>, _ id: (Int) -> ByteView?) {
    ids.prepare(places, id)
  }

  /// `text` after the user's name and its length, so that no two users share one.
  private mutating func prefixed(_ text: ByteView, _ user: [UInt8]?) -> ByteView {
    guard let user else { return text }
    key.removeAll()
    key.append(CampaignGroups.prefix(user))
    key.append(user)
    key.append(text)
    return key.view
  }

  /// The id of a card of a group.
  func id(of sending: CampaignGroup.Sending, in group: CampaignGroup) -> ByteView {
    let text = ids[sending.id]
    let prefix = group.owner.user.map { CampaignGroups.prefix($0).utf8.count + $0.count } ?? 0
    return text.slice(prefix..<text.count)
  }

  /// The prefix of a user's name.
  private static func prefix(_ user: [UInt8]) -> String { "\(user.count) " }

  /// Gives the ids away, whose numbers stay those of the cards' ids; only where no users are named.
  mutating func takeIDs() -> TextList { ids.takeTexts() }

  /// Forgets all cards.
  mutating func removeAll() {
    guard !members.isEmpty else { return }
    groups.removeAll(keepingCapacity: true)
    campaigns.removeAll()
    ids.removeAll()
    members.removeAll(keepingCapacity: true)
  }
}
