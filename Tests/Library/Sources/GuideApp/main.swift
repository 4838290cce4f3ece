// swift-format-ignore-file: NeverForceUnwrap

import ContentCardKit
import ContentCardKitAsync
import SDKStub

// The steps of the guide, one after the other.

let tile = SDKClassicContentCard(
  "t-1", dismissible: true,
  extras: [
    "class_type": "Home_Tile", "tile_id": "7", "tile_title": "Coffee", "tile_price": "2.50",
    "tile_image": "https://example.com/a.png", "tile_tags": "hot, black",
  ])
let coupon = SDKCaptionedImageContentCard(
  "c-1", extras: ["class_type": "coupon_code", "discount_percentage": "15"])
let message = SDKClassicContentCard(
  "m-1", extras: ["class_type": "message_webview", "message_header": "News"])
let control = SDKContentCard("x-1", extras: ["class_type": "ad_banner"])
BrazeManager.shared.contentCards = [tile, coupon, message, control]

// Supplemental content: cards next to the items of the app.
let contentCards = BrazeManager.shared.handleContentCardsUpdated(
  isSuccessful: true, for: [.item(.tile), .ad])
for case let tile as Tile in contentCards {
  print(tile.isContentCard, tile.id, tile.title, tile.price, tile.tags)
}
print(contentCards.contains { $0 is Ad })

// The message center: the class type selects the screen.
func screen(for message: Message) -> String {
  switch message.contentCardData?.contentCardClassType {
  case .message(.fullPage):
    return "page \((message as! FullPageMessage).messageHeader)"
  case .message(.webView):
    return "web view \((message as! WebViewMessage).messageHeader)"
  default:
    return "nothing"
  }
}
for case let message as Message in BrazeManager.shared.handleContentCardsUpdated(
  isSuccessful: true, for: [.message(.fullPage), .message(.webView)])
{
  print(screen(for: message))
}

// Interactive cards: only one class type.
@MainActor func showCoupons() {
  guard
    let contentCards = BrazeManager.shared.handleContentCardsUpdated(
      isSuccessful: true, for: [.coupon]) as? [Coupon], !contentCards.isEmpty
  else { return print("no coupons") }
  for coupon in contentCards { print("\(coupon.discountPercentage) % off") }
  contentCards.first?.logContentCardImpression()
  contentCards.first?.logContentCardClicked()
  contentCards.first?.logContentCardDismissed()
}
showCoupons()
print(coupon.log.joined(separator: ", "))
print(
  BrazeManager.shared.handleContentCardsUpdated(isSuccessful: false, for: [.coupon]).isEmpty)

// The same code over the cards of the library.
let response = """
  {"cards":[
    {"id":"t-2","tp":"short_news","ca":1795165200,"tt":"T","ds":"D","db":true,
     "e":{"class_type":"Home_Tile","tile_id":"8","tile_title":"Tea","tile_price":"1.20",
     "tile_image":"https://example.com/b.png"}},
    {"id":"c-2","tp":"short_news","ca":1795165300,"tt":"C","ds":"D",
     "e":{"class_type":"coupon_code","discount_percentage":"20"}},
    {"id":"l-1","tp":"short_news","ca":1795165300,"e":{"class_type":"Loyalty"}},
    {"id":"x-2","tp":"control","ca":1795165500,"e":{"class_type":"ad_banner"}}
  ],"message":"success"}
  """
let feed = ContentCardFeed(response)
for object in BrazeManager.shared.convertContentCards(feed.cards, for: [.item(.tile), .coupon]) {
  print(type(of: object), object.contentCardData?.contentCardId ?? "")
}

// The library's own conversion: an app's `Coupon` is registered, and the built-in one stays apart.
var factory = ContentCardFactory()
factory.register(Coupon.self, for: "coupon_code")
let coupons = factory.handleContentCardsUpdated(feed, for: [.coupon]) as? [Coupon]
print(coupons?.count ?? 0)
let conversion = factory.convert(feed, for: [.coupon, .item(.tile), .custom("cupon_code")])
print(conversion.objects.count, conversion.unknownClassTypes, conversion.unknownRequests)
for json in [#"{"message":"error","cards":[]}"#, "<html>", #"{"cards":[],"message":"success"}"#] {
  _ = factory.handleContentCardsUpdated(ContentCardFeed(json)) { print("empty:", $0) }
}

// Bytes as they come.
let chunks = AsyncStream<[UInt8]> { continuation in
  for piece in response.utf8.split(separator: 0x0A) { continuation.yield(Array(piece) + [0x0A]) }
  continuation.finish()
}
for try await conversion in factory.conversions(of: chunks, for: [.coupon, .ad]) {
  for object in conversion.objects { print("object", object.contentCardData?.isControl ?? false) }
}
