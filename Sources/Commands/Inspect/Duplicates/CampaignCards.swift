import CardJSON
import ContentCards

/// Cards by the campaign and the variation that their ids name.
struct CampaignCards: ~Copyable {
  /// One card; its texts stand in the buffer.
  struct Entry: BitwiseCopyable {
    /// Epoch milliseconds; nil when the card does not say.
    let created: Int64?
    fileprivate let start: Int
    /// How long campaign, variation and id are; a variation of -1 is none.
    fileprivate let campaignLength: Int
    fileprivate let variationLength: Int
    fileprivate let end: Int
  }

  private(set) var entries: [Entry] = []
  /// Cards whose id names no campaign.
  private(set) var withoutCampaign = 0
  private var text = ByteBuffer()
  private var scratch = ByteBuffer()

  /// Adds a card.
  mutating func append(_ card: Card) {
    guard let composite = card.compositeID(using: &scratch), let id = card.text(.id) else {
      withoutCampaign += 1
      return
    }
    let start = text.count
    text.append(composite.campaign)
    let campaignLength = composite.campaign.count
    let variationLength = composite.variation?.count ?? -1
    if let variation = composite.variation { text.append(variation) }
    id.appendText(to: &text)
    entries.append(
      Entry(
        created: card.time(.created)?.milliseconds, start: start,
        campaignLength: campaignLength, variationLength: variationLength, end: text.count))
  }

  /// The texts of an entry.
  func texts(of entry: Entry) -> (campaign: ByteView, variation: ByteView?, id: ByteView) {
    let campaignEnd = entry.start + entry.campaignLength
    let variationEnd = campaignEnd + max(entry.variationLength, 0)
    let variation = entry.variationLength < 0 ? nil : text.view.slice(campaignEnd..<variationEnd)
    return (
      text.view.slice(entry.start..<campaignEnd), variation,
      text.view.slice(variationEnd..<entry.end)
    )
  }

  /// Appends the bytes that are the same for all cards of one campaign and variation: both with a
  /// blank between them, which neither can hold.
  func appendKey(of entry: Entry, to key: inout ByteBuffer) {
    let texts = texts(of: entry)
    key.append(texts.campaign)
    guard let variation = texts.variation else { return }
    key.append(UInt8(ascii: " "))
    key.append(variation)
  }

  /// Forgets all cards.
  mutating func removeAll() {
    withoutCampaign = 0
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    text.removeAll()
  }
}

/// Notes the campaign of each card.
struct CampaignProcessor: CardProcessor, ~Copyable {
  mutating func process(_ card: Card, at offset: Int, into batch: inout Batch) {
    batch.inspected.sendings.append(card)
  }
}
