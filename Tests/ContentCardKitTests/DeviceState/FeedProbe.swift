import CardProcessing
import CardJSON
import ContentCardKit
import Testing

/// A feed that is given cards as JSON text.
final class FeedProbe {
  private var feed: DeviceFeed
  private let options: CardDecoder.Options
  private var line = TextPosition()

  /// An empty feed of a device that has this history.
  init(now: Int64 = CardProbe.now, history: DeviceHistory? = nil) {
    feed = DeviceFeed(now: now)
    var options = CardDecoder.Options()
    options.history = history
    self.options = options
  }

  /// Hands over cards that stand for themselves, or that of the response that has begun.
  func take(_ cards: String...) throws {
    for json in cards {
      try CardProbe.read(json, options: options) { card in
        let id = try #require(card.text(.id))
        var text = ByteBuffer()
        id.appendText(to: &text)
        let origin = CardOrigin(input: 0, position: line)
        feed.take(SentCard(card), id: text.view, bytes: card.raw, from: origin)
      }
      var end = ByteBuffer()
      end.append("\n")
      line.advance(over: end.view)
    }
  }

  func begin(user: String? = nil) {
    feed.beginResponse()
    guard let user else { return }
    let text = ByteBuffer(user.utf8)
    feed.note(user: text.view)
  }

  func end(isFull: Bool = false, time: Int64? = nil) -> DeviceFeed.Outcome {
    if let time { feed.note(time: time) }
    feed.note(isFull: isFull)
    return feed.endResponse()
  }

  func fail() { feed.noteFailure() }

  func cutOff() -> DeviceFeed.Outcome { feed.cutOffResponse() }

  /// The bytes of the cards that are held.
  func printed() -> [String] {
    var reader = HeldCardReader(options)
    var lines: [String] = []
    for held in takeCards() { lines.append(reader.card(held)?.raw.text ?? "no card") }
    return lines
  }

  /// The lines of the input that the held cards' newest copies stand on.
  func lines() -> [Int] { takeCards().map(\.origin.position.line) }

  private func takeCards() -> [HeldCard] {
    var taken = DeviceFeed(now: 0)
    swap(&taken, &feed)
    return taken.cards()
  }
}
