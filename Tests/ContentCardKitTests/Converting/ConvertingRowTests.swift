import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

@Suite struct ConvertingRowTests {
  /// The rows of `cards`, one per line; failures and skipped cards have none.
  private func rows(
    _ cards: [String], _ registry: Registry = .builtIn, columns: [String]? = nil,
    in table: DelimitedText = DelimitedText(.csv), _ options: ObjectReader.Options = .init()
  ) throws -> String {
    var scanner = JSONScanner()
    var decoder = CardDecoder()
    var output = ByteBuffer()
    var rows = try ObjectWriter(
      ClassTable(registry), columns: columns, in: table, options, now: 1_764_000_000_000)
    table.appendRow(rows.columns, to: &output)
    for json in cards {
      var buffer = ByteBuffer(json.utf8)
      let text = buffer.sealed()
      _ = scanner.scan(text)
      guard case .card(let card) = decoder.find(scanner.document.root) else {
        Issue.record("no card: \(json)")
        continue
      }
      let before = output.count
      if case .converted = rows.convert(card, to: &output) { continue }
      #expect(output.count == before)
    }
    return output.read { $0.text }
  }

  private let coupon =
    #"{"id":"1","tp":"short_news","ca":1764000000,"ea":1764000000,"tt":"A, \"b\"","#
    + #""i":"https:x","e":{"class_type":"COUPON_CODE","discount_percentage":" 5"}}"#
  private let message =
    #"{"id":"2","tp":"text_announcement","ca":1764000000.5,"p":1,"tt":"T","#
    + #""e":{"class_type":"message_webview","html":"<p>\n"}}"#
  private let tile =
    #"{"id":"3","tp":"text_announcement","ca":1,"tt":"T","e":{"class_type":"home_tile","#
    + #""tile_title":"t","tile_image":"a:b","tile_tags":"x, y"}}"#
  private let broken =
    #"{"id":"4","tp":"text_announcement","ca":1,"e":{"class_type":"coupon_code"}}"#

  @Test func columnsAreTheUnionInTheOrderOfTheRegistry() {
    let head = [
      "contentCardId", "contentCardClassType", "createdAt", "expiresAt", "isDismissible",
      "isPinned", "isControl", "isViewed", "isClicked", "isTest",
    ].map { "contentCardData.\($0)" }
    #expect(
      ObjectRows.names(of: .builtIn, wanted: nil) == head + [
        "object", "discountPercentage", "imageUrl", "title", "tileId", "deeplink", "price",
        "detail", "tags", "clickUrl", "style", "messageHeader", "messageTitle", "cardTitle",
        "cardDescription", "destination", "content.kind", "content.value",
      ])
    #expect(
      ObjectRows.names(of: .builtIn, wanted: [5]) == head + ["object", "imageUrl"])
  }

  @Test func rowsOfSeveralClasses() throws {
    let columns = [
      "contentCardData.contentCardId", "contentCardData.expiresAt", "contentCardData.isPinned",
      "object", "discountPercentage", "imageUrl", "tags", "content.kind", "content.value",
    ]
    #expect(
      try rows([coupon, broken, message, tile], columns: columns) == """
        contentCardData.contentCardId,contentCardData.expiresAt,contentCardData.isPinned,object,\
        discountPercentage,imageUrl,tags,content.kind,content.value
        1,1764000000,false,Coupon,5,https:x,,,
        2,,true,WebViewMessage,,,,html,"<p>
        "
        3,,false,Tile,,a:b,"x,y",,

        """)
  }

  @Test func fieldsOfTheCardAsColumns() throws {
    let columns = [
      "card.title", "card.extras.discount_percentage", "card.expired", "card.created", "object",
      "card.class_type", "contentCardData.contentCardClassType",
    ]
    #expect(
      try rows([coupon, message], columns: columns, .init(timeFormat: .init(.date))) == """
        card.title,card.extras.discount_percentage,card.expired,card.created,object,\
        card.class_type,contentCardData.contentCardClassType
        "A, ""b\""", 5,true,2025-11-24T16:00:00Z,Coupon,COUPON_CODE,coupon_code
        T,,false,2025-11-24T16:00:00.500Z,WebViewMessage,message_webview,message_webview

        """)
  }

  @Test func tabsAndUnwantedClasses() throws {
    #expect(
      try rows(
        [coupon, message], columns: ["object", "content.value"], in: DelimitedText(.tsv),
        .init(wantedClasses: [4])) == "object\tcontent.value\nWebViewMessage\t<p>\\n\n")
  }

  @Test func constantsAndDefaultsAreCells() throws {
    let registry = try Registry(
      parsing: #"""
        {"classes":{"home_tile":{"object":"O","properties":{
          "a":{"constant":"x\"y"}, "b":{"from":["extras.none"],"type":"list","separator":"; ",
          "default":["p","q"]}, "c":{"constant":true}}}}}
        """#.utf8)
    #expect(
      try rows([tile], registry, columns: ["a", "b", "c"]) == "a,b,c\n\"x\"\"y\",p; q,true\n")
  }

  @Test(arguments: ["titel", "card.titel", "card.", "content", "contentCardData"])
  func unknownColumns(name: String) {
    let error = #expect(throws: UnknownColumn.self) { try rows([], columns: ["object", name]) }
    #expect(error?.name == name)
    #expect(error?.known.contains("card.title") == true)
  }
}
