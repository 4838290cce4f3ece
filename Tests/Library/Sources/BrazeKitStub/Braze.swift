// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The part of BrazeKit's public API that the bridge needs.

public final class Braze {
  public let contentCards = ContentCards()

  public init() {}

  public final class ContentCards {
    private var updates: [([ContentCard]) -> Void] = []
    public private(set) var cards: [ContentCard] = []

    public func subscribeToUpdates(_ update: @escaping ([ContentCard]) -> Void) -> Cancellable {
      updates.append(update)
      return Cancellable()
    }

    /// Passes cards on, as the SDK does when the server sends them.
    public func receive(_ cards: [ContentCard]) {
      self.cards = cards
      for update in updates { update(cards) }
    }
  }

  public final class Cancellable {}

  public struct ContentCard {
    public let id: String
    public let context: Context?
    private let text: String

    public init(id: String, json: String) {
      self.id = id
      text = json
      context = Context()
    }

    public func json() -> Data? { Data(text.utf8) }

    public final class Context {
      public private(set) var log: [String] = []
      public func logImpression() { log.append("impression") }
      public func logClick() { log.append("click") }
      public func logDismissed() { log.append("dismissal") }
    }
  }
}
