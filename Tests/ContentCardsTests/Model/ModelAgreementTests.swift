import CardJSON
import Testing

@testable import ContentCards

/// The Swift types and the registry are two statements of one conversion; here they are held
/// against each other.
@Suite struct ModelAgreementTests {
  private static let heads = [
    #""id":"1","ca":1764000000,"ea":-1"#,
    #""id":"2","ca":1764000000,"ea":1766592000,"v":true,"cl":true,"p":true,"db":true,"t":true"#,
    #""id":"3","ca":1764000000.5,"tp":"control","tt":"hidden","u":"https:hidden""#,
    #""id":"   ","ca":1"#, #""ca":1,"tp":"x""#, #""id":"4","tp":"x""#,
    #""id":"5","ca":"soon","tp":"x""#, #""id":6,"ca":"2025-11-24","db":"1""#,
  ]
  private static let contents = [
    "", #""tt":"Title""#, #""tt":"A","ds":"B","i":"https://example.com/a.png""#,
    #""ds":"Only text","u":"https://example.com/","i":"no url""#, #""tt":"A","u":"""#,
  ]
  private static let extras = [
    ("coupon_code", ""), ("Coupon_Code", #""discount_percentage":" 12.50 ""#),
    ("coupon_code", #""discount_percentage":"10%""#),
    ("coupon_code", #""discount_percentage":100"#),
    ("coupon_code", #""discount_percentage":"100.0001""#),
    ("coupon_code", #""discount_percentage":{"a": [1]}"#),
    ("coupon_code", #""discount_percentage":true"#), ("coupon_code", #""discount_percentage":"""#),
    ("home_tile", ""), ("home_tile", #""tile_title":"T""#),
    ("home_tile", #""tile_title":"T","tile_image":"tile.png""#),
    ("home_tile", #""tile_title":["T"],"tile_image":"a:b""#),
    (
      "home_tile",
      #""tile_title":"T","tile_image":"a:b","tile_id":7,"tile_deeplink":"x","#
        + #""tile_price":"12.5","tile_detail":false,"tile_tags":" a,,b ""#
    ),
    ("home_tile", #""tile_title":"T","tile_image":"a:b","tile_tags":["a"," ","b"]"#),
    ("home_tile", #""tile_title":"T","tile_image":"a:b","tile_tags":[1],"tile_price":"$1""#),
    ("home_tile", #""tile_title":"T","tile_image":"a:b","tile_tags":",""#),
    ("group", ""), ("group", #""group_style":"largerow""#), ("GROUP", #""group_style":"Primary""#),
    ("message_full_page", ""),
    ("message_full_page", #""message_header":"H","message_title":"T""#),
    ("message_full_page", #""message_title":{},"message_header":5"#),
    ("message_webview", ""), ("message_webview", #""html":"<p>""#),
    ("message_webview", #""url":"https:x","html":"<p>""#),
    ("message_webview", #""content_block_id":"b","message_title":null"#),
    ("message_webview", #""html":[],"content_block_id":"b""#),
    ("ad_banner", ""),
  ]

  @Test(arguments: heads) func theSameObjectOrTheSameReason(head: String) throws {
    var subject = ObjectSubject()
    var converted = 0
    for content in ModelAgreementTests.contents {
      for (classType, extras) in ModelAgreementTests.extras {
        let members = [head, content].filter { !$0.isEmpty }.joined(separator: ",")
        let pairs = [#""class_type":"\#(classType)""#, extras].filter { !$0.isEmpty }
        let json = "{\(members),\"e\":{\(pairs.joined(separator: ","))}}"
        let expected = subject.convert(json)
        #expect(subject.model(json) == expected, "\(json)")
        converted += expected.hasPrefix("{") ? 1 : 0
      }
    }
    let cannotConvert = head.contains("   ") || head.contains("\"x\"")
    #expect(cannotConvert == (converted == 0))
  }
}

extension ObjectSubject {
  /// What the Swift types make of a card: the object as the registry's conversion prints it, or
  /// the failure's words.
  mutating func model(_ json: String) -> String {
    withCard(json) { _, card in
      let classType = card.classType(in: .builtIn)
      do {
        let object = try ContentCardFactory().contentCardable(
          with: card.metaData, for: classType)
        return object.map { ObjectText.json($0) } ?? "no object"
      } catch {
        return "\(error)"
      }
    }
  }
}

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
          ("tags", tile.tags.map { "[\($0.map { quoted($0) ?? "" }.joined(separator: ","))]" }),
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
          ("destination", quoted(FullPageMessage.destination)),
        ]
      case let view as WebViewMessage:
        [
          ("object", quoted("WebViewMessage")), ("content", view.content.map(content)),
          ("messageHeader", quoted(view.messageHeader)),
          ("messageTitle", quoted(view.messageTitle)), ("imageUrl", quoted(view.imageUrl)),
          ("cardDescription", quoted(view.cardDescription)),
          ("destination", quoted(WebViewMessage.destination)),
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
      ("createdAt", seconds(data.createdAt)), ("expiresAt", data.expiresAt.map(seconds)),
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
    return members([("kind", quoted(kind)), ("value", quoted(value))])
  }

  private static func members(_ members: [(String, String?)]) -> String {
    let written = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(written.joined(separator: ","))}"
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  private static func quoted(_ text: String?) -> String? {
    guard let text else { return nil }
    var buffer = ByteBuffer()
    JSONText.appendQuoted(text, to: &buffer)
    return buffer.read { $0.text }
  }
}
