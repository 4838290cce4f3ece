import ContentCardKit
import Foundation

// Custom objects: each has the guide's initializer. The names are those of the built-in objects,
// which are in a namespace.

struct Tile {
  let contentCardData: ContentCardData?
  let id: Int
  let title: String
  let price: Decimal
  let tags: [String]
  let imageUrl: String
}

extension Tile: ContentCardable {
  init?(metaData: [ContentCardKey: Any], classType contentCardClassType: ContentCardClassType) {
    guard let idString = metaData[.idString] as? String,
      let createdAt = metaData[.created] as? Double,
      let isDismissable = metaData[.dismissable] as? Bool,
      let extras = metaData[.extras] as? [AnyHashable: Any],
      let tileIdString = extras["tile_id"] as? String,
      let tileId = Int(tileIdString),
      let title = extras["tile_title"] as? String,
      let priceString = extras["tile_price"] as? String,
      let price = Decimal(string: priceString),
      let imageUrl = extras["tile_image"] as? String
    else { return nil }

    let tags = extras[ContentCardKey.tags.rawValue] as? String ?? ""
    let contentCardData = ContentCardData(
      contentCardId: idString, contentCardClassType: contentCardClassType, createdAt: createdAt,
      isDismissable: isDismissable)
    self.init(
      contentCardData: contentCardData, id: tileId, title: title, price: price,
      tags: tags.components(separatedBy: ", "), imageUrl: imageUrl)
  }
}

struct Coupon: ContentCardable {
  let contentCardData: ContentCardData?
  let discountPercentage: Decimal
  let imageUrl: String?

  init?(metaData: [ContentCardKey: Any], classType contentCardClassType: ContentCardClassType) {
    guard let idString = metaData[.idString] as? String,
      let createdAt = metaData[.created] as? Double,
      let isDismissible = metaData[.dismissible] as? Bool,
      let extras = metaData[.extras] as? [AnyHashable: Any],
      let percentage = extras[ContentCardKey.discountPercentage.rawValue] as? String,
      let discountPercentage = Decimal(string: percentage)
    else { return nil }
    contentCardData = ContentCardData(
      contentCardId: idString, contentCardClassType: contentCardClassType, createdAt: createdAt,
      isDismissible: isDismissible)
    self.discountPercentage = discountPercentage
    imageUrl = metaData[.image] as? String
  }
}

class Message: ContentCardable, @unchecked Sendable {
  let contentCardData: ContentCardData?
  let messageHeader: String

  required init?(
    metaData: [ContentCardKey: Any], classType contentCardClassType: ContentCardClassType
  ) {
    guard let data = ContentCardData(metaData: metaData, classType: contentCardClassType),
      let extras = metaData[.extras] as? [AnyHashable: Any],
      let header = extras[ContentCardKey.messageHeader.rawValue] as? String
    else { return nil }
    contentCardData = data
    messageHeader = header
  }
}

final class FullPageMessage: Message, @unchecked Sendable {}
final class WebViewMessage: Message, @unchecked Sendable {}

struct Ad: ContentCardable {
  let contentCardData: ContentCardData?
  let imageUrl: String?

  init?(metaData: [ContentCardKey: Any], classType contentCardClassType: ContentCardClassType) {
    contentCardData = ContentCardData(metaData: metaData, classType: contentCardClassType)
    imageUrl = metaData[.image] as? String
  }
}
