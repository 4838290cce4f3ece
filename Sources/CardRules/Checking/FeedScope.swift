import CardJSON

/// Compares the cards of one feed, or the cards outside of any feed, with each other.
///
/// The only type that decides whether cards have the same id or the same campaign.
package struct FeedScope {
  private var ids: [TextHash: Int] = [:]
  private var campaigns: [TextHash: Int] = [:]
  private var isFull = false
  /// The number of cards, and of unexpired cards.
  private var cards = 0
  private var unexpired = 0

  /// The result of comparing a card with earlier ones.
  package struct Comparison {
    /// The number of the first card with the same id.
    package var sameID: Int?
    /// Whether ids are no longer compared after this card.
    var isLast = false
    /// The number of the first card with the same campaign; nil if the id is the same.
    package var sameCampaign: Int?
  }

  /// Creates a scope without cards.
  package init() {}

  /// Counts a card of a feed.
  ///
  /// - Returns: whether this card makes the feed exceed `limit` unexpired cards.
  mutating func count(_ card: CheckedBatch.CheckedCard, limit: Int) -> Bool {
    cards += 1
    guard !card.isExpired else { return false }
    unexpired += 1
    return unexpired == limit + 1
  }

  /// Compares a card with earlier ones.
  ///
  /// - Parameters:
  ///   - id: the hash of its id; nil for a card that is not compared.
  ///   - campaign: the hash of the campaign in the id; nil if unknown.
  ///   - record: the card's number, from 1.
  ///   - limit: the maximum number of ids to compare; 0 for none.
  package mutating func compare(id: TextHash?, campaign: TextHash?, record: Int, limit: Int = .max)
    -> Comparison
  {
    var comparison = Comparison()
    guard let id else { return comparison }
    if limit > 0, !isFull {
      comparison.sameID = ids.insert(id, number: record)
      guard comparison.sameID == nil else { return comparison }
      isFull = ids.count == limit
      comparison.isLast = isFull
    }
    // Only cards in feeds have a campaign here, and only the first 250 are compared.
    if cards <= CheckSettings.cardLimit, let campaign {
      comparison.sameCampaign = campaigns.insert(campaign, number: record)
    }
    return comparison
  }

  /// Removes all cards.
  package mutating func removeAll() { self = FeedScope() }
}
