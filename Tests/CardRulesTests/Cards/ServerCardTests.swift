import Testing

@testable import CardRules

/// Cards as a server sends them give no findings.
@Suite struct ServerCardTests {
  /// Base64 of `65705a3e420133004b30fc7N_$_cc=1&mv=2&pi=cmp`, each of another campaign.
  private static func id(_ number: Int) -> String {
    let digit = ["w", "x", "y", "z", "0", "1", "2", "3", "4", "5"][number]
    return "NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzc\(digit)XyRfY2M9MSZtdj0yJnBpPWNtcA=="
  }

  private static func card(_ number: Int, _ type: String, _ members: String) -> String {
    #"""
    {"id":"\#(id(number))","v":false,"db":true,"r":false,"ca":1732000000,"p":false,
    "ea":1734000000,"e":{},"t":false,"tp":"\#(type)","cl":false,"d":false,\#(members)}
    """#
  }

  private static let image = #""i":"https://cdn.example.com/a.png""#
  private static let link = #""u":"https://example.com/","uw":true,"dm":"See more""#

  /// Ten ordinary cards: with and without links, control cards, read and pinned ones.
  static let cards = [
    card(0, "text_announcement", #""tt":"Winter roast","ds":"It is back","u":null,"uw":null"#),
    card(1, "text_announcement", #""tt":"Winter roast","ds":"It is back",\#(link)"#),
    card(2, "short_news", #""tt":"Winter roast","ds":"It is back",\#(image),\#(link)"#),
    card(3, "short_news", #""tt":"Winter roast","ds":"It is back",\#(image),"ar":1.0,"u":null"#),
    card(4, "short_news", #""tt":"Winter roast","ds":"It is back",\#(image),"ar":1.5,"u":null"#),
    card(5, "captioned_image", #""tt":"Winter roast","ds":"It is back",\#(image),"ar":2,\#(link)"#),
    card(6, "captioned_image", #""tt":"","ds":"It is back",\#(image),"ar":0.75,"u":null"#),
    card(7, "banner_image", #"\#(image),"ar":6.0,"u":"https://example.com/","uw":false"#),
    card(8, "banner_image", #"\#(image),"ar":6.0,"u":null,"uw":null"#),
    #"{"id":"\#(id(9))","v":false,"db":true,"r":false,"ca":1732000000,"p":false,"ea":-1,"e":{},"t":false,"tp":"control"}"#,
  ]

  @Test(arguments: cards) func oneGivesNoFinding(_ card: String) {
    // Long after they have expired, as in an old dump.
    let findings = CardProbe(card) { $0.settings.now = 1_795_262_400_000 }.findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func aFullSyncGivesNoFinding() {
    let sync = #"""
      {"cards":[\#(Self.cards.joined(separator: ","))],"message":"success","full_sync":true,
      "last_full_sync_at":1732000001,"last_card_updated_at":1732000001}
      """#
    let findings = CardProbe(sync) { $0.settings.now = 1_733_000_000_000 }.findings
    #expect(findings.isEmpty, "\(findings)")
  }
}
