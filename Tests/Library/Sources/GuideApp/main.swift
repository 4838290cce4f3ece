import ContentCardKit
import ContentCardKitAsync

// The implementation guide's steps, one after the other; only the names of the old SDK differ.

// Custom objects. The guide's initialiser picks what the object needs from the metadata.
struct CustomObject: ContentCardable {
  let contentCardData: ContentCardData?
  let title: String
  let image: String

  init(contentCardData: ContentCardData? = nil, title: String, image: String) {
    self.contentCardData = contentCardData
    self.title = title
    self.image = image
  }

  init?(metaData: [ContentCardKey: Any], classType contentCardClassType: ContentCardClassType) {
    guard let idString = metaData[.idString] as? String,
      let createdAt = metaData[.created] as? Double,
      let isDismissible = metaData[.dismissible] as? Bool,
      let extras = metaData[.extras] as? [AnyHashable: Any],
      let title = extras["tile_title"] as? String,
      let image = extras[ContentCardKey.tileImage.rawValue] as? String
    else { return nil }

    let contentCardData = ContentCardData(
      contentCardId: idString, contentCardClassType: contentCardClassType, createdAt: createdAt,
      isDismissible: isDismissible)
    self.init(contentCardData: contentCardData, title: title, image: image)
  }
}

// Class types, grouped.
func screen(of classType: ContentCardClassType) -> String {
  switch classType {
  case .item(.tile), .item(.group): "home"
  case .message(.fullPage), .message(.webView): "message center"
  case .coupon: "checkout"
  case .ad: "banner"
  case .custom(let name): name
  case .none: "nowhere"
  }
}

// The manager: takes the update, and logs by id.
final class BrazeManager: ContentCardEventSink {
  private var factory = ContentCardFactory()
  private(set) var log: [String] = []

  init() { factory.register(CustomObject.self, for: "home_tile") }

  func contentCardsUpdated(
    _ response: String, for classTypes: [ContentCardClassType]
  ) -> [any ContentCardable] {
    factory.handleContentCardsUpdated(ContentCardFeed(response), for: classTypes)
  }

  func contentCardable(
    with metaData: [ContentCardKey: Any], for classType: ContentCardClassType
  ) -> (any ContentCardable)? {
    factory.contentCardable(with: metaData, for: classType)
  }

  func record(_ event: ContentCardEvent, of card: ContentCardData) {
    log.append("\(card.isControl ? "control " : "")\(event.rawValue) \(card.contentCardId)")
  }
}

let response = """
  {"cards":[
    {"id":"t-1","tp":"short_news","ca":1795165200,"tt":"T","ds":"D","db":true,
     "e":{"class_type":"Home_Tile","tile_title":"Coffee","tile_image":"https://example.com/a.png"}},
    {"id":"c-1","tp":"short_news","ca":1795165300,"tt":"C","ds":"D",
     "e":{"class_type":"coupon_code","discount_percentage":"15"}},
    {"id":"m-1","tp":"short_news","ca":1795165400,"tt":"M","ds":"D","u":"https://example.com/m",
     "e":{"class_type":"message_webview","message_header":"News"}},
    {"id":"x-1","tp":"control","ca":1795165500,"e":{"class_type":"ad_banner"}},
    {"id":"t-2","tp":"short_news","ca":1795165600,"tt":"T","ds":"D","e":{"class_type":"home_tile"}}
  ],"message":"success"}
  """

// The hybrid list: cards and the app's own items.
let manager = BrazeManager()
let cards = manager.contentCardsUpdated(response, for: [.item(.tile), .item(.group)])
let local: [any ContentCardable] = [
  CustomObject(title: "Tea", image: "tea"), Group(title: "Today", style: .headline),
]
for item in cards + local {
  switch item {
  case let tile as CustomObject: print(tile.isContentCard ? "card" : "own", tile.title)
  case let group as Group: print("group", group.title ?? "")
  default: print("other")
  }
  item.logContentCardImpression(to: manager)
}

// The message center, the coupon, the control card.
for object in manager.contentCardsUpdated(response, for: [.message(.webView), .coupon, .ad]) {
  let place = object.contentCardData.map { screen(of: $0.contentCardClassType) } ?? "own"
  switch object {
  case let message as WebViewMessage:
    if case .url(let url)? = message.content { print(place, message.messageHeader ?? "", url) }
    message.logContentCardClicked(to: manager)
    message.logContentCardDismissed(to: manager)
  case let coupon as Coupon: print(place, "\(coupon.discountPercentage.doubleValue) % off")
  case let ad as Ad: ad.logContentCardImpression(to: manager)
  default: print("other")
  }
}
print(manager.log.joined(separator: ", "))

// The factory alone.
let metaData: [ContentCardKey: Any] = [
  .idString: "id", .created: 1_795_165_200.0, .dismissible: true,
  .extras: ["tile_title": "Cake", "tile_image": "cake"],
]
let object = manager.contentCardable(with: metaData, for: .item(.tile)) as? CustomObject
print(object?.title ?? "none", ContentCardClassType(rawType: "COUPON_CODE") == .coupon)

// Bytes as they come.
let chunks = AsyncStream<[UInt8]> { continuation in
  for piece in response.utf8.split(separator: 0x0A) { continuation.yield(Array(piece) + [0x0A]) }
  continuation.finish()
}
for try await converted in ContentCardFactory().contentCards(
  in: chunks, for: [.coupon, .item(.tile)])
{
  switch converted {
  case .object(let object): print("object", object.contentCardData?.contentCardId ?? "")
  case .failure(let failure): print("no object:", failure)
  }
}
