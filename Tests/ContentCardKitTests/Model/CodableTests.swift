import CardJSON
import ContentCardKitAsync
import Foundation
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// `JSONDecoder` reads the output of the tool to equal values, which are written the same again.
@Suite struct CodableTests {
  private static let feed = #"""
    {"cards":[
     {"id":"1","tp":"short_news","ca":1764000000.25,"ea":1764500000,"tt":"T","ds":"D","p":true,
      "i":"https://example.com/a.png","ar":1.50,"u":"app://x","v":true,"db":true,"dm":"example.com",
      "e":{"class_type":"coupon_code","discount_percentage":"12.5","n":1,"m":0.1,"l":[1,"x",null],
      "o":{"a":true,"b":{}},"z":null,"e":""}},
     {"id":"2","tp":"text_announcement","ca":1764000001,"ea":-1,"tt":"A","ds":"B",
      "e":{"class_type":"home_tile","tile_title":"T","tile_image":"a:b","tile_price":"4.250",
      "tile_tags":"tea, sale","tile_id":"7","tile_deeplink":"a:c","tile_detail":"D"}},
     {"id":"3","tp":"text_announcement","ca":1764000002,"tt":"A","ds":"B",
      "e":{"class_type":"group","group_style":"largerow"}},
     {"id":"4","tp":"captioned_image","ca":1764000003,"tt":"A","ds":"B","i":"a:b",
      "e":{"class_type":"message_full_page","message_header":"H"}},
     {"id":"5","tp":"short_news","ca":1764000004,"tt":"A","ds":"B","i":"a:b",
      "e":{"class_type":"message_webview","html":"<p>\"x\"</p>"}},
     {"id":"6","tp":"banner_image","ca":1764000005,"i":"a:b","e":{"class_type":"ad_banner"}},
     {"id":"7","tp":"control","ca":1764000006,"e":{"class_type":"ad_banner"}}
    ]}
    """#

  /// The output of `cardctl convert` for the feed's cards, one line per card.
  private func lines(_ write: @escaping (Card, inout ByteBuffer) -> Void) -> [Data] {
    var feed = ByteBuffer(Self.feed.utf8)
    var reader = CardReader(ReadingOptions(), Lines(write: write))
    _ = reader.read(Block(feed.sealed()))
    return reader.visitor.written
  }

  private struct Lines: CardVisitor {
    let write: (Card, inout ByteBuffer) -> Void
    private(set) var written: [Data] = []

    mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
      var line = ByteBuffer()
      write(card, &line)
      written.append(Data(line.view.text.utf8))
    }

    mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
      Issue.record("\(problem)")
    }
  }

  private func same<Value: Codable & Equatable>(_ line: Data, _ value: Value) throws {
    let decoder = JSONDecoder()
    #expect(try decoder.decode(Value.self, from: line) == value)
    // The lines of the tool and the library are equal, except for the order of keys.
    let written = try JSONEncoder().encode(value)
    let (left, right) = (
      try JSONSerialization.jsonObject(with: line) as? NSDictionary,
      try JSONSerialization.jsonObject(with: written) as? NSDictionary
    )
    #expect(left == right, "\(String(decoding: written, as: UTF8.self))")
  }

  @Test func cardsAreReadBack() throws {
    let writer = ShapeWriter(.card)
    let lines = lines { card, line in writer.append(card, to: &line) }
    let feed = ContentCardFeed(Self.feed)
    #expect(lines.count == 7)
    for (line, card) in zip(lines, feed.cards) { try same(line, card) }
  }

  @Test func everyFieldIsWritten() throws {
    let members = CardField.allCases.map { field in
      let value =
        switch field.content {
        case .text: field == .type ? "\"classic\"" : "\"x\""
        case .boolean: "true"
        case .number: "1.5"
        case .time: "1764000000"
        case .pairs: #"{"a":"b"}"#
        }
      return "\"\(field.name)\":\(value)"
    }
    let feed = ContentCardFeed("{\(members.joined(separator: ","))}")
    let card = try #require(feed.cards.first)
    let written = try JSONEncoder().encode(card)
    let object = try JSONSerialization.jsonObject(with: written) as? [String: Any]
    #expect(object.map { Set($0.keys) } == Set(CardField.allCases.map(\.name.description)))
    try same(written, card)
  }

  @Test func objectsAreReadBack() throws {
    var converter = ObjectWriter(.builtIn)
    let lines = lines { card, line in
      guard case .converted = converter.convert(card, to: &line) else { return }
    }
    let result = ContentCardFactory().convert(Self.feed)
    #expect(result.failures.isEmpty)
    #expect(result.objects.count == 7)
    for (line, object) in zip(lines, result.objects) {
      switch object {
      case let coupon as Coupon: try same(line, coupon)
      case let tile as Tile: try same(line, tile)
      case let group as Group: try same(line, group)
      case let page as FullPageMessage: try same(line, page)
      case let view as WebViewMessage: try same(line, view)
      case let ad as Ad: try same(line, ad)
      default: Issue.record("\(object)")
      }
    }
  }

  @Test func keysOfExtrasStayAsTheyAre() throws {
    let extras: [String: ContentCardValue] = [
      "tile_price": .pairs(["in_euro": .list([.pairs(["a_b": .null])])]), "camelCase": .flag(true),
    ]
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let json = try encoder.encode(extras)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([String: ContentCardValue].self, from: json) == extras)
    #expect(try JSONDecoder().decode([String: ContentCardValue].self, from: json) == extras)
  }

  @Test func aNumberThatIsTooLargeIsTheReason() throws {
    let json = Data(#"{"extras":{"price":[1E400]}}"#.utf8)
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(ContentCard.self, from: json)
    }
    guard case .dataCorrupted = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(arguments: [
    ("1", "1"), ("1.0", "1"), ("-5", "-5"), ("0.1", "0.1"), ("1e2", "100"), ("1.50", "1.5"),
    ("12345678901234567890123", #""12345678901234567890123""#), ("1e400", #""1e400""#),
    ("0.1000000000000000055", #""0.1000000000000000055""#),
    ("9007199254740993.0", "9007199254740993"),
  ])
  func numbersAreWrittenExactly(_ spelling: String, _ written: String) throws {
    let number = try #require(ContentCardNumber(spelling))
    let json = try JSONEncoder().encode([number])
    #expect(String(decoding: json, as: UTF8.self) == "[\(written)]")
    #expect(try JSONDecoder().decode([ContentCardNumber].self, from: json) == [number])
  }

  /// The result and the locations do not depend on how an input is cut.
  @Test func piecesOfAnInputAreReadAsOne() async throws {
    let bytes = Array((Self.feed + "\n{\"id\":\"8\",\n oops}\n" + Self.feed).utf8)
    func text(_ element: ContentCardElement) -> String {
      switch element {
      case .card(let card, let place): "\(place.line):\(place.column) \(card.id ?? "")"
      case .failure(let failure): "\(failure)"
      }
    }
    var whole = ContentCardReader()
    let expected = (whole.read(bytes) + whole.finish()).map(text)
    #expect(expected.count == 15)
    #expect(expected.contains { $0.hasPrefix("19:2: the key oops has no quotes") }, "\(expected)")
    for size in [1, 2, 7, 64, 333, 1500] {
      var reader = ContentCardReader()
      var found: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += reader.read(bytes[start..<min(start + size, bytes.count)]).map(text)
      }
      found += reader.finish().map(text)
      #expect(found == expected, "\(size)")
    }
    let chunks = AsyncStream<[UInt8]> { continuation in
      for start in stride(from: 0, to: bytes.count, by: 100) {
        continuation.yield(Array(bytes[start..<min(start + 100, bytes.count)]))
      }
      continuation.finish()
    }
    var streamed: [String] = []
    for try await element in ContentCardSequence(chunks) { streamed.append(text(element)) }
    #expect(streamed == expected)
  }
}
