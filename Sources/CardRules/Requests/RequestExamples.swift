// Examples of rules for requests that are long or alike.
extension Rule {
  /// `{"type":"requestPushPermission"}` in a link to actions.
  static let requestPushPermission =
    "ewAiAHQAeQBwAGUAIgA6ACIAcgBlAHEAdQBlAHMAdABQAHUAcwBoAFAAZQByAG0AaQBzAHMAaQBvAG4AIgB9AA"

  /// `count` recipients, with commas between them.
  static func recipients(_ count: Int) -> String {
    (1...count).map { #"{"external_user_id":"example-user-\#($0)"}"# }.joined(separator: ",")
  }

  /// `count` events, with commas between them.
  static func events(_ count: Int) -> String {
    let event = #"{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z"}"#
    return [String](repeating: event, count: count).joined(separator: ",")
  }

  /// `count` numbers, with commas between them.
  static func items(_ count: Int) -> String { String(repeating: "100,", count: count - 1) + "100" }

  /// A text of `count` times the same letter.
  static func letters(_ count: Int, _ letter: Character = "a") -> String {
    String(repeating: letter, count: count)
  }
}

extension RuleExample {
  /// A card of a request with these members after its type, title and description.
  static func classic(
    _ members: String, _ settings: CheckSettings = CheckSettings()
  ) -> RuleExample {
    RuleExample(#"{"type":"CLASSIC","title":"Hi","description":"There",\#(members)}"#, settings)
  }

  /// A request of a campaign with these members.
  static func campaign(
    _ members: String, _ settings: CheckSettings = CheckSettings()
  ) -> RuleExample { RuleExample(#"{"campaign_id":"c",\#(members)}"#, settings) }

  /// A request to send to one recipient that has more members.
  static func recipient(_ members: String) -> RuleExample {
    RuleExample(
      #"{"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",\#n\#(members)}]}"#)
  }

  /// A body with one event of this name, as JSON.
  static func named(_ name: String) -> RuleExample {
    RuleExample(#"{"events":[{"external_id":"u","time":"2026-11-21T10:00:00Z","name":\#(name)}]}"#)
  }

  /// A body with one purchase of this quantity.
  static func purchase(_ quantity: String) -> RuleExample {
    RuleExample(
      #"{"purchases":[{"external_id":"u","product_id":"example","currency":"EUR","price":1.5,"#
        + #""time":"2026-11-21T10:00:00Z","quantity":\#(quantity)}]}"#)
  }

  /// A body with one event that has these properties.
  static func event(_ properties: String) -> RuleExample {
    RuleExample(
      #"{"events":[{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z",\#n"#
        + #""properties":\#(properties)}]}"#)
  }
}

extension CheckSettings {
  /// Noon of 21 November 2026, for examples that depend on the time.
  static let noonOfAnExample = example {
    $0.now = 1_795_262_400_000
    $0.isNowGiven = true
  }
}
