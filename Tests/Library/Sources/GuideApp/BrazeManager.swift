import ContentCardKit
import SDKStub

// The guide's helper file: the only one that knows the SDK.
@MainActor
final class BrazeManager {
  static let shared = BrazeManager()

  var contentCards: [SDKContentCard]?

  /// The update handler: the notification says whether the update succeeded.
  func handleContentCardsUpdated(
    isSuccessful updateIsSuccessful: Bool, for classTypes: [ContentCardClassType]
  ) -> [ContentCardable] {
    guard updateIsSuccessful, let cards = contentCards else { return [] }
    return convertContentCards(cards, for: classTypes)
  }

  func convertContentCards(
    _ cards: [SDKContentCard], for classTypes: [ContentCardClassType]
  ) -> [ContentCardable] {
    var contentCardables: [ContentCardable] = []
    for card in cards {
      let classTypeString = card.extras?[ContentCardKey.classType.rawValue] as? String
      let classType = ContentCardClassType(rawType: classTypeString)
      guard classTypes.contains(classType) else { continue }

      var metaData: [ContentCardKey: Any] = [:]
      switch card {
      case let banner as SDKBannerContentCard:
        metaData[.image] = banner.image
      case let captioned as SDKCaptionedImageContentCard:
        metaData[.title] = captioned.title
        metaData[.cardDescription] = captioned.cardDescription
        metaData[.image] = captioned.image
      case let classic as SDKClassicContentCard:
        metaData[.title] = classic.title
        metaData[.cardDescription] = classic.cardDescription
        metaData[.image] = classic.image
      default: break
      }
      metaData[.idString] = card.idString
      metaData[.created] = card.created
      metaData[.dismissible] = card.dismissible
      metaData[.urlString] = card.urlString
      metaData[.extras] = card.extras

      if let contentCardable = contentCardable(with: metaData, for: classType) {
        contentCardables.append(contentCardable)
      }
    }
    return contentCardables
  }

  /// The same loop over the cards of the library.
  func convertContentCards(
    _ cards: [ContentCard], for classTypes: [ContentCardClassType]
  ) -> [ContentCardable] {
    cards.compactMap { card in
      let classTypeString = card.extras?[ContentCardKey.classType.rawValue] as? String
      let classType = ContentCardClassType(rawType: classTypeString)
      guard classTypes.contains(classType) else { return nil }
      var metaData: [ContentCardKey: Any] = [:]
      metaData[.idString] = card.id
      metaData[.created] = card.created
      metaData[.dismissible] = card.isDismissible
      metaData[.title] = card.title
      metaData[.extras] = card.extras
      return contentCardable(with: metaData, for: classType)
    }
  }

  func contentCardable(
    with metaData: [ContentCardKey: Any], for classType: ContentCardClassType
  ) -> ContentCardable? {
    switch classType {
    case .coupon: return Coupon(metaData: metaData, classType: classType)
    case .item(.tile): return Tile(metaData: metaData, classType: classType)
    case .message(.fullPage): return FullPageMessage(metaData: metaData, classType: classType)
    case .message(.webView): return WebViewMessage(metaData: metaData, classType: classType)
    case .ad: return Ad(metaData: metaData, classType: classType)
    default: return nil
    }
  }

  func logContentCardImpression(idString: String?) {
    guard let contentCard = getContentCard(forString: idString) else { return }
    contentCard.logContentCardImpression()
  }

  func logContentCardClicked(idString: String?) {
    guard let contentCard = getContentCard(forString: idString) else { return }
    contentCard.logContentCardClicked()
  }

  func logContentCardDismissed(idString: String?) {
    guard let contentCard = getContentCard(forString: idString) else { return }
    contentCard.logContentCardDismissed()
  }

  private func getContentCard(forString idString: String?) -> SDKContentCard? {
    contentCards?.first(where: { $0.idString == idString })
  }
}

extension ContentCardable {
  @MainActor func logContentCardClicked() {
    BrazeManager.shared.logContentCardClicked(idString: contentCardData?.contentCardId)
  }

  @MainActor func logContentCardDismissed() {
    BrazeManager.shared.logContentCardDismissed(idString: contentCardData?.contentCardId)
  }

  @MainActor func logContentCardImpression() {
    BrazeManager.shared.logContentCardImpression(idString: contentCardData?.contentCardId)
  }
}
