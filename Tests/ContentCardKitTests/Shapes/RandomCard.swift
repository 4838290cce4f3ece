import TestSupport

/// Writes random cards in cardctl's own shape, with realistic and unrealistic values.
struct RandomCard {
  var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &numbers)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &numbers) < percent
  }

  private static let texts = [
    "\"Two flat whites\"", "\"a, b\"", #""a \"quoted\" word""#, #""line\nbreak""#, #""caf\u00e9""#,
    "\"日本\"", #""\ud83d\ude00""#, "\" \"", #""back\\slash""#, "\"=1+1\"",
    "\"https://example.com/a\"",
  ]
  private static let times = [
    "0", "-5", "1701861950", "1701861950.5", "1701861950.123", "1701861950.0", "1764000000",
    "1701861950123", #""2023-12-06T11:25:50.120Z""#, #""2023-12-06""#, "253402300799", "1e9",
  ]
  private static let extras = [
    "{}", #"{"class_type":"coupon_code"}"#, #"{"class_type":"x","a":"b","n":1.50,"t":true}"#,
    #"{"nested":{"a":[1, 2]},"z":null,"e":""}"#, #"{"dup":"1","dup":"2"}"#,
    #"{"class_type":"a\u00e9\n"}"#, #"{ "class_type" : 12 }"#, #""{\"class_type\":\"text\"}""#,
    #"{"class_type":null,"a":"b"}"#,
  ]

  /// The next card as JSON.
  mutating func json() -> String {
    var members: [String] = []
    func add(_ key: String, _ value: String) { members.append("\"\(key)\":\(value)") }
    if chance(80) { add("id", pick(["\"card-1\"", "\"YQ==\"", #""a\"b""#, "17"])) }
    if chance(70) {
      let types = ["classic", "classic_image", "captioned_image", "image_only", "control"]
      add("type", "\"\(pick(types))\"")
    }
    for key in ["title", "description", "image", "image_alt", "url", "link_text", "language"]
    where chance(60) {
      add(key, pick(RandomCard.texts))
    }
    if chance(40) { add("image_aspect_ratio", pick(["1", "1.50", "0.5625", "\"1.5\"", "1E0"])) }
    if chance(70) { add("created", pick(RandomCard.times)) }
    if chance(60) { add("expires_at", pick(RandomCard.times + ["-1"])) }
    if chance(30) { add("class_type", pick(["\"group\"", "\"\"", "null", #""a\"b""#, "12"])) }
    for key in ["viewed", "clicked", "pinned", "dismissible", "dismissed", "removed", "test"] {
      if chance(70) { add(key, pick(["true", "false", "1", "\"true\""])) }
    }
    if chance(80) { add("extras", pick(RandomCard.extras)) }
    members.shuffle(using: &numbers)
    members.append("\"open_url_in_webview\":\(pick(["true", "false"]))")
    return "{" + members.joined(separator: ",") + "}"
  }
}
