import CardJSON

@testable import CardProcessing
@testable import ContentCardKit

typealias Ad = ContentCardObjects.Ad
typealias Coupon = ContentCardObjects.Coupon
typealias FullPageMessage = ContentCardObjects.FullPageMessage
typealias Group = ContentCardObjects.Group
typealias Tile = ContentCardObjects.Tile
typealias WebViewMessage = ContentCardObjects.WebViewMessage

/// Prints objects of the guide's types as the registry's conversion prints them.
enum ObjectText {
  static func json(_ object: any ContentCardable) -> String {
    guard let data = object.contentCardData else { return "no data" }
    let properties: [(String, String?)] =
      switch object {
      case let coupon as Coupon:
        [
          ("object", quoted("Coupon")), ("discountPercentage", coupon.discountPercentage.spelling),
          ("imageUrl", quoted(coupon.imageUrl)),
        ]
      case let tile as Tile:
        [
          ("object", quoted("Tile")), ("title", quoted(tile.title)),
          ("imageUrl", quoted(tile.imageUrl)), ("tileId", quoted(tile.tileId)),
          ("deeplink", quoted(tile.deeplink)), ("price", tile.price?.spelling),
          ("detail", quoted(tile.detail)),
          ("tags", tile.tags.map(list)),
        ]
      case let group as Group:
        [
          ("object", quoted("Group")), ("title", quoted(group.title)),
          ("imageUrl", quoted(group.imageUrl)), ("clickUrl", quoted(group.clickUrl)),
          ("style", quoted(group.style?.rawValue)),
        ]
      case let page as FullPageMessage:
        [
          ("object", quoted("FullPageMessage")), ("messageHeader", quoted(page.messageHeader)),
          ("messageTitle", quoted(page.messageTitle)), ("imageUrl", quoted(page.imageUrl)),
          ("cardTitle", quoted(page.cardTitle)),
          ("cardDescription", quoted(page.cardDescription)),
          ("destination", quoted(page.destination)),
        ]
      case let view as WebViewMessage:
        [
          ("object", quoted("WebViewMessage")), ("content", view.content.map(content)),
          ("messageHeader", quoted(view.messageHeader)),
          ("messageTitle", quoted(view.messageTitle)), ("imageUrl", quoted(view.imageUrl)),
          ("cardDescription", quoted(view.cardDescription)),
          ("destination", quoted(view.destination)),
        ]
      case let ad as Ad: [("object", quoted("Ad")), ("imageUrl", quoted(ad.imageUrl))]
      default: [("object", "unknown")]
      }
    return members([("contentCardData", head(data))] + properties)
  }

  private static func head(_ data: ContentCardData) -> String {
    members([
      ("contentCardId", quoted(data.contentCardId)),
      ("contentCardClassType", quoted(data.contentCardClassType.rawType)),
      ("createdAt", "\(data.createdAt)"), ("expiresAt", data.expiresAt.map { "\($0)" }),
      ("isDismissible", "\(data.isDismissible)"), ("isPinned", "\(data.isPinned)"),
      ("isControl", "\(data.isControl)"), ("isViewed", "\(data.isViewed)"),
      ("isClicked", "\(data.isClicked)"), ("isTest", "\(data.isTest)"),
    ])
  }

  private static func content(_ content: WebViewMessage.Content) -> String {
    let (kind, value) =
      switch content {
      case .url(let text): ("url", text)
      case .html(let text): ("html", text)
      case .contentBlock(let text): ("contentBlock", text)
      }
    return choice(quoted(kind), quoted(value))
  }

  private static func members(_ members: [(String, String?)]) -> String {
    let written = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(written.joined(separator: ","))}"
  }

  /// The object of any class, with properties of any type.
  static func json(_ object: RegistryObject, _ definition: ContentCardClass) -> String {
    guard let data = object.contentCardData else { return "no data" }
    return members(
      [("contentCardData", head(data)), ("object", quoted(object.object))]
        + definition.properties.map { property in
          (property.name, object.values[property.name].map(json))
        })
  }

  private static func json(_ value: ContentCardValue) -> String {
    var json = JSONWriter()
    json.add(nil, value)
    return json.text.read(\.text)
  }

  private static func choice(_ kind: String?, _ value: String?) -> String {
    members([("kind", kind), ("value", value)])
  }

  private static func list(_ items: [String]) -> String {
    "[\(items.map { quoted($0) ?? "" }.joined(separator: ","))]"
  }

  private static func quoted(_ text: String?) -> String? {
    guard let text else { return nil }
    var buffer = ByteBuffer()
    JSONText.appendQuoted(text, to: &buffer)
    return buffer.read { $0.text }
  }

  /// The JSON text with each string written as `JSONText` does, and the times of
  /// `contentCardData` as Swift writes them.
  static func respelt(_ json: String) -> String {
    var text = ByteBuffer(json.utf8)
    var scanner = JSONScanner()
    let bytes = text.sealed()
    guard scanner.scan(bytes) == .value(end: bytes.count) else { return json }
    return respelt(scanner.document, 0)
  }

  private static func respelt(_ document: JSONDocument, _ node: Int) -> String {
    switch document[node].kind {
    case .object:
      var members: [(String, String?)] = []
      for (key, value) in document[node].members {
        let name = key.string
        let isTime = name == "createdAt" || name == "expiresAt"
        let time = isTime ? Double(value.string).map { "\($0)" } : nil
        members.append((name, time ?? respelt(document, value.index)))
      }
      return ObjectText.members(members)
    case .array:
      var items: [String] = []
      for item in document[node].elements { items.append(respelt(document, item.index)) }
      return "[\(items.joined(separator: ","))]"
    case .string: return quoted(document[node].string) ?? ""
    case .number: return document[node].string
    default: return document[node].string
    }
  }
}
