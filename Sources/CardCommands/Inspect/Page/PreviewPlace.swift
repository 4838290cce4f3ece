@_spi(CardTool) import ContentCards

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
  var title: StaticString {
    switch self {
    case .messages: "Messages"
    case .offers: "Offers"
    case .home: "Home"
    case .objects: "Objects"
    }
  }

  /// What the view shows.
  var summary: StaticString {
    switch self {
    case .messages: "The message center: each message opens as a full page or a web view."
    case .offers: "Coupons, as an app offers them."
    case .home: "Tiles, groups and ads, and the local items beside them."
    case .objects: "Objects of your own registry, property by property."
    }
  }

  /// The value of `data-place` and of the view's control.
  var word: StaticString {
    switch self {
    case .messages: "messages"
    case .offers: "offers"
    case .home: "home"
    case .objects: "objects"
    }
  }
}
