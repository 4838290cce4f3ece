import CardProcessing
import CardJSON
import ContentCardKit
import Foundation
import Testing

@testable import CardRules

/// A rule that is skipped because of a card's facts would not have found anything.
@Suite struct CardFactsTests {
  /// The findings of the cards of `bytes`, with and without skipping rules by facts.
  private struct Both: CardVisitor, ~Copyable {
    private let settings: CheckSettings
    private var checker: CardChecker
    var quick = FindingSink()
    var whole = FindingSink()
    var cards = 0

    init(_ settings: CheckSettings) {
      self.settings = settings
      checker = CardChecker(.builtIn, typeKey: "class_type", isActive: { _ in true })
    }

    mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
      cards += 1
      quick.enter(card, at: DocumentOrigin(base: offset), record: cards)
      checker.check(CardContext(card, settings, using: &checker.extras), &quick)
      whole.enter(card, at: DocumentOrigin(base: offset), record: cards)
      let context = CardContext(card, settings, using: &checker.extras, isLookedOver: false)
      checker.check(context, &whole)
    }

    mutating func visitOther(_ document: JSONDocument, at offset: Int, _ place: RecordPlace)
      -> Bool
    { true }
  }

  /// Compares the findings; returns the number of cards and of findings.
  private func compare(_ bytes: [UInt8], _ settings: CheckSettings = CheckSettings()) -> (
    cards: Int, findings: Int
  ) {
    var buffer = ByteBuffer(bytes)
    var reader = CardReader(ReadingOptions(), Both(settings))
    _ = reader.read(Block(buffer.sealed()))
    let different = zip(reader.visitor.quick.findings, reader.visitor.whole.findings).first {
      $0 != $1
    }
    #expect(different == nil)
    #expect(reader.visitor.quick.findings.count == reader.visitor.whole.findings.count)
    return (reader.visitor.cards, reader.visitor.whole.findings.count)
  }

  @Test(arguments: Rules.ids) func examplesGiveTheSame(_ id: String) throws {
    let rule = try #require(Rules.rule(id)?.text)
    for example in [rule.bad, rule.good] {
      let text = example.json.filter { $0 != "⟦" && $0 != "⟧" }
      _ = compare(Array(text.utf8), example.settings)
    }
  }

  private static let feeds = ["validate", "shapes"].flatMap {
    (try? CardProbe.fixtures(in: $0)) ?? []
  }

  @Test(arguments: feeds) func feedsGiveTheSame(_ name: String) throws {
    #expect(compare(try CardProbe.fixture(name)).cards > 0)
  }

  /// Replacements of a value.
  private static let values = [
    "null", "true", "false", "0", "1", "-1", "1.5", "0.0", "1e3", "-0", "1701861950000",
    "99999999999", "\"\"", "\" \"", "\"1\"", "\"true\"", "\"-1\"", "\"http://example.com/a\"",
    "\"HTTPS://example.com/a.png\"", "\"https://example.com/a b\"", "\"https://\"",
    "\"https://example.com/a.gif\"", "\"https://example.com/a.PNG?x#y\"",
    "\"https://example.com/a.svg#.png\"", "\"https:\\/\\/example.com\\/a.bmp\"", "\"{{a}}\"",
    "\"\\u007b\\u007Ba}}\"", "\"{\\\"a\\\":1}\"", "\"[1]\"", "\" group\"", "\"group\\n\"",
    "\"Control\"", "\"control\"", "\"banner_image\"", "\"BANNER\"", "\"text_announcement\"",
    "\"2026-11-20T09:00:00Z\"", "[]", "{}", "{\"a\":1,\"a\":2}", "{\"class_type\":\"\"}",
    "[{\"a\":1,\"a\":2}]", "{\"a\":{\"b\":1,\"b\":2}}",
    "{\"Class_Type\":\"group\",\" \":\"\",\"\":1,\"é-ä\":\"\",\"a@b[c\":\"\"}",
  ]

  private static let cards = [
    #"""
    {"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA==",\#
    "tp":"short_news","v":true,"cl":false,"p":false,"db":true,"d":false,"r":false,\#
    "t":false,"ca":1701861950,"ea":-1,"tt":"A","ds":"B","i":"https://example.com/a.png",\#
    "ar":1.5,"u":"https://example.com/","uw":false,"dm":"C","e":{"class_type":"group",\#
    "key":"value"}}
    """#,
    #"""
    {"id":"a","created":1701861950,"expiresAt":1701961950,"viewed":false,"clicked":false,\#
    "pinned":false,"dismissed":false,"dismissible":true,"url":"https://example.com/",\#
    "openURLInWebView":false,"isControl":false,"isTest":false,\#
    "extras":{"class_type":"group"},"type":"Classic","title":"A","cardDescription":"B"}
    """#,
    #"""
    {"id":"a","viewed":false,"title":"A","description":"B",\#
    "imageUrl":"https://example.com/a.jpg","url":null,"linkText":"",\#
    "updated":"2026-11-20T09:00:00.000Z","expiresAt":null,"extras":{"class_type":"group"}}
    """#,
    #"""
    {"id":"a","type":"classic","class_type":"group","title":"A","description":"B",\#
    "created":1701861950,"open_url_in_webview":false,"extras":{"a":"b"}}
    """#,
  ]

  /// Replaces every value of a card with each of the values, and every key with another one.
  @Test(arguments: cards) func damagedCardsGiveTheSame(_ card: String) throws {
    var lines: [String] = []
    for range in Self.valueRanges(of: card) {
      for value in Self.values { lines.append(card.replacingCharacters(in: range, with: value)) }
    }
    for (key, other) in [
      ("\"dismiss", "\"x\":{},\"dismiss"), ("dismissible", "dismissable"), ("\"tt\"", "\"i\""),
      ("\"id\"", "\"id\":1,\"id\""), ("\"p\"", "\"extras\""), ("class_type", "Class-Type"),
      ("\"key\"", "\"class_type\""), ("\"title\"", "\"titel\""),
    ] {
      lines.append(card.replacing(key, with: other))
    }
    var found = 0
    for template in [false, true] {
      for profile in [nil] + Profile.allCases.map(Optional.some) {
        var settings = CheckSettings()
        settings.isTemplate = template
        settings.profiles = ProfileSet(profile.map { [$0] } ?? [])
        settings.now = 1_800_000_000_000
        settings.maximumPayload = profile == nil ? 2048 : 40
        let result = compare(Array(lines.joined(separator: "\n").utf8), settings)
        found += result.findings
        #expect(result.cards > lines.count / 2)
      }
    }
    #expect(found > lines.count)
  }

  /// The ranges of the values of the card, including those of the extras.
  private static func valueRanges(of card: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var buffer = ByteBuffer(Array(card.utf8))
    var scanner = JSONScanner()
    let view = buffer.sealed()
    guard case .value = scanner.scan(view) else { return [] }
    let document = scanner.document
    func add(_ object: Int) {
      document.forEachMember(of: object) { _, value in
        let bytes = document.range(value)
        let start = card.utf8.index(card.startIndex, offsetBy: bytes.lowerBound)
        ranges.append(start..<card.utf8.index(start, offsetBy: bytes.count))
        add(value)
      }
    }
    add(0)
    return ranges
  }
}
