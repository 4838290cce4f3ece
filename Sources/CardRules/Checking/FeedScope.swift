import CardProcessing
import CardJSON

/// The cards of one feed, or those that stand in none, as far as they are compared with each other.
struct FeedScope {
  private var ids: [TextHash: Int] = [:]
  private var campaigns: [TextHash: Int] = [:]
  private var isFull = false
  /// How many cards there are, and how many of them have not expired.
  private var cards = 0
  private var living = 0

  /// What a card has in common with those before it.
  struct Comparison {
    /// The number of the first card with the same id.
    var sameID: Int?
    /// Whether no id is compared from the next card on.
    var isLast = false
    /// The number of the first card with the same campaign; nil when the id is the same.
    var sameCampaign: Int?
  }

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
  ///   - record: the card's number.
  ///   - limit: how many ids are compared; 0 for none.
  mutating func compare(_ card: CheckedBatch.CheckedCard, record: Int, limit: Int) -> Comparison {
    var comparison = Comparison()
    guard let id = card.id else { return comparison }
    if limit > 0, !isFull {
      comparison.sameID = ids.insert(id, number: record)
      guard comparison.sameID == nil else { return comparison }
      isFull = ids.count == limit
      comparison.isLast = isFull
    }
    // Only feeds have campaigns to compare.
    if cards <= CheckSettings.cardLimit, let campaign = card.campaign {
      comparison.sameCampaign = campaigns.insert(campaign, number: record)
    }
    return comparison
  }

  /// Forgets all cards.
  mutating func removeAll() {
    ids.removeAll()
    campaigns.removeAll()
    (isFull, cards, living) = (false, 0, 0)
  }
}
