import CardProcessing
import CardJSON
import ContentCardKit
import Testing

/// A feed that receives cards as JSON text.
final class FeedProbe {
  private var feed: DeviceFeed
  private let options: CardDecoder.Options
  private var line = TextPosition()
  /// The current response.
  private var response: SyncResponse?

  /// An empty feed of a device that has this history and this current user.
  init(now: Int64 = CardProbe.now, user: String? = nil, history: DeviceHistory? = nil) {
    feed = DeviceFeed(now: now, user: user)
    var options = CardDecoder.Options()
    options.history = history
    self.options = options
  }

  /// Adds cards to the current response; without one, merges each separately.
  ///
  /// - Returns: the decisions about cards that were merged.
  @discardableResult
  func take(_ cards: String...) throws -> [FeedDecision.Action] {
    var actions: [FeedDecision.Action] = []
    for json in cards {
      try CardProbe.read(json, options: options) { card in
        let id = try #require(card.text(.id))
        var text = ByteBuffer()
        id.appendText(to: &text)
        feed.add(IncomingCard(card), id: text.view, bytes: card.raw, from: origin)
      }
      if response == nil { actions += feed.merge(SyncResponse(at: origin)).decisions.map(\.action) }
      var end = ByteBuffer()
      end.append("\n")
      line.advance(over: end.view)
    }
    return actions
  }

  private var origin: CardOrigin { CardOrigin(input: 0, position: line) }

  func begin(user: String? = nil) {
    response = SyncResponse(at: origin)
    if let user { response?.add(.user(user), at: origin) }
  }

  @discardableResult
  func end(isFull: Bool = false, time: Int64? = nil, isComplete: Bool = true) -> MergedResponse {
    var ended = response ?? SyncResponse(at: origin)
    response = nil
    if let time { ended.add(.lastFullSync(time), at: origin) }
    ended.add(.isFull(isFull), at: origin)
    ended.isComplete = isComplete
    return feed.merge(ended)
  }

  /// Takes an event or a fact; returns the ids' numbers whose cards left the feed.
  @discardableResult
  func take(_ evidence: DeviceEvidence, at requestTime: Int64? = nil) -> [Int] {
    feed.take(evidence, requestTime: requestTime, from: origin)?.departures.map(\.number) ?? []
  }

  func fail() { response?.hasFailed = true }

  /// The reason for the state of each id, in the order of their first copies.
  var standing: [FeedDecision.Action] { feed.standing }

  /// The bytes of the cached cards.
  func printed() -> [String] {
    var reader = CachedCardReader(options)
    var lines: [String] = []
    for cached in takeCards() { lines.append(reader.card(cached)?.raw.text ?? "no card") }
    return lines
  }

  /// The lines of the input that the cached cards' newest copies are on.
  func lines() -> [Int] { takeCards().map(\.origin.position.line) }

  private func takeCards() -> [CachedCard] {
    var taken = DeviceFeed(now: 0)
    swap(&taken, &feed)
    return taken.cards()
  }
}
