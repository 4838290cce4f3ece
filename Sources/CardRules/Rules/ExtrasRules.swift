import CardProcessing
import CardJSON
import ContentCardKit

// The rules for extras.
extension Rule {
  static let extrasForm = Rule(
    id: "extras/form", severity: .error, source: PublicPage.cordovaPlugin,
    exceptions: [.warning: "for an object of JSON inside a string"],
    summary: "require an object as extras",
    reason: "Without extras the app does not know the purpose of a card. Only the Cordova plugin "
      + "on iOS gives extras as a string of JSON; other code finds nothing in them.",
    bad: .card(#""e":⟦["class_type"]⟧"#), right: #"{"class_type":"group"}"#)

  static let extrasNotString = Rule(
    id: "extras/not-string", severity: .error, source: PublicPage.flutterCard, traits: .fixed,
    exceptions: [.info: "for plain values in the web SDK's own cards"],
    summary: "require strings as values of the extras",
    reason: "The dashboard stores strings and SDKs document them: Flutter drops any other value, "
      + "and the guide's code, which casts to String, finds nothing.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"discount":⟦10⟧}}"#,
    right: #""10""#)

  static let extrasJSON = Rule(
    id: "extras/json-value", severity: .warning, source: PublicPage.valuesOfJSON,
    summary: "disallow JSON in values of the extras",
    reason: "Braze advises against JSON inside a value: every app has to parse it, its quotes "
      + "count against the 2 KB, and one typo makes it unreadable. Give each part a key.",
    bad: .card(created: 1, #""e":{"style":⟦"{\"color\":\"red\"}"⟧}"#), right: #""{bold} red""#)

  static let extrasKeyEmpty = Rule(
    id: "extras/key-empty", severity: .warning, source: PublicPage.creation,
    summary: "disallow blank keys in extras",
    reason: "No app reads a blank key, so the value is lost.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{⟦""⟧:"10"}}"#,
    right: #""discount""#)

  static let extrasKeySpelling = Rule(
    id: "extras/key-spelling", severity: .warning, source: PublicPage.demoApp,
    summary: "disallow extras keys that differ from known ones only by case or spaces",
    reason: "Apps compare keys exactly: \"Class_Type\" is not found, and the card has no class "
      + "type.",
    bad: .card(created: 1, #""e":{⟦"Class_Type"⟧:"group"}"#), right: #""class_type""#)

  static let extrasKeyUnknown = Rule(
    id: "extras/key-unknown", severity: .warning, source: PublicPage.demoApp,
    summary: "disallow extras keys that are almost those of the card's class",
    reason: "The app looks keys up by their exact names. A value under a misspelled key is not "
      + "found, and the card's object lacks it.",
    bad: .card(created: 1, #""e":{"class_type":"coupon_code",⟦"discount_percentge"⟧:"10"}"#),
    right: #""discount_percentage""#)
}

extension CardCheck {
  /// The extras of a card.
  static let extras = CardCheck(scope: .content) { context, findings in
    let card = context.card
    // Rules for requests check the kind of each value.
    if context.fields.isOdd(.extras), context.shape != .rest { checkForm(context, &findings) }
    guard let extras = card.extras else { return }
    let document = extras.document
    // Readers take different values of a duplicate key.
    lazy var hasUniqueKeys = DuplicateKeys.areAbsent(of: extras)
    card.forEachExtraNode { value in
      checkKey(value, document, context, &findings)
      if document.kind(value) != .string {
        let isFixable = checkKind(value, context, &findings)
        if isFixable, hasUniqueKeys {
          findings.correct(.value(value), to: "\"\(document.raw(value).text)\"")
        }
      } else if isJSON(value, document) {
        findings.report(
          .extrasJSON, at: value, inExtras: true,
          "the value is JSON; Braze advises to give each part a key")
      }
    }
  }

  private static func checkForm(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.valueNode(of: .extras)
    guard node != 0, context.document.kind(node) != .object else { return }
    guard context.document.kind(node) == .string, context.card.extras != nil else {
      let found = context.document[node].shown
      return findings.report(.extrasForm, at: node, "expected an object, found \(found)")
    }
    // The Cordova plugin writes them so on iOS.
    if context.shape == .cordova { return }
    findings.report(
      .extrasForm, at: node, severity: .warning,
      "the extras are a string that holds JSON, not an object")
  }

  /// Reports a value that is not a string; returns whether quotes would fix it.
  private static func checkKind(
    _ value: Int, _ context: CardContext, _ findings: inout FindingSink
  ) -> Bool {
    let (card, document) = (context.card, context.card.extrasDocument)
    let kind = document.kind(value)
    if kind == .object || kind == .array {
      findings.report(
        .extrasNotString, at: value, inExtras: true,
        "expected a string, found \(kind.noun); flatten it into keys")
      return false
    }
    let shown = document[value].shown
    // Apps of the web SDK keep other scalars too.
    let isTolerant = context.shape == .web || context.shape == .webStorage
    findings.report(
      .extrasNotString, at: value, inExtras: true, severity: isTolerant ? .info : nil,
      "expected a string, found \(shown); "
        + (kind == .null ? "leave the key out" : "write \"\(shown)\""))
    return kind != .null && !isTolerant && !card.hasDecodedExtras
  }

  /// Whether a string is a JSON object or array.
  private static func isJSON(_ node: Int, _ document: JSONDocument) -> Bool {
    guard document.word(node).extent > 1 else { return false }
    let content = document.content(node)
    switch (content[0], content[content.count - 1]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")): break
    default: return false
    }
    var text = document.decoded(node)
    var scanner = JSONScanner()
    let view = text.sealed()
    guard case .value(let end) = scanner.scan(view) else { return false }
    return end == view.count
  }

  /// Reports a key that is blank, or that differs from a known one only by case and separators.
  private static func checkKey(
    _ value: Int, _ document: JSONDocument, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let key = document.content(value - 1)
    if key.count > 0, key[0] < 0x80, !key.holds(.oddInName) { return }
    if document.string(value - 1).unicodeScalars.allSatisfy(BlankText.isBlank) {
      return findings.report(.extrasKeyEmpty, at: .key(value), inExtras: true, "the key is blank")
    }
    let typeKey = context.card.classTypeKey
    if key == typeKey { return }
    var right: String?
    if isAlike(key, typeKey) {
      right = typeKey.text
    } else {
      right = ContentCardKey.known.lazy.map(\.rawValue).first { name in
        name != key.text && ByteBuffer(name.utf8).read { isAlike(key, $0) }
      }
    }
    guard let right else { return }
    findings.report(
      .extrasKeySpelling, at: .key(value), inExtras: true,
      "\(MessageText.quoted(key.text)) is spelled \"\(right)\"")
  }

  /// Whether two keys are equal except for case, surrounding spaces, and `-` or a space for `_`.
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

/// Characters that show nothing.
enum BlankText {
  /// Whether a character shows nothing.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      || scalar.properties.generalCategory == .format
  }

  /// Whether a text has neither leading nor trailing whitespace or invisible characters.
  static func isTrimmed(_ text: ByteView) -> Bool {
    guard text.count > 0 else { return true }
    let (first, last) = (text[0], text[text.count - 1])
    if first > 0x20, first < 0x7F, last > 0x20, last < 0x7F { return true }
    let scalars = text.text.unicodeScalars
    return ![scalars.first, scalars.last].contains { $0.map(isBlank) ?? false }
  }
}
