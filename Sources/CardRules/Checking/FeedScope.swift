import CardJSON

/// The cards of one feed, or the cards outside any feed, as far as they are compared with each
/// other.
///
/// The one place that decides whether cards have the same id or the same campaign.
package struct FeedScope {
  private var ids: [TextHash: Int] = [:]
  private var campaigns: [TextHash: Int] = [:]
  private var isFull = false
  /// The number of cards, and of those that have not expired.
  private var cards = 0
  private var living = 0

  /// The relation of a card to those before it.
  package struct Comparison {
    /// The number of the first card with the same id.
    package var sameID: Int?
    /// Whether no id is compared from the next card on.
    var isLast = false
    /// The number of the first card with the same campaign; nil if the id is the same.
    package var sameCampaign: Int?
  }

  /// No cards.
  package init() {}

  /// Counts a card of a feed.
  ///
  /// - Returns: whether it is the one by which the feed has more than `limit` living cards.
  mutating func count(_ card: CheckedBatch.CheckedCard, limit: Int) -> Bool {
    cards += 1
    guard !card.isExpired else { return false }
    living += 1
    return living == limit + 1
  }

  /// Compares a card with those before it.
  ///
  /// - Parameters:
  ///   - id: the hash of its id; nil for a card that is not compared.
  ///   - campaign: the hash of the campaign that the id names.
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
    // Only feeds have campaigns to compare.
    if cards <= CheckSettings.cardLimit, let campaign {
      comparison.sameCampaign = campaigns.insert(campaign, number: record)
    }
    return comparison
  }

  /// Forgets all cards.
  package mutating func removeAll() { self = FeedScope() }
}
