import BrazeKitStub  // in an app: import BrazeKit
import ContentCardKit
import ContentCardKitFoundation
import Foundation

/// The app's cards, and the bridge to the SDK.
@MainActor
final class CardStore {
  private(set) var feed = ContentCardFeed(cards: [])
  private(set) var conversion = Conversion()
  private let braze: Braze
  private let factory = ContentCardFactory(Offer.self)
  private var subscription: Braze.Cancellable?

  init(_ braze: Braze) {
    self.braze = braze
    subscription = braze.contentCards.subscribeToUpdates { [weak self] cards in
      MainActor.assumeIsolated { self?.update(cards) }
    }
  }

  /// Cards in: each card of the SDK as one line of JSON.
  func update(_ cards: [Braze.ContentCard]) {
    let lines = Data(cards.compactMap { $0.json() }.joined(separator: [0x0A]))
    feed = ContentCardFeed(lines)
    conversion = factory.convert(feed)
  }

  /// Saves the feed for the next launch.
  func save(to url: URL) throws { try feed.write(to: url) }
}

/// Events out: the SDK logs by the card's id.
extension CardStore: ContentCardEventSink {
  nonisolated func record(_ event: ContentCardEvent, of card: ContentCardData) {
    MainActor.assumeIsolated {
      let context = braze.contentCards.cards.first { $0.id == card.contentCardId }?.context
      switch event {
      case .impression: context?.logImpression()
      case .click: context?.logClick()
      case .dismissal: context?.logDismissed()
      }
    }
  }
}

/// An object of the app: one declaration for the app and for `cardctl --classes`.
struct Offer: ContentCardObject {
  enum Tier: String, CaseIterable, PropertyValue { case gold, silver }

  static let points = Property<Int>(
    "points", from: .extra("points"), minimum: 0, maximum: 100, isRequired: true)
  static let tier = Property<Tier>("tier", from: .extra("tier"), default: .silver, invalid: .fails)
  static let image = Property<URL>("imageUrl", from: .image)
  static let until = Property<Date>("until", from: .expiresAt)
  static let contentCardClass = ContentCardClass(
    "loyalty_card", object: "Offer", properties: points, tier, image, until)

  let contentCardData: ContentCardData?
  let points: Int
  let tier: Tier
  let image: URL?
  let until: Date?

  init(_ properties: ContentCardProperties) throws(ConversionFailure) {
    contentCardData = properties.contentCardData
    points = try properties.required(Self.points)
    tier = try properties.required(Self.tier)
    image = properties[Self.image]
    until = properties[Self.until]
  }
}
