import CardProcessing
import CardJSON
import ContentCardKit

/// The cards of a block by the campaign that their ids name, and between them where arrays and
/// envelopes begin and end.
struct CampaignCards: ~Copyable {
  /// One card, whose strings are in the buffer.
  struct Entry: BitwiseCopyable {
    /// Epoch milliseconds; nil when the card does not say.
    let created: Int64?
    /// Whether the card is in an array.
    let isElement: Bool
    fileprivate let start: Int
    /// Where the campaign ends and the id begins.
    fileprivate let campaignEnd: Int
    fileprivate let end: Int
  }

  /// The contents of the block, in order.
  enum Event {
    case card(Entry)
    /// A card whose id names no campaign.
    case cardWithoutCampaign
    /// An array or an envelope begins, here in the input.
    case begin(offset: Int)
    /// The envelope is for the user whose name is in the buffer.
    case user(Range<Int>)
    case end
  }

  private(set) var events: [Event] = []
  private var text = ByteBuffer()
  private var scratch = ByteBuffer()

  /// Adds a card.
  mutating func append(_ card: Card, isElement: Bool) {
    guard let composite = card.compositeID(using: &scratch), let id = card.text(.id) else {
      return events.append(.cardWithoutCampaign)
    }
    let start = text.count
    text.append(composite.campaign)
    let campaignEnd = text.count
    id.appendText(to: &text)
    events.append(
      .card(
        Entry(
          created: card.time(.created)?.milliseconds, isElement: isElement, start: start,
          campaignEnd: campaignEnd, end: text.count)))
  }

  /// Adds what an array or an envelope says.
  mutating func append(_ event: ContainerEvent) {
    switch event {
    case .array(let offset), .envelope(let offset): events.append(.begin(offset: offset))
    case .member(let key, let value?, _):
      guard case .user(let user)? = ResponseMember(key: key, value.document, value.node) else {
        return
      }
      let start = text.count
      text.append(user)
      events.append(.user(start..<text.count))
    case .member(_, nil, _), .inside: break
    case .end: events.append(.end)
    }
  }

  /// A text of the buffer.
  func text(_ range: Range<Int>) -> ByteView { text.view.slice(range) }

  /// The id that the event with this number tells; nil where it tells none.
  func id(_ number: Int) -> ByteView? {
    guard case .card(let entry) = events[number] else { return nil }
    return text(entry.campaignEnd..<entry.end)
  }

  /// The strings of an entry.
  func texts(of entry: Entry) -> (campaign: ByteView, id: ByteView) {
    (text(entry.start..<entry.campaignEnd), text(entry.campaignEnd..<entry.end))
  }

  /// Forgets all cards.
  mutating func removeAll() {
    guard !events.isEmpty else { return }
    events.removeAll(keepingCapacity: true)
    text.removeAll()
  }
}

/// Notes the campaign of each card.
struct CampaignProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var sendings: HeldContent<CampaignCards> { batch.content() }

  static func makeContent() -> BatchContent { HeldContent(CampaignCards()) { $0.removeAll() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    sendings.value.append(card, isElement: place.element != nil)
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    sendings.value.append(event)
  }
}
