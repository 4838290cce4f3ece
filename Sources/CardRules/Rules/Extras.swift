import CardProcessing
import CardJSON
import ContentCardKit

/// The extras are an object.
enum ExtrasForm: CardRule {
  static let text = RuleText(
    id: "extras/form", severity: .error,
    exceptions: [RuleException(.warning, "for an object of JSON inside a string")],
    summary: "the extras are an object of key-value pairs",
    reason: "Without extras the app cannot tell what a card is for. Extras as a string that holds "
      + "JSON are what the Cordova plugin gives on iOS; elsewhere code looks into them in vain.",
    bad: .card(#""e":⟦["class_type"]⟧"#),
    good: .card(#""e":{"class_type":"group"}"#),
    source: PublicPage.cordovaPlugin)

  static let scope = CardScope.content
  static let facts = CardFacts.oddExtras
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.valueNode(of: .extras)
    // Of a request the type of every value is checked anyway.
    guard node != 0, context.shape != .rest else { return }
    switch context.document.kind(node) {
    case .object: return
    case .string where context.card.extrasNode != 0:
      // The Cordova plugin writes them so on iOS.
      if context.shape == .cordova { return }
      findings.report(
        self, at: .value(node), severity: .warning,
        "the extras are a string that holds JSON, not an object")
    default:
      let found = MessageText.json(node, of: context.document)
      findings.report(self, at: .value(node), "expected an object, found \(found)")
    }
  }
}

/// The values of the extras are strings.
enum ExtrasNotString: CardRule {
  static let text = RuleText(
    id: "extras/not-string", severity: .error,
    exceptions: [RuleException(.info, "for plain values in the web SDK's own cards")],
    summary: "the values of the extras are strings",
    reason: "The dashboard stores strings and SDKs promise them: Flutter drops any other value, "
      + "and the guide's code, which casts to String, finds nothing.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"discount":⟦10⟧}}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"discount":"10"}}"#,
    source: PublicPage.flutterCard)

  static let scope = CardScope.content
  static let facts = CardFacts.oddExtra
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    // Apps of the web SDK keep other scalars too.
    let isTolerant = context.shape == .web || context.shape == .webStorage
    // Of a key that is there twice readers take different values.
    lazy var isPlain =
      !isTolerant && !context.card.hasDecodedExtras
      && DuplicateKeys.areAbsent(of: context.card.extrasNode, in: document)
    context.card.forEachExtraNode { value in
      switch document.kind(value) {
      case .string: break
      case .number, .true, .false, .null, .end:
        let shown = MessageText.json(value, of: document)
        let isNull = document.kind(value) == .null
        findings.report(
          self, at: .value(value), inExtras: true, severity: isTolerant ? .info : nil,
          "expected a string, found \(shown); "
            + (isNull ? "leave the key out" : "write \"\(shown)\""))
        if !isNull, isPlain {
          findings.correct(.value(value), to: "\"\(document.raw(value).text)\"")
        }
      case .object, .array:
        let kind = document.kind(value).noun
        findings.report(
          self, at: .value(value), inExtras: true,
          "expected a string, found \(kind); flatten it into keys")
      }
    }
  }
}

/// The values of the extras are not JSON themselves.
enum ExtrasJSON: CardRule {
  static let text = RuleText(
    id: "extras/json-value", severity: .warning,
    summary: "the values of the extras hold no JSON",
    reason: "Braze advises against JSON inside a value: every app has to parse it, its quotes "
      + "count against the 2 KB, and one slip makes it unreadable. Give each part a key.",
    bad: .card(created: 1, #""e":{"style":⟦"{\"color\":\"red\"}"⟧}"#),
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"style":"{bold} red"}}"#,
    source: PublicPage.valuesOfJSON)

  static let scope = CardScope.content
  static let facts = CardFacts.bracket
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    context.card.forEachExtraNode { value in
      if mayBeJSON(value, document), isJSON(value, document) {
        findings.report(
          self, at: .value(value), inExtras: true,
          "the value is JSON; Braze advises to give each part a key")
      }
    }
  }

  private static func mayBeJSON(_ node: Int, _ document: JSONDocument) -> Bool {
    guard document.kind(node) == .string, document.word(node).extent > 1 else { return false }
    let content = document.content(node)
    let last = content[content.count - 1]
    switch content[0] {
    case UInt8(ascii: "{"): return last == UInt8(ascii: "}")
    case UInt8(ascii: "["): return last == UInt8(ascii: "]")
    default: return false
    }
  }

  private static func isJSON(_ node: Int, _ document: JSONDocument) -> Bool {
    var text = document.decoded(node)
    var scanner = JSONScanner()
    let view = text.sealed()
    guard case .value(let end) = scanner.scan(view) else { return false }
    return end == view.count
  }
}

/// The keys of the extras are not empty.
enum ExtrasKeyEmpty: CardRule {
  static let text = RuleText(
    id: "extras/key-empty", severity: .warning,
    summary: "the keys of the extras are not blank",
    reason: "Nobody asks for a blank key: the value was meant for another one.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{⟦""⟧:"10"}}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"discount":"10"}}"#,
    source: PublicPage.creation)

  static let scope = CardScope.content
  static let facts = CardFacts.oddExtrasKey
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    context.card.forEachExtraNode { value in
      let key = document.content(value - 1)
      let isOdd =
        key.count > 0 && (key[0] <= 0x20 || key[0] == UInt8(ascii: "\\") || key[0] >= 0x80)
      if key.count == 0
        || isOdd && document.string(value - 1).unicodeScalars.allSatisfy(ClassTypeSpaces.isBlank)
      {
        findings.report(self, at: .key(value), inExtras: true, "the key is blank")
      }
    }
  }
}

/// The keys of the extras are written as the app asks for them.
enum ExtrasKeySpelling: CardRule {
  static let text = RuleText(
    id: "extras/key-spelling", severity: .warning,
    summary: "keys of the extras do not differ from known ones by letter case or spaces alone",
    reason: "Apps look keys up to the letter: \"Class_Type\" is not found, and the card is taken "
      + "for one of no class.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{⟦"Class_Type"⟧:"group"}}"#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":"group"}}"#,
    source: PublicPage.demoApp)

  static let scope = CardScope.content
  static let facts = CardFacts.oddExtrasKey
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    context.card.forEachExtraNode { value in
      let key = document.content(value - 1)
      if mayBeMisspelt(key) { check(key, value: value, context: context, findings: &findings) }
    }
  }

  /// Whether the key has capital letters, spaces or hyphens: the known keys have none.
  private static func mayBeMisspelt(_ key: ByteView) -> Bool {
    for index in 0..<key.count {
      let byte = key[index]
      if byte == 0x20 || byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "A") < 26 {
        return true
      }
    }
    return false
  }

  private static func check(
    _ key: ByteView, value: Int, context: CardContext, findings: inout FindingSink
  ) {
    let typeKey = context.card.classTypeKey
    if key == typeKey { return }
    if isAlike(key, typeKey) {
      return findings.report(
        self, at: .key(value), inExtras: true,
        "\(MessageText.quoted(key.text)) is spelled \"\(typeKey.text)\"")
    }
    for known in ContentCardKey.known {
      let name = ByteBuffer(known.rawValue.utf8)
      guard known.rawValue != key.text, name.read({ isAlike(key, $0) }) else { continue }
      return findings.report(
        self, at: .key(value), inExtras: true,
        "\(MessageText.quoted(key.text)) is spelled \"\(known.rawValue)\"")
    }
  }

  /// Whether two keys are the same but for letter case, spaces round them, and `-` or a space for
  /// `_`.
  static func isAlike(_ key: ByteView, _ name: ByteView) -> Bool {
    let key = JSONNumber.trimmed(key)
    guard key.count == name.count else { return false }
    for index in 0..<key.count {
      let byte = key[index] == 0x20 || key[index] == 0x2D ? 0x5F : key[index]
      guard ByteView.lowercased(byte) == ByteView.lowercased(name[index]) else { return false }
    }
    return true
  }
}

/// The keys of the extras are those that the card's class reads.
enum ExtrasKeyUnknown: Rule {
  static let text = RuleText(
    id: "extras/key-unknown", severity: .warning,
    summary: "disallow extras keys that are almost those of the card's class",
    reason: "The app looks keys up by their exact names. A value under a misspelled key is not "
      + "found, and the card's object lacks it.",
    bad: .card(created: 1, #""e":{"class_type":"coupon_code",⟦"discount_percentge"⟧:"10"}"#),
    good: .card(created: 1, #""e":{"class_type":"coupon_code","discount_percentage":"10"}"#),
    source: PublicPage.demoApp)
}
