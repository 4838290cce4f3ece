import CardRules
import ContentCardKit
import Testing

/// Findings of cards beyond the examples of the rules: severities, exceptions, messages.
@Suite struct CardRuleTests {
  /// A card, a rule, and the severity and bytes of its findings.
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let json: String
    let expected: [String]
    var settings = CheckSettings()

    init(
      _ rule: Rule, _ json: String, _ expected: [String],
      _ change: (inout CheckSettings) -> Void = { _ in }
    ) {
      (self.rule, self.json, self.expected) = (rule, json, expected)
      change(&settings)
    }

    var testDescription: String { "\(rule) \(json)" }
  }

  /// `{"type":"sing","args":[]}`.
  private static let unknownAction =
    "ewAiAHQAeQBwAGUAIgA6ACIAcwBpAG4AZwAiACwAIgBhAHIAZwBzACIAOgBbAF0AfQA"

  private static func wire(_ rest: String) -> String {
    #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",\#(rest)}"#
  }

  private static func native(_ rest: String) -> String {
    #"{"id":"a","created":1,"openURLInWebView":false,"title":"A","cardDescription":"B",\#(rest)}"#
  }

  static let times = [
    Case("card/time-unit", wire(#""ea":1702466750000"#), ["error 1702466750000"]),
    Case("card/time-unit", wire(#""ea":99999999999"#), []),
    Case("card/time-invalid", wire(#""ea":"soon""#), [#"error "soon""#]),
    Case(
      "card/time-invalid", native(#""expiresAt":"2026-11-20T09:00:00Z""#),
      [#"warning "2026-11-20T09:00:00Z""#]),
    Case(
      "card/time-invalid", #"{"id":"a","tp":"text_announcement","ca":"1701861950","tt":"A"}"#,
      [#"warning "1701861950""#]),
    Case(
      "card/time-invalid",
      #"{"id":"a","tp":"text_announcement","ca":"2023-12-06T11:25:50.000Z","tt":"A"}"#, []),
    Case("card/expiry-before-creation", wire(#""ea":0"#), ["warning 0"]),
    Case("card/expiry-before-creation", wire(#""ea":-1"#), []),
    Case("card/expired", wire(#""ea":1702466750"#), ["info 1702466750"]) {
      $0.now = 1_702_466_750_000
    },
    Case("card/expired", wire(#""ea":1702466750"#), ["warning 1702466750"]) {
      $0.now = 1_702_466_750_000
      $0.isNowGiven = true
    },
    Case("card/expired", wire(#""ea":1702466751"#), []) { $0.now = 1_702_466_750_000 },
    Case("card/expiry-too-far", wire(#""ea":1704453951"#), []),
    Case("card/expiry-too-far", wire(#""ea":1704540350"#), ["warning 1704540350"]),
    Case(
      "card/created-missing",
      #"{"id":"a","description":"B","imageUrl":null,"updated":null}"#, []),
    Case(
      "card/created-missing", #"{"id":"a","description":"B"}"#,
      [#"warning {"id":"a","description":"B"}"#]),
    Case("card/time-unit", #"{"id":"a","description":"B","updated":1795165200000}"#, []),
  ]

  static let forms = [
    Case(
      "card/boolean-form", wire(#""v":1,"p":0,"cl":"true","d":"yes","r":null"#),
      ["warning 1", "warning 0", #"warning "true""#, #"warning "yes""#, "warning null"]),
    Case("card/boolean-form", wire(#""uw":null"#), []),
    Case("card/null-link", wire(#""u":null,"uw":null"#), ["info null", "info null"]),
    Case("card/null-link", #"{"id":"a","description":"B","imageUrl":null,"url":null}"#, []),
    Case("card/text-form", wire(#""u":{},"dm":true"#), ["error {}", "warning true"]),
    Case("card/unknown-key", wire(#""read":true,"language":"en"}"#.dropLast() + ""), []),
    Case("card/unknown-key", wire(#""titel":1"#), [#"warning "titel""#]),
    Case("card/unknown-key", #"{"id":"a","description":"B","imageUrl":null,"Zc":1,"hhhh":2}"#, []),
    Case(
      "card/unknown-key", #"{"id":"a","description":"B","imageUrl":null,"Zcdef":1}"#,
      [#"warning "Zcdef""#]),
    Case("card/unknown-key", wire(#""\u0070":true"#), []),
    Case(
      "card/dismissable", native(#""dismissable":true,"dismissible":true"#),
      [#"warning "dismissable""#]),
    Case("card/aspect-ratio", wire(#""ar":-1"#), ["warning -1"]),
    Case("card/aspect-ratio", wire(#""ar":1e400"#), ["warning 1e400"]),
    Case("card/aspect-ratio", wire(#""ar":"1.5""#), [#"warning "1.5""#]),
    Case("card/contradictory-state", wire(#""cl":true,"v":false"#), ["info true"]),
    Case("card/contradictory-state", wire(#""cl":true,"v":true"#), []),
    Case(
      "card/contradictory-flags", native(#""type":"Control","isControl":false"#),
      ["warning false"]),
    Case(
      "card/deprecated", native(#""type":"Banner","image":"https://example.com/a.png""#),
      [#"warning "Banner""#]),
    Case("json/duplicate-key", wire(#""e":{"a":"1","\u0061":"2"}"#), [#"error "\u0061""#]),
  ]

  static let types = [
    Case(
      "card/type-spelling", #"{"id":"a","tp":"classic","ca":1,"tt":"A"}"#, [#"warning "classic""#]),
    Case("card/type-spelling", native(#""type":"CLASSIC""#), [#"warning "CLASSIC""#]),
    Case("card/type-spelling", native(#""type":"Classic""#), []),
    Case("card/type-unknown", native(#""type":"inbox""#), [#"error "inbox""#]),
    Case("card/type-unknown", #"{"id":"a","tp":5,"ca":1}"#, ["error 5"]),
    Case("card/type-missing", #"{"id":"a","r":true}"#, []),
    Case(
      "card/image-missing",
      #"{"id":"a","tp":"captioned_image","ca":1,"tt":"A","i":""}"#, [#"error """#]),
    Case(
      "card/text-missing", #"{"id":"a","tp":"short_news","ca":1,"e":{"class_type":"ad_banner"}}"#,
      []),
    Case("card/text-missing", #"{"id":"a","ca":1,"u":"https://example.com/"}"#, []),
    Case(
      "card/text-missing",
      #"{"type":"CLASSIC","title":"","description":"","time_to_live":60}"#,
      [#"error {"type":"CLASSIC","title":"","description":"","time_to_live":60}"#]),
    Case("card/text-missing", #"{"type":"CLASSIC","time_to_live":60}"#, []),
    Case("card/classic-ratio", #"{"id":"a","tp":"short_news","ca":1,"i":"x:y","ar":1.00}"#, []),
    Case(
      "card/classic-ratio", #"{"id":"a","tp":"short_news","ca":1,"i":"x:y","ar":"0.75"}"#,
      [#"info "0.75""#]),
    Case("card/classic-ratio", #"{"id":"a","tp":"captioned_image","ca":1,"i":"x:y","ar":2}"#, []),
    Case(
      "card/boolean-form", #"{"id":"a","imageUrl":null,"dismissible":null,"pinned":null}"#, []),
    Case("card/unknown-key", wire(#""Yc":"ab-classic-card""#), []),
    Case("card/unknown-key", wire(#""Tt":"A""#), [#"warning "Tt""#]),
    Case("card/deprecated", #"{"id":"a","imageUrl":null,"created":null,"updated":null}"#, []),
    Case("card/text-missing", #"{"id":"a","tp":"control","ca":1}"#, []),
  ]

  static let texts = [
    Case("text/liquid", wire(#""e":{"html":"{% if a %}x{% endif %}"}"#), ["error {% if a %}"]),
    Case("text/liquid", wire(#""e":{"html":"<style>@media print{a{b:c}}</style>"}"#), []),
    Case("text/liquid", wire(#""e":{"a":"{{ open","b":"{% open","c":"}} {{","d":"${x}"}"#), []),
    Case("text/liquid", wire(#""e":{"a":"{{x}}"}"#), []) { $0.isTemplate = true },
    Case("text/liquid", #"{"type":"CLASSIC","title":"{{x}}","description":"B"}"#, []),
    Case("links/invalid", wire(#""u":"""#), []),
    Case("links/invalid", wire(#""u":"app://home""#), []),
    Case(
      "links/invalid", wire(#""u":"https://example.com/a b""#),
      [#"warning "https://example.com/a b""#]),
    Case("links/invalid", #"{"type":"CLASSIC","ios_uri":"{{link}}","title":"A"}"#, []),
    Case(
      "links/insecure", wire(#""i":"HTTP://example.com/a.png""#),
      [#"warning "HTTP://example.com/a.png""#]),
    Case(
      "links/image-gif", wire(#""i":"https://example.com/a.GIF#x""#),
      [#"info "https://example.com/a.GIF#x""#]),
    Case(
      "links/image-format", wire(#""i":"https://example.com/a.WEBP?w=60""#),
      [#"warning "https://example.com/a.WEBP?w=60""#]),
    Case("links/image-format", wire(#""i":"https://example.com/render.php""#), []),
    Case("links/image-format", wire(#""i":"https://example.com/webp""#), []),
    Case("links/image-format", wire(#""i":"https://example.com/a.png?f=.svg""#), []),
    Case(
      "links/braze-action", wire(#""u":"brazeActions://v1/not base64""#),
      [#"error "brazeActions://v1/not base64""#]),
    Case("links/braze-action", wire(#""u":"myapp://v1/eyJ0eXBlIjoi""#), []),
    Case(
      "links/braze-action", wire(#""u":"brazeActions://v1/\#(unknownAction)""#),
      [#"error "brazeActions://v1/\#(unknownAction)""#]),
    Case(
      "links/braze-action",
      #"{"type":"CLASSIC","title":"A","description":"B","time_to_live":60,"ios_uri":"a:b","#
        + #""web_uri":"brazeActions://v1/{{x}}","android_uri":"brazeActions://v2/"}"#,
      [#"error "brazeActions://v2/""#]),
    Case(
      "links/click-not-logged",
      #"{"type":"CLASSIC","title":"A","description":"B","time_to_live":60,"uri_text":"More"}"#,
      [#"info "More""#]),
    Case(
      "card/payload-size",
      #"{"type":"BANNER","image_url":"a:b","time_to_live":60,"ios_uri":"a:1234567","#
        + #""android_uri":"a:1234567","web_uri":"a:12345678"}"#, [#"error "a:12345678""#]
    ) { $0.maximumPayload = 30 },
    Case(
      "card/payload-size",
      #"{"type":"BANNER","image_url":"{{x}}","time_to_live":60,"web_uri":"a:1234567890"}"#,
      [#"warning "a:1234567890""#]
    ) { $0.maximumPayload = 10 },
    Case("card/payload-size", wire(#""e":{"k":"0123456789"}"#), [#"error "0123456789""#]) {
      $0.maximumPayload = 12
    },
    Case("card/payload-size", wire(#""e":{"k":"0123456789"}"#), []) { $0.maximumPayload = 13 },
  ]

  static let extras = [
    Case(
      "extras/not-string", wire(#""e":{"a":1,"b":true,"c":null,"d":{},"e":[]}"#),
      ["error 1", "error true", "error null", "error {}", "error []"]),
    Case(
      "extras/not-string",
      #"{"id":"a","description":"B","imageUrl":null,"extras":{"a":1}}"#, ["info 1"]),
    Case(
      "extras/json-value", wire(#""e":{"a":"[1,2]","b":"[x]","c":"{}"}"#),
      [#"warning "[1,2]""#, #"warning "{}""#]),
    Case("extras/key-empty", wire(#""e":{" ":"1"}"#), [#"warning " ""#]),
    Case(
      "extras/key-spelling", wire(#""e":{"Tile-Title":"1","Own_Key":"2"}"#),
      [#"warning "Tile-Title""#]),
    Case("extras/form", wire(#""e":"{\"a\":\"b\"}""#), [#"warning "{\"a\":\"b\"}""#]),
    Case("extras/form", wire(#""e":"text""#), [#"error "text""#]),
    Case("class/type-unknown", wire(#""e":{"class_type":"cupon"}"#), [#"error "cupon""#]),
    Case(
      "class/type-spaces", wire(#""e":{"class_type":"group\u00a0"}"#), [#"error "group\u00a0""#]),
    Case("extras/key-empty", wire(#""e":{"\t":"1"}"#), [#"warning "\t""#]),
    Case(
      "extras/key-unknown", wire(#""e":{"classType":"group"}"#), [#"warning "classType""#]),
    Case("extras/key-unknown", wire(#""e":{"class_typ":"group"}"#), [#"warning "class_typ""#]),
    Case(
      "extras/key-unknown", wire(#""e":{"class_type":"group","group_stile":"primary","a":"b"}"#),
      [#"warning "group_stile""#]),
    Case("links/invalid", wire(#""u":"htps://example.com""#), [#"warning "htps://example.com""#]),
    Case("links/invalid", wire(#""u":"https:///a.png""#), [#"warning "https:///a.png""#]),
    Case(
      "links/invalid", wire(#""u":"https://https://a.com""#), [#"warning "https://https://a.com""#]),
    Case("links/invalid", wire(#""u":"javascript:alert(1)""#), [#"warning "javascript:alert(1)""#]),
    Case("links/invalid", wire(#""u":"file:///etc/x""#), [#"warning "file:///etc/x""#]),
    Case("links/invalid", wire(#""u":"myapp://offers""#), []),
    Case("card/time-unit", wire(#""ea":1796000000000000"#), ["error 1796000000000000"]),
    Case("class/type-unknown", wire(#""e":{"class_type":"COUPON_CODE"}"#), []),
    Case("class/type-spaces", wire(#""e":{"class_type":"\tgroup"}"#), [#"error "\tgroup""#]),
    Case(
      "class/property-invalid",
      wire(
        #""e":{"class_type":"home_tile","tile_title":"A","tile_image":"a:b","tile_price":"€5"}"#),
      [#"warning "€5""#]),
    Case(
      "class/property-invalid",
      #"{"type":"CLASSIC","title":"A","extra":{"class_type":"coupon_code","discount_percentage":"{{x}}"}}"#,
      []),
    Case(
      "class/property-missing",
      wire(#""e":{"class_type":"coupon_code","discount_percentage":""}"#), [#"error """#]),
    Case(
      "class/message-header-missing",
      #"{"id":"a","tp":"control","ca":1,"e":{"class_type":"message_full_page"}}"#, []),
  ]

  @Test(arguments: times + forms + types + texts + extras) func gives(_ sample: Case) {
    let probe = CardProbe(sample.json) {
      $0.settings = sample.settings
      $0.inactive.remove(sample.rule)
    }
    let found = probe.findings(of: sample.rule).map { "\($0.severity.rawValue) \(probe.text($0))" }
    #expect(found == sample.expected, "\(probe.findings)")
  }

  @Test func messagesOfferTheNearestName() {
    let samples = [
      (#"{"id":"a","tp":"control","ca":1,"extras":{}}"#, #"this shape calls it "e""#),
      (#"{"id":"a","tp":"control","ca":1,"lanugage":"en"}"#, #"did you mean "language"?"#),
      (#"{"id":"a","tp":"control","ca":1,"class_type":"x"}"#, #"belongs in "e""#),
      (#"{"id":"a","tp":"captoned_image","ca":1}"#, #"did you mean "captioned_image"?"#),
      (
        #"{"id":"a","tp":"control","ca":1,"e":{"class_type":"cupon_code"}}"#,
        #"did you mean "coupon_code"?"#
      ),
    ]
    for (json, words) in samples {
      let messages = CardProbe(json) { $0.inactive = RuleSet() }.findings.map(\.message)
      #expect(messages.contains { $0.contains(words) }, "\(messages)")
    }
  }

  @Test func tombstonesNeedAnIDAndNothingElse() {
    #expect(CardProbe(#"{"id":"a","r":true}"#).findings.isEmpty)
    #expect(CardProbe(#"{"id":"","r":true}"#).findings.map(\.rule) == ["card/id-missing"])
  }

  @Test func aForcedKindTakesNothingElse() {
    let card = #"{"id":"a","tp":"control","ca":1}"#
    #expect(
      CardProbe(card) { $0.kind = .sync }.findings(of: "card/shape").count == 1)
    #expect(
      CardProbe(#"{"cards":[\#(card)]}"#) { $0.kind = .sync }.findings(of: "card/shape") == [])
    let body = #"{"campaign_id":"x","recipients":[]}"#
    #expect(CardProbe(body) { $0.kind = .cards }.findings(of: "card/shape").count == 1)
    #expect(CardProbe(body).findings(of: "card/shape") == [])
  }

  @Test func everyAddressOfARequestIsChecked() {
    let card = #"""
      {"type":"CLASSIC","title":"A","description":"B","time_to_live":60,"ios_uri":"app://x",
      "android_uri":"example","web_uri":"http://example.com/"}
      """#
    let probe = CardProbe(card)
    #expect(
      probe.summary(of: "links/invalid", "links/insecure") == [
        #"warning links/invalid "example" /android_uri 1"#,
        #"warning links/insecure "http://example.com/" /web_uri 1"#,
      ])
  }

  @Test func theClassTypeOfCardctlsOwnFormHoldsNoLiquidEither() {
    let card = #"{"id":"a","class_type":"{{x}}","created":1,"open_url_in_webview":false}"#
    for isTemplate in [true, false] {
      let probe = CardProbe(card) { $0.settings.isTemplate = isTemplate }
      #expect(
        probe.summary(of: "class/type-liquid", "text/liquid") == [
          #"error class/type-liquid "{{x}}" /class_type 1"#
        ])
    }
    let spaced = CardProbe(card.replacing("{{x}}", with: "group "))
    #expect(spaced.summary(of: "class/type-spaces").count == 1)
  }
}
