import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// Converts cards that are given as JSON text.
struct ObjectSubject: ~Copyable {
  private var scanner = JSONScanner()
  private var decoder = CardDecoder()
  private var converter: ObjectWriter
  private var output = ByteBuffer()

  init(_ registry: Registry = .builtIn, _ options: ObjectReader.Options = .init()) {
    converter = ObjectWriter(ClassTable(registry), options)
  }

  /// The object, or `skipped REASON`, or the message of the failure.
  mutating func convert(_ json: String) -> String {
    withCard(json) { subject, card in
      subject.output.removeAll()
      subject.output.append("kept")
      switch subject.converter.convert(card, to: &subject.output) {
      case .converted: return String(subject.output.view.text.dropFirst(4))
      case .skipped(let reason): return "skipped \(reason)"
      case .failed(let failure):
        return subject.output.view.text == "kept" ? "\(failure)" : "left something behind"
      }
    }
  }

  mutating func failures(_ json: String) -> [String] {
    withCard(json) { subject, card in
      var found: [String] = []
      subject.converter.reader.forEachFailure(of: card) { failure, isFatal in
        found.append("\(isFatal ? "fatal" : "optional") \(failure)")
      }
      return found
    }
  }

  mutating func withCard<Result>(
    _ json: String, _ body: (inout ObjectSubject, Card) -> Result
  ) -> Result {
    var buffer = ByteBuffer(json.utf8)
    let text = buffer.sealed()
    let outcome = scanner.scan(text)
    precondition(outcome == .value(end: text.count), "\(outcome) in \(json)")
    guard case .card(let card) = decoder.find(scanner.document.root) else {
      preconditionFailure("no card: \(json)")
    }
    let result = body(&self, card)
    extendLifetime(buffer)
    return result
  }
}

private func extendLifetime(_ buffer: borrowing ByteBuffer) {}

@Suite struct ConvertingTests {
  private static let flags =
    #""isDismissible":false,"isPinned":false,"isControl":false,"isViewed":false,"#
    + #""isClicked":false,"isTest":false}"#

  /// The expected object of a card of a class, with all flags false.
  private static func object(_ classType: String, _ rest: String) -> String {
    #"{"contentCardData":{"contentCardId":"1","contentCardClassType":"\#(classType)","#
      + #""createdAt":1764000000,\#(flags),\#(rest)}"#
  }

  /// A card in the shape of the SDKs, with `fields` and `extras` as members.
  private static func card(_ classType: String, _ fields: String, _ extras: String) -> String {
    let fields = fields.isEmpty ? "" : ",\(fields)"
    let extras = extras.isEmpty ? "" : ",\(extras)"
    return #"{"id":"1","tp":"text_announcement","ca":1764000000,"ea":-1\#(fields),"#
      + #""e":{"class_type":"\#(classType)"\#(extras)}}"#
  }

  @Test(arguments: [
    (
      "coupon_code", #""i":"https:x""#, #""discount_percentage":"10""#,
      #""object":"Coupon","discountPercentage":10,"imageUrl":"https:x""#
    ),
    (
      "coupon_code", "", #""discount_percentage":" 12.50\n""#,
      #""object":"Coupon","discountPercentage":12.50"#
    ),
    (
      "coupon_code", "", #""discount_percentage":1E2"#,
      #""object":"Coupon","discountPercentage":1E2"#
    ),
    (
      "coupon_code", "", #""discount_percentage":"\u0031\u0030""#,
      #""object":"Coupon","discountPercentage":10"#
    ),
    (
      "coupon_code", #""i":"no url""#, #""discount_percentage":0"#,
      #""object":"Coupon","discountPercentage":0"#
    ),
    (
      "home_tile", "",
      #""tile_tags":" a , b,,\"c\" ","tile_title":"T\u00e9","tile_image":"app:i","tile_id":7"#,
      #""object":"Tile","title":"T\u00e9","imageUrl":"app:i","tileId":"7","#
        + #""tags":["a","b","\"c\""]"#
    ),
    (
      "home_tile", "",
      #""tile_title":true,"tile_image":"a:b","tile_price":"$5","tile_deeplink":"x","#
        + #""tile_detail":"","#
        + #""tile_tags":["x"," y ",""]"#,
      #""object":"Tile","title":"true","imageUrl":"a:b","deeplink":"x","tags":["x","y"]"#
    ),
    (
      "home_tile", "", #""tile_title":"T","tile_image":"a:b","tile_tags":["x",1]"#,
      #""object":"Tile","title":"T","imageUrl":"a:b""#
    ),
    (
      "home_tile", "", #""tile_title":"T","tile_image":"a:b","tile_tags":" , ""#,
      #""object":"Tile","title":"T","imageUrl":"a:b""#
    ),
    (
      "group", #""tt":"A\n","ds":"B""#, #""group_style":"headline""#,
      #""object":"Group","title":"A\n B","style":"headline""#
    ),
    (
      "group", #""ds":"B","u":"app://x","i":"https:i""#, #""group_style":"Headline""#,
      #""object":"Group","title":"B","imageUrl":"https:i","clickUrl":"app://x""#
    ),
    (
      "message_full_page", #""tt":"T","ds":"D""#, #""message_header":"H""#,
      #""object":"FullPageMessage","messageHeader":"H","messageTitle":"T","cardTitle":"T","#
        + #""cardDescription":"D","destination":"fullPage""#
    ),
    (
      "message_full_page", #""tt":"T""#, #""message_title":{}"#,
      #""object":"FullPageMessage","cardTitle":"T","destination":"fullPage""#
    ),
    (
      "message_webview", #""u":"https:u""#, #""url":"https:v","html":"<p>""#,
      #""object":"WebViewMessage","content":{"kind":"url","value":"https:u"},"#
        + #""destination":"webView""#
    ),
    (
      "message_webview", #""u":"""#, #""content_block_id":"b","html":"<p>\u003c""#,
      #""object":"WebViewMessage","content":{"kind":"html","value":"<p>\u003c"},"#
        + #""destination":"webView""#
    ),
    (
      "message_webview", #""u":null,"tt":"T""#, #""content_block_id":5"#,
      #""object":"WebViewMessage","content":{"kind":"contentBlock","value":"5"},"#
        + #""messageTitle":"T","destination":"webView""#
    ),
    ("ad_banner", "", "", #""object":"Ad""#),
  ])
  func objects(classType: String, fields: String, extras: String, expected: String) {
    var subject = ObjectSubject()
    let object = subject.convert(ConvertingTests.card(classType, fields, extras))
    #expect(object == ConvertingTests.object(classType, expected))
  }

  @Test(arguments: [
    (
      "coupon_code", "", "",
      "coupon_code: discountPercentage: needs extras.discount_percentage, which is absent"
    ),
    (
      "Coupon_Code", "", #""discount_percentage":"10%""#,
      #"coupon_code: discountPercentage: "10%" in extras.discount_percentage is not a number"#
    ),
    (
      "coupon_code", "", #""discount_percentage":100.01"#,
      "coupon_code: discountPercentage: 100.01 in extras.discount_percentage is not a number "
        + "from 0 to 100"
    ),
    (
      "coupon_code", "", #""discount_percentage":[10]"#,
      "coupon_code: discountPercentage: [10] in extras.discount_percentage is not a number"
    ),
    (
      "coupon_code", "", #""discount_percentage":true"#,
      "coupon_code: discountPercentage: true in extras.discount_percentage is not a number"
    ),
    (
      "home_tile", "", #""tile_title":"T","tile_image":"""#,
      "home_tile: imageUrl: needs extras.tile_image, which is absent"
    ),
    (
      "home_tile", "", #""tile_title":"T","tile_image":"tile.png""#,
      #"home_tile: imageUrl: "tile.png" in extras.tile_image is not a URL"#
    ),
    ("group", #""tt":"T""#, "", "group: title: needs description, which is absent"),
    (
      "message_webview", #""tt":"T""#, "",
      "message_webview: content: needs one of url, extras.url, extras.html, "
        + "extras.content_block_id; all are absent"
    ),
    (
      "message_webview", #""tt":"T""#, #""url":{"a": 1}"#,
      #"message_webview: content: {"a":1} in extras.url is not text"#
    ),
  ])
  func failures(classType: String, fields: String, extras: String, expected: String) {
    var subject = ObjectSubject()
    #expect(subject.convert(ConvertingTests.card(classType, fields, extras)) == expected)
  }

  @Test(arguments: [
    (
      #"{"id":"","ca":1,"tp":"x","e":{"class_type":"ad_banner"}}"#,
      "ad_banner: the card has no id (a REST payload gets one when it is sent)"
    ),
    (
      #"{"id":" \t","ca":1,"e":{"class_type":"ad_banner"}}"#,
      "ad_banner: the card has no id (a REST payload gets one when it is sent)"
    ),
    (
      #"{"type":"BANNER","image_url":"https:x","extra":{"class_type":"ad_banner"}}"#,
      "ad_banner: the card has no id (a REST payload gets one when it is sent)"
    ),
    (
      #"{"id":"1","tp":"x","e":{"class_type":"ad_banner"}}"#,
      "ad_banner: the card has no creation time"
    ),
    (
      #"{"id":"1","ca":"soon","e":{"class_type":"ad_banner"}}"#,
      #"ad_banner: "soon" in created is not a time"#
    ),
    (#"{"id":"1","ca":1,"e":{}}"#, "skipped noClass"),
    (#"{"id":"1","ca":1,"e":{"class_type":""}}"#, "skipped noClass"),
    (#"{"id":"1","ca":1,"e":{"class_type":null}}"#, "skipped noClass"),
    (#"{"id":"1","ca":1,"e":{"class_type":"other"}}"#, "skipped unknownClass"),
    (#"{"id":"1","ca":1,"e":{"class_type":" ad_banner"}}"#, "skipped unknownClass"),
    (#"{"id":"1","ca":1,"r":true,"e":{"class_type":"ad_banner"}}"#, "skipped tombstone"),
  ])
  func cardsThatAreNotConverted(card: String, expected: String) {
    var subject = ObjectSubject()
    #expect(subject.convert(card) == expected)
  }

  @Test func theHeadOfAnObject() {
    var subject = ObjectSubject()
    let object = subject.convert(
      #"{"id":123,"ca":1764000000.50,"ea":"2026-01-01","db":1,"p":"true","v":true,"cl":true,"#
        + #""t":true,"i":"https:x","e":{"class_type":"\u0041d_Banner"}}"#)
    #expect(
      object == #"{"contentCardData":{"contentCardId":"123","contentCardClassType":"ad_banner","#
        + #""createdAt":1764000000.50,"expiresAt":1767225600,"isDismissible":true,"#
        + #""isPinned":true,"isControl":false,"isViewed":true,"isClicked":true,"isTest":true},"#
        + #""object":"Ad","imageUrl":"https:x"}"#)
  }

  @Test func timesAsISO8601() {
    var subject = ObjectSubject(.builtIn, .init(timeFormat: .init(.date)))
    let object = subject.convert(
      #"{"id":"1","ca":1764000000,"ea":253402300800000,"tt":"x","e":{"class_type":"ad_banner"}}"#)
    #expect(object.contains(#""createdAt":"2025-11-24T16:00:00Z","isDismissible""#))
  }

  @Test(arguments: [
    (
      #""tp":"control","#, "coupon_code", #""discount_percentage":"10""#,
      #""object":"Coupon","discountPercentage":10"#
    ),
    (
      #""tp":"control","tt":"T","ds":"D","i":"https:x","u":"https:y","#, "group",
      #""group_style":"primary""#, #""object":"Group","style":"primary""#
    ),
    (
      #""tp":"control","tt":"T","u":"https:y","#, "message_webview", #""url":"https:z""#,
      #""object":"WebViewMessage","content":{"kind":"url","value":"https:z"},"#
        + #""destination":"webView""#
    ),
    (
      #""tp":"control","tt":"T","u":"https:y","#, "message_webview", #""a":1"#,
      #""object":"WebViewMessage","destination":"webView""#
    ),
  ])
  func controlCardsComeFromTheirExtras(
    fields: String, classType: String, extras: String, expected: String
  ) {
    var subject = ObjectSubject()
    let object = subject.convert(
      #"{"id":"1",\#(fields)"ca":1764000000,"e":{"class_type":"\#(classType)",\#(extras)}}"#)
    let wanted = ConvertingTests.object(classType, expected)
    #expect(
      object == wanted.replacing(#""isControl":false"#, with: #""isControl":true"#))
  }

  @Test func aControlCardStillNeedsItsExtras() {
    var subject = ObjectSubject()
    let result = subject.convert(
      #"{"id":"1","tp":"control","ca":1,"e":{"class_type":"coupon_code"}}"#)
    #expect(
      result
        == "coupon_code: discountPercentage: needs extras.discount_percentage, which is absent")
  }

  @Test func onlyWantedClassesAreConverted() {
    var subject = ObjectSubject(.builtIn, .init(wantedClasses: [0]))
    #expect(
      subject.convert(ConvertingTests.card("ad_banner", "", "")) == "skipped notSelected")
    #expect(
      subject.convert(ConvertingTests.card("coupon_code", "", #""discount_percentage":1"#))
        .hasPrefix("{"))
  }

  /// One property `p` of a custom class, and its value.
  @Test(
    arguments: [
      (#"{"from":["extras.a","title"]}"#, #""a":null"#, #""p":"T""#),
      (#"{"from":["extras.a"],"default":"d\u0022"}"#, #""a":"""#, #""p":"d\"""#),
      (#"{"from":["extras.a"],"type":"integer","default":3}"#, #""a":"1.0""#, ""),
      (#"{"from":["extras.a"],"type":"integer"}"#, #""a":" -7 ""#, #""p":-7"#),
      (#"{"from":["extras.a"],"type":"integer"}"#, #""a":1e3"#, ""),
      (#"{"from":["extras.a"],"type":"number","minimum":0.1}"#, #""a":0.10000"#, #""p":0.10000"#),
      (
        #"{"from":["extras.a"],"type":"number","minimum":0.1}"#, #""a":0.09999999999999999999999"#,
        ""
      ),
      (#"{"from":["extras.a"],"type":"number"}"#, #""a":"+5""#, ""),
      (#"{"from":["extras.a"],"type":"boolean"}"#, #""a":"1""#, #""p":true"#),
      (#"{"from":["extras.a"],"type":"boolean"}"#, #""a":0"#, #""p":false"#),
      (#"{"from":["extras.a"],"type":"boolean"}"#, #""a":"yes""#, ""),
      (#"{"from":["pinned"],"type":"boolean"}"#, "", #""p":false"#),
      (#"{"from":["pinned"]}"#, "", #""p":"false""#),
      (#"{"from":["created"]}"#, "", #""p":"1764000000""#),
      (#"{"from":["created"],"type":"number"}"#, "", #""p":1764000000"#),
      (#"{"from":["type"]}"#, "", #""p":"classic""#),
      (#"{"from":["extras.a"],"type":"url"}"#, #""a":"h\u0074tps://x""#, #""p":"h\u0074tps://x""#),
      (#"{"from":["extras.a"],"type":"url"}"#, #""a":"https:\u0020x""#, ""),
      (#"{"from":["extras.a"],"type":"url"}"#, #""a":"https:""#, ""),
      (#"{"from":["extras.a"],"type":"url"}"#, #""a":"1a:b""#, ""),
      (
        #"{"from":["extras.a"],"type":"list","separator":"; "}"#, #""a":"x; y;z;\t""#,
        #""p":["x","y;z;"]"#
      ),
      (#"{"from":["extras.a"],"type":"list"}"#, #""a":5"#, #""p":["5"]"#),
      (#"{"from":["extras.a"],"type":"list"}"#, #""a":"\ud800,é""#, #""p":["�","é"]"#),
      (#"{"from":["extras.a"],"type":"list","default":["d"]}"#, #""a":",""#, #""p":["d"]"#),
      (#"{"from":["extras.a"],"values":["x","5"]}"#, #""a":5"#, #""p":"5""#),
      (#"{"from":["extras.a"],"values":["x"]}"#, #""a":"\u0078""#, #""p":"\u0078""#),
      (#"{"from":["extras.a"],"values":["x"]}"#, #""a":" x""#, ""),
      (#"{"join":["title","extras.a"],"with":"\""}"#, #""a":"\n""#, #""p":"T\"\n""#),
      (
        #"{"join":["title","extras.a"],"values":["T\"x"],"with":"\""}"#, #""a":"x""#,
        #""p":"T\"x""#
      ),
      (
        #"{"join":["extras.a","extras.b"],"with":":","type":"url"}"#, #""a":"x","b":"y""#,
        #""p":"x:y""#
      ),
      (#"{"constant":1.50}"#, "", #""p":1.50"#),
      (
        #"{"firstOf":{"a":["extras.a"],"t":["title"]},"type":"integer"}"#, #""a":"5""#,
        #""p":{"kind":"a","value":5}"#
      ),
      (#"{"firstOf":{"a":["extras.a"],"t":["title"]},"type":"integer"}"#, #""a":"x""#, ""),
      (
        #"{"from":["extras.a_key_that_is_longer_than_32_bytes"],"type":"list"}"#,
        #""a_key_that_is_longer_than_32_bytes":["x"]"#, #""p":["x"]"#
      ),
      (#"{"from":["extras.é"]}"#, #""\u00e9":"x""#, #""p":"x""#),
      (#"{"from":["extras.a"]}"#, #""a":"1","a":"2""#, #""p":"2""#),
    ] as [(String, String, String)])
  func propertiesOfOwnClasses(definition: String, extras: String, expected: String) throws {
    let text = #"{"classes":{"own":{"object":"O\"","properties":{"p":\#(definition)}}}}"#
    var subject = ObjectSubject(try Registry(parsing: text.utf8))
    let object = subject.convert(ConvertingTests.card("OWN", #""tt":"T""#, extras))
    let rest = expected.isEmpty ? "" : ",\(expected)"
    #expect(object == ConvertingTests.object("own", #""object":"O\""\#(rest)"#))
  }

  @Test func optionalMistakesAreKnownToo() {
    var subject = ObjectSubject()
    let card = ConvertingTests.card(
      "home_tile", "", #""tile_title":"T","tile_image":"x","tile_price":"$5""#)
    #expect(
      subject.failures(card) == [
        #"fatal home_tile: imageUrl: "x" in extras.tile_image is not a URL"#,
        #"optional home_tile: price: "$5" in extras.tile_price is not a number"#,
      ])
  }

  @Test func longValuesAreCut() {
    var subject = ObjectSubject()
    let value = String(repeating: "é", count: 61)
    let result = subject.convert(
      ConvertingTests.card("coupon_code", "", #""discount_percentage":"\#(value)""#))
    #expect(result.contains("\"" + String(repeating: "é", count: 60) + "…\" in"))
  }
}
