import ContentCardKit
import Testing

@Suite struct ConditionTests {
  private func check(_ card: String, _ clause: String, _ expected: Bool) throws {
    #expect(try CardProbe.satisfies(card, clause) == expected, "\(clause) on \(card)")
  }

  @Test(
    arguments: [
      ("= Sale", true), ("= sale", false), ("= \"Sale\"", true), ("= Sal", false),
      ("= Sales", false),
      ("!= Sale", false), ("!= sale", true), ("< Salf", true), ("< Sale", false), ("<= Sale", true),
      ("> Sal", true), ("> Sale", false), (">= Sale", true), (">= Salf", false), ("< a", true),
      ("^= Sa", true), ("^= Sale", true), ("^= ale", false), ("^= Sales", false), ("^= \"\"", true),
      ("$= le", true), ("$= Sale", true), ("$= Sal", false), ("$= xSale", false), ("$= \"\"", true),
      ("*= al", true), ("*= Sale", true), ("*= sale", false), ("*= Salee", false),
      ("*= \"\"", true),
      ("~= AL", true), ("~= sALE", true), ("~= Sal", true), ("~= Salee", false), ("~= \"\"", true),
      ("= 5", false), ("!= 5", true), ("= \"\"", false), ("!= \"\"", true), ("< 5x", false),
      ("> 5x", true),
    ] as [(String, Bool)])
  func textsCompareByTheirBytes(test: String, expected: Bool) throws {
    try check(CardProbe.wire(#""tt":"Sale""#), "title \(test)", expected)
    try check(CardProbe.wire(#""tt":"\u0053ale""#), "title \(test)", expected)
    try check(CardProbe.wire(extras: #""k":"Sal\u0065""#), "extras.k \(test)", expected)
  }

  @Test(arguments: [
    (#""a\"b""#, "= a\"b", true), (#""a\\b""#, #"= a\b"#, true), (#""a\/b""#, "= a/b", true),
    (#""\ud83d\ude00""#, "= \u{1F600}", true), (#""\ud83d""#, "= \u{FFFD}", true),
    (#""\u00e9""#, "= \u{E9}", true), (#""e\u0301""#, "= \u{E9}", false),
    ("\"e\u{301}\"", "= \u{E9}", false), (#""\uffee""#, "< \u{1F600}", true),
    (#""x\u0000y""#, "*= y", true), (#""\n""#, "= x", false), (#""tab\there""#, "$= \there", true),
  ])
  func escapesAreResolvedFirst(json: String, test: String, expected: Bool) throws {
    try check(CardProbe.wire(extras: "\"k\":" + json), "extras.k \(test)", expected)
  }

  @Test(arguments: [
    ("caf\u{C9} STRASSE", "~= Caf\u{E9} stra\u{DF}e", true), ("\u{130}stanbul", "~= stan", true),
    ("\u{39F}\u{394}\u{39F}\u{3A3}", "~= \u{3BF}\u{3B4}\u{3BF}\u{3C2}", true),
    ("\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}", "~= \u{43F}\u{420}\u{418}", true),
    ("na\u{EF}ve", "~= naive", false), ("12.50", "~= .5", true), ("A|B", "~= a|b", true),
  ])
  func caseIsIgnoredInAllAlphabets(text: String, test: String, expected: Bool) throws {
    try check(CardProbe.wire(#""tt":"\#(text)""#), "title \(test)", expected)
    try check(CardProbe.wire(extras: #""k":"\#(text)""#), "extras.k \(test)", expected)
    try check(CardProbe.wire(), "title \(test)", false)
  }

  @Test(
    arguments: [
      ("1", "= 1.0", true), ("1.0", "= 1", true), ("\"1e0\"", "= 1", true),
      ("\"10E-1\"", "= 1", true),
      ("\" 1 \"", "= 1", true), (#""\t1\n""#, "= 1", true), ("1", "= \" 1 \"", false),
      ("-0", "= 0", true), ("0e5", "= -0.0", true), ("\"01\"", "= 1", false),
      ("\"+1\"", "= 1", false),
      ("\"1%\"", "= 1", false), ("9", "< 10", true), ("\"9\"", "< \"10\"", false),
      ("\"9\"", "< x10", true), ("\"9\"", "> 10x", true), ("-2", "< -1", true),
      ("-2", "> -10", true),
      ("1E400", "> 1E399", true), ("1E-400", "< 1E-399", true), ("-1E400", "< 1E-400", true),
      ("123456789012345678901234567890", "> 123456789012345678901234567889", true),
      ("123456789012345678901234567890", "= 1.2345678901234567890123456789e29", true),
      ("0.1", "= 0.10000000000000000001", false), ("1e99999999999999999999", "> 1e5", true),
      ("9007199254740993", "= 9007199254740992", false), ("12.5", "^= 12", true),
      ("12.50", "$= 50", true), ("12.50", "*= .", true), ("1.0", "^= 1.0", true),
      ("1", "!= 1.0", false), ("1", "!= 2", true), ("1", "<= 1e0", true), ("1", ">= 1e0", true),
    ] as [(String, String, Bool)])
  func numbersCompareByValue(json: String, test: String, expected: Bool) throws {
    try check(CardProbe.wire(extras: "\"k\":" + json), "extras.k \(test)", expected)
  }

  @Test(arguments: [
    ("title = a|t", true), ("title = a|b", false), ("title != a|t", false), ("title != a|b", true),
    ("title = \"t|u\"", false), ("url != a|b", true), ("url = a|b", false), ("!url", true),
    ("!title", false), ("!pinned", true), ("type = classic|control", true),
    ("type != classic|control", false), ("type != control|image_only", true),
    ("extras.n = 5|7.0", true), ("extras.n != 5|7.0", false), ("extras.n = 5|\"7.0\"", false),
    ("extras.n != 5|6", true), ("class_type = X|COUPON", true), ("class_type != x|coupon", false),
    ("created = 1|2", true), ("created != 1|2", false), ("pinned = true|false", true),
    ("shape = web|wire", true), ("shape != web|WIRE", false),
    ("expires_at = never|1000000000", true),
  ])
  func anyOfTheValuesMatches(clause: String, expected: Bool) throws {
    let card = CardProbe.wire(
      #""tt":"t","tp":"text_announcement","ca":1000000000,"e":{"n":"7","class_type":"coupon"}"#)
    try check(
      card,
      clause.replacing("created = 1|2", with: "created = 1000000000|1100000000")
        .replacing("created != 1|2", with: "created != 1000000000|1100000000"), expected)
  }

  @Test(arguments: ["5%", "abc", "", "20", " 20\\n", "20.0", "x20", "0x20", "+20", "020", "２０"])
  func onlyNumbersAreLessOrMoreThanANumber(text: String) throws {
    let isNumber = ["20", " 20\\n", "20.0"].contains(text)
    let card = CardProbe.wire(#""tt":"\#(text)","e":{"k":"\#(text)"}"#)
    for (test, isTrue) in [
      ("< 0", false), ("<= 19", false), ("> 0", true), (">= 19", true), ("> 1e9", false),
      ("< 1e9", true), ("> 20", false), (">= 20", true), ("<= 20", true), ("= 20", true),
    ] {
      try check(card, "extras.k \(test)", isNumber && isTrue)
    }
    try check(card, "extras.k != 20", !isNumber)
    // The other strings are text, whatever they look like.
    try check(card, "title = 20", text == "20")
  }

  @Test(
    arguments: [
      ("created = 2023-11-14T22:13:20Z", true), ("created = 2023-11-14T23:13:20+01:00", true),
      ("created = 1700000000", true), ("created = 1700000000000", true),
      ("created >= 0", true), ("created < now", true), ("created < yesterday", true),
      ("created > tomorrow", false), ("created != today", true), ("created < 1d12h", true),
      ("created > 2023-11-14", true), ("created < 2023-11-14", false), ("created < 7d", true),
      ("created > -1000d", true), ("created > 1000d", true), ("created < +1s", true),
      ("created >= 2023-11-14 22:13:20", true), ("created != 1700000001", true),
      ("created", true), ("expires_at = never", false), ("expires_at != never", true),
      ("expires_at < never", true), ("expires_at <= -1", true), ("expires_at > never", false),
      ("expires_at >= never", false), ("expires_at > tomorrow", false),
      ("expires_at = tomorrow", true),
      ("expires_at > 7d", false), ("expires_at < 7d", true), ("expires_at > -1d", true),
      ("expires_at = 2026-01-02", true), ("expires_at < +1d", false), ("expires_at <= +1d", true),
    ] as [(String, Bool)])
  func timesCompareAsTimes(clause: String, expected: Bool) throws {
    try check(CardProbe.wire(#""ea":1767312000"#), clause, expected)
    try check(
      #"{"id":"a","tp":"short_news","cr":"2023-11-14T22:13:20.000Z","ea":"2026-01-02"}"#, clause,
      expected)
  }

  @Test(arguments: [
    ("1700000000.0004", "> 1700000000", true), ("1700000000.0004", "= 1700000000.00040", true),
    ("1700000000.0004", "< 1700000000.0005", true), ("1.7e9", "= 1700000000.0", true),
    ("1700000000123.4", "= 1700000000.123", true), ("-5", "< 0", true),
  ])
  func timesCompareToTheLastDigit(created: String, test: String, expected: Bool) throws {
    let card = #"{"id":"a","tp":"short_news","ca":\#(created)}"#
    try check(card, "created \(test)", expected)
  }

  @Test(arguments: [
    ("expires_at", false), ("expires_at > 2999-01-01", true), ("expires_at >= 0", true),
    ("expires_at != 0", true), ("expires_at < 2999-01-01", false), ("expires_at <= 0", false),
    ("expires_at = -1", true), ("expires_at = never", true), ("expires_at != never", false),
    ("expires_at > never", false), ("expires_at >= never", true), ("expires_at < never", false),
    ("expires_at <= Never", true), ("expires_at > 7d", true),
  ])
  func aCardThatNeverExpiresIsAfterEverything(clause: String, expected: Bool) throws {
    for members in ["", #""ea":-1"#, #""ea":null"#, #""ea":"""#] {
      try check(CardProbe.wire(members), clause, expected)
    }
  }

  @Test(arguments: [
    "title", "title = x", "title < x", "title <= x", "title > x", "title >= x", "title ^= x",
    "title $= x", "title *= x", "title *= \"\"", "title = \"\"", "image_aspect_ratio < 5",
    "extras.k", "extras.k = 1", "extras.k >= 0", "campaign_id", "campaign_id = x",
    "message_variation_id *= x", "class_type = none",
  ])
  func absentFieldsSatisfyNothing(clause: String) throws {
    for members in [#""tt":null,"e":{"k":null}"#, #""tt":"","e":{"k":""}"#, #""e":[]"#, ""] {
      try check(CardProbe.wire(members), clause, false)
    }
  }

  @Test(arguments: ["title != x", "title != \"\"", "extras.k != 1", "campaign_id != x"])
  func absentFieldsDiffer(clause: String) throws {
    try check(CardProbe.wire(), clause, true)
  }

  @Test func aMissingCreationTimeIsBeforeAndAfterNothing() throws {
    let card = #"{"id":"a","tp":"short_news"}"#
    for sign in ["=", "<", "<=", ">", ">="] { try check(card, "created \(sign) 7d", false) }
    try check(card, "created != 7d", true)
  }

  @Test(arguments: [
    ("pinned", true), ("pinned = true", true), ("pinned != true", false),
    ("pinned = false", false), ("pinned != false", true), ("pinned = 'true'", true),
    ("viewed", false), ("viewed = false", true), ("viewed != true", true), ("test", false),
    ("removed = false", true), ("expired", false), ("expired = false", true),
    ("open_url_in_webview", false),
  ])
  func flagsAreTrueOrFalse(clause: String, expected: Bool) throws {
    try check(CardProbe.wire(#""p":1,"v":"0","uw":null"#), clause, expected)
  }

  @Test(
    arguments: [
      ("type = classic_image", true), ("type = short_news", true), ("type = CLASSIC", false),
      ("type = classic", false), ("type != classic", true), ("type != Classic", true),
      ("type = unknown", false), ("type != unknown", true), ("type ^= classic_", true),
      ("type", true), ("shape = wire", true), ("shape = WIRE", true), ("shape != web", true),
      ("shape $= re", true), ("class_type = Coupon_Code", true), ("class_type = coupon_code", true),
      ("class_type != COUPON_CODE", false), ("class_type ^= coupon", true),
      ("class_type $= CODE", true), ("class_type *= n_c", true), ("class_type ~= ON_c", true),
      ("campaign_id ~= x", false), ("class_type < COUPON_CODF", true),
      ("class_type >= coupon_codf", false), ("class_type > 5", true), ("class_type = other", false),
      ("path", false), ("line", false), ("line != 3", true), ("path != x", true),
      ("line > 0", false),
      ("payload_size = 36.0", true), ("payload_size < 100", true), ("payload_size > 100", false),
      ("extras.flag", true), ("extras.flag = false", true), ("extras.o = {\"a\":[1,2]}", true),
      ("extras.o", true), ("extras.o > 5", false), ("extras *= \"flag\":false", true),
      ("extras", true),
      ("image = x.png", true), ("id = card-1", true), ("id = card-2", false),
    ] as [(String, Bool)])
  func everyFieldCanBeAsked(clause: String, expected: Bool) throws {
    let card = CardProbe.wire(
      #""i":"x.png","e":{"class_type":"Coupon_Code", "flag" : false, "o":{"a": [1, 2]}}"#)
    try check(card, clause, expected)
  }

  @Test(arguments: [
    ("type = unknown", true, false), ("type != unknown", false, true),
    ("type = classic", false, false), ("type != classic", true, true), ("type", true, false),
    ("type ^= vid", true, false), ("type *= unknown", false, false),
  ])
  func typesMayBeUnknownOrMissing(clause: String, ofUnknown: Bool, ofTombstone: Bool) throws {
    try check(#"{"id":"a","tp":"video","ca":1}"#, clause, ofUnknown)
    try check(#"{"id":"a","r":true}"#, clause, ofTombstone)
  }

  @Test func aBareFlagOfTheExtrasAsksForPresence() throws {
    try check(CardProbe.wire(extras: #""k":false"#), "extras.k", true)
  }
}
