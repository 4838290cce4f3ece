import Foundation
import TestSupport

/// Cards generated from a seed: ordinary ones of all classes, some in unusual notation.
///
/// Every card is JSON on one line, exactly as `filter` must print it.
enum SampleCards {
  private static let words = [
    "roast", "café", "50 % off", #"\u00e9clair"#, #"tab\tstop"#, #"a \"quoted\" word"#, "☕️", "{[",
    "]}", "},{", "a,b", #"line\nbreak"#, #"back\\slash"#, #"\ud83d\ude00"#, "日本語", "<b>bold</b>",
    "oat milk", "“inside”", #"\/"#, "x", "free delivery over 30 euros",
  ]

  private static let classes = [
    #""class_type":"coupon_code","discount_percentage":"20""#,
    #""class_type":"Coupon_Code","discount_percentage":12.50"#,
    #""class_type":"home_tile","tile_title":"Tile","tile_image":"https://example.com/t.png""#,
    #""class_type":"ad_banner""#,
    #""class_type":"message_webview","html":"<p>[\"}]</p>""#,
    #""class_type":"message_full_page","message_header":"News""#,
    #""class_type":"group","group_style":"headline""#,
    #""class_type":"of nobody","nested":{"a":[1,{"b":"},{"}]}"#,
    #""stores":"Ulm, Bonn""#,
  ]

  /// Generated cards, the same for the same seed.
  ///
  /// - Parameter words: the maximum number of words of a description.
  static func make(_ count: Int, seed: UInt64 = 1, words: Int = 60) -> [String] {
    var generator = SeededNumbers(seed: seed)
    return (0..<count).map { card($0, words, &generator) }
  }

  private static func text(_ length: ClosedRange<Int>, _ generator: inout SeededNumbers) -> String {
    let count = Int.random(in: length, using: &generator)
    return (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
      .joined(separator: " ")
  }

  private static func card(_ number: Int, _ words: Int, _ generator: inout SeededNumbers) -> String
  {
    func coin() -> Bool { Bool.random(using: &generator) }
    let extras = classes.randomElement(using: &generator) ?? ""
    let created = 1_795_000_000 + Int.random(in: 0..<100_000, using: &generator)
    let title = text(1...4, &generator)
    let description = text(3...words, &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      return #"{"idString":"abk-\#(number)","viewed":\#(coin()),"created":\#(created),"#
        + #""title":"\#(title)","cardDescription":"\#(description)","expiresAt":-1,"#
        + #""dismissible":\#(coin()),"extras":{\#(extras)}}"#
    case 1:
      return #"{"id":"web-\#(number)","updated":"2026-11-19T08:00:00.000Z","title":"\#(title)","#
        + #""description":"\#(description)","linkText":null,"pinned":\#(coin()),"#
        + #""extras":{\#(extras)}}"#
    default:
      return #"{"id":"wire-\#(number)","tp":"captioned_image","tt":"\#(title)","#
        + #""ds":"\#(description)","i":"https://example.com/\#(number).png","ar":1.50,"#
        + #""ca":\#(created),"ea":-1,"p":\#(coin()),"db":\#(coin()),"cl":false,"#
        + #""n":[1E400,-0.0,{}],"e":{\#(extras)}}"#
    }
  }
}
