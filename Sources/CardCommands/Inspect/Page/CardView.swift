import CardProcessing
import CardJSON
import ContentCardKit

/// One card with all that the page says about it; a loan like the card.
struct CardView {
  let card: Card
  /// What the card becomes; nil when it becomes nothing.
  let object: CardObject?
  /// Why the card becomes no object.
  let reason: String?
  /// The card's place on the page, from 1.
  let number: Int
  let kept: PreviewCards.KeptCard
  let settings: CardListSettings

  /// Why users do not see the card though it is there; nil when they do.
  var absence: StaticString? {
    if card.flag(.removed) { return "Removed by the server: no longer shown." }
    if card.isControl { return "Control card: users see nothing, and its impression is logged." }
    if card.flag(.dismissed) { return "Dismissed by the user: no longer shown." }
    if card.isExpired(at: settings.now) { return "Expired: no longer shown." }
    return nil
  }

  /// Whether the card has anything to be seen.
  var hasContent: Bool {
    card.text(.title) != nil || card.text(.description) != nil || card.text(.image) != nil
  }

  /// The picture with the given proportions.
  func picture(_ address: CardText?, _ size: PictureSize) -> Picture {
    Picture(
      address: address, alternative: card.text(.imageAlt), size: size,
      loadsImages: settings.loadsImages)
  }
}

/// The object that a card became, read from the JSON that `convert` prints; a loan of it.
struct CardObject {
  let document: JSONDocument
  /// The object's name, such as `Coupon`.
  let name: String
  let place: PreviewPlace

  /// Members of every object that are none of its properties.
  static let headKeys: [StaticString] = ["contentCardData", "object"]

  /// The text of a property; nil without one, and for objects and arrays.
  func text(_ key: StaticString) -> CardText? { document.plainText(key, of: 0) }
}

extension JSONDocument {
  /// The text of a member that is a string with something in it, a number, true or false.
  func plainText(_ key: StaticString, of node: Int) -> CardText? {
    guard let value = member(ByteView(key), of: node) else { return nil }
    return plainText(value)
  }

  /// The text of a value that is a string with something in it, a number, true or false.
  func plainText(_ value: Int) -> CardText? {
    switch kind(value) {
    case .string, .number, .true, .false:
      let text = CardText(value, of: self)
      return text.content.count > 0 ? text : nil
    case .object, .array, .null, .end: return nil
    }
  }
}

extension Card {
  /// The name of the card's type; `none` for a removed card that does not say it.
  var typeName: StaticString { type?.name ?? "none" }
}

/// Where in an app a card's object is shown; the views of the page beside the feed.
enum PreviewPlace: String, CaseIterable {
  /// The message center.
  case messages
  /// Coupons.
  case offers
  /// Tiles, groups and ads beside local items.
  case home
  /// Objects that only the team's registry knows.
  case objects

  /// The place of an object, by the name the registry gives it.
  init(object: String) {
    self =
      switch object {
      case "FullPageMessage", "WebViewMessage": .messages
      case "Coupon": .offers
      case "Tile", "Group", "Ad": .home
      default: .objects
      }
  }

  /// The name of the view.
  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// What the view shows.
  var summary: StaticString {
    switch self {
    case .messages: "The message center: each message opens as a full page or a web view."
    case .offers: "Coupons, as an app offers them."
    case .home: "Tiles, groups and ads, and the local items beside them."
    case .objects: "Objects of your own registry, property by property."
    }
  }
}
