import CardProcessing
import CardJSON
import ContentCardKit

/// Booleans are `true` or `false`.
enum BooleanForm: CardRule {
  static let text = RuleText(
    id: "card/boolean-form", severity: .warning,
    summary: "flags are true or false, not 0, 1 or text",
    reason: "The Swift SDK rejects a card whose flags are of another type, Flutter takes them for "
      + "false.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"v":⟦"true"⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"v":true,"tt":"A","ds":"B"}"#,
    source: PublicPage.flutterCard)

  static let facts = CardFacts.oddFlag
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let fields = fields
    let isOfWeb = context.shape == .web || context.shape == .webStorage
    for index in 0..<fields.count {
      let field = fields[index]
      let node = context.card.writtenNode(of: field)
      // Servers write null for what concerns a missing link, the web SDK for what it was not told.
      let mayBeNull = field == .opensURLInWebView || isOfWeb
      if mayBeNull, node != 0, context.document.kind(node) == .null { continue }
      check(node, context, &findings)
    }
    check(context.card.controlNode, context, &findings)
  }

  private static func check(
    _ node: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    guard node != 0 else { return }
    let kind = context.document.kind(node)
    if kind == .true || kind == .false { return }
    let text = MessageText.json(node, of: context.document)
    switch context.document.string(node) {
    case "0", "false": findings.report(self, at: .value(node), "write false instead of \(text)")
    case "1", "true": findings.report(self, at: .value(node), "write true instead of \(text)")
    default:
      findings.report(
        self, at: .value(node), "expected true or false, found \(text), which is read as false")
    }
  }

  private static let fields = PermanentTable(CardField.allCases.filter { $0.content == .boolean })
}

/// Texts are strings.
enum TextForm: CardRule {
  static let text = RuleText(
    id: "card/text-form", severity: .warning,
    exceptions: [RuleException(.error, "for objects and arrays")],
    summary: "ids, titles, texts, images and links are strings",
    reason: "An SDK that expects a string drops the value or the whole card.",
    bad: #"{"id":⟦17⟧,"tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    good: #"{"id":"17","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.flutterCard)

  static let facts: CardFacts = [.oddText, .oddID]
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let fields = fields
    for index in 0..<fields.count {
      let node = context.card.valueNode(of: fields[index])
      guard node != 0 else { continue }
      switch context.document.kind(node) {
      case .string, .null, .end: continue
      case .number, .true, .false:
        findings.report(
          self, at: .value(node),
          "expected a string, found \(MessageText.json(node, of: context.document))")
      case .object, .array:
        findings.report(
          self, at: .value(node), severity: .error,
          "expected a string, found \(context.document.kind(node).noun)")
      }
    }
  }

  /// The type is left to the rules for types.
  private static let fields = PermanentTable(
    CardField.allCases.filter { $0.content == .text && $0 != .type && $0 != .classType })
}

/// A link that is not there is left out.
enum NullLink: CardRule {
  static let text = RuleText(
    id: "card/null-link", severity: .info, isOnByDefault: false,
    summary: "an absent link is left out, not null",
    reason: "Servers send null for a card without a link, and SDKs cope with it; hand-written "
      + "readers of cards often do not.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"u":⟦null⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"u":"","tt":"A","ds":"B"}"#,
    source: PublicPage.unityCard)

  static let facts: CardFacts = [.noLink, .oddFlag]
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    check(.url, context, &findings)
    check(.opensURLInWebView, context, &findings)
  }

  private static func check(
    _ field: CardField, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let node = context.card.writtenNode(of: field)
    guard node != 0, context.document.kind(node) == .null, !context.card.isNullUsual(for: field)
    else { return }
    findings.report(self, at: .value(node), "\"\(context.key(of: field))\" is null, read as absent")
  }
}

/// The keys of a card are those of its shape.
enum UnknownKey: CardRule {
  static let text = RuleText(
    id: "card/unknown-key", severity: .warning,
    summary: "the keys of a card are those that its shape has",
    reason: "A key that no SDK reads is most often a slip: the value it was meant for is missing.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",⟦"extras"⟧:{}}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B","e":{}}"#,
    source: PublicPage.formatsManual)

  static let facts = CardFacts.oddKey
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    let document = context.document
    var count = 0
    document.forEachMember(of: card.node) { _, _ in count += 1 }
    guard count != context.fields.keyCount else { return }
    let keys = ShapeKeyList.of(context.shape)
    document.forEachMember(of: card.node) { key, value in
      if CardText(key, of: document).withText({ keys.contains($0) }) { return }
      let name = document.string(key)
      guard !isPrivate(name, in: context.shape), !document.namesSchema(value, of: card.node)
      else { return }
      findings.report(self, at: .key(value), keys.message(for: name, in: card))
    }
  }

  /// The web SDK keeps minified keys of its own in the cards that apps dump.
  private static func isPrivate(_ name: String, in shape: Shape) -> Bool {
    guard name.utf8.count <= privateLength else { return false }
    if shape == .wire {
      // Plugins hand such cards on in the wire form, whose own keys have no capitals.
      return name != name.lowercased() && !ShapeKeyList.of(shape).contains(name.lowercased())
    }
    return (shape == .web || shape == .webStorage)
      && name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x24 || $0 == 0x5F }
  }

  /// The longest minified key, in bytes.
  private static let privateLength = 4
}

/// What SDKs have given up is not used.
enum Deprecated: CardRule {
  static let text = RuleText(
    id: "card/deprecated", severity: .warning,
    summary: "a card uses no names that the SDKs have given up",
    reason: "Newer SDKs do not have the name: code that asks for it finds nothing.",
    bad:
      #"""
      {"id":"a","created":1701861950,"openURLInWebView":false,"type":⟦"Banner"⟧,
      "image":"https://example.com/a.png","imageAspectRatio":2}
      """#,
    good:
      #"""
      {"id":"a","created":1701861950,"openURLInWebView":false,"type":"ImageOnly",
      "image":"https://example.com/a.png","imageAspectRatio":2}
      """#,
    source: PublicPage.reactNativeChanges)

  static let facts = CardFacts.formerName
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.shape == .reactNative || context.shape == .cordova
    else { return }
    let node = context.stringNode(of: .type)
    guard node != 0, context.document.content(node) == ByteView("Banner") else { return }
    findings.report(
      self, at: .value(node), "the type \"Banner\" is \"ImageOnly\" since React Native 8.0.0")
  }
}

/// The key is `dismissible`.
enum DismissableSpelling: CardRule {
  static let text = RuleText(
    id: "card/dismissable", severity: .warning,
    summary: "the key is spelt dismissible",
    reason: "The guide and its demo app mix both spellings; code that asks for one does not find "
      + "the other, and the card cannot be dismissed.",
    bad:
      #"""
      {"idString":"a","created":1701861950,⟦"dismissable"⟧:true,"title":"A",
      "cardDescription":"B"}
      """#,
    good:
      #"""
      {"idString":"a","created":1701861950,"dismissible":true,"title":"A",
      "cardDescription":"B"}
      """#,
    source: PublicPage.androidDemoApp)

  static let facts = CardFacts.formerName
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.aliasNode(of: .dismissible)
    guard node != 0, context.document.text(node - 1, equals: ByteView("dismissable")) else {
      return
    }
    let isTwice = context.card.preferredNode(of: .dismissible) != 0
    findings.report(
      self, at: .key(node),
      isTwice
        ? "\"dismissable\" stands beside \"dismissible\", which is the one that counts"
        : "\"dismissable\" is spelt \"dismissible\"")
    let right = context.document.member(ByteView("dismissible"), of: context.card.node)
    if !isTwice, right == nil, context.hasUniqueKeys {
      findings.correct(.key(node), to: "\"dismissible\"")
    }
  }
}

/// A pinned card cannot be dismissed.
enum PinnedDismissible: CardRule {
  static let text = RuleText(
    id: "card/pinned-dismissible", severity: .warning,
    summary: "a card is not both pinned and dismissible",
    reason: "Users cannot dismiss a pinned card, so one of the two is not what was meant.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"p":true,"db":⟦true⟧,"tt":"A",
      "ds":"B"}
      """#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"p":true,"db":false,"tt":"A","ds":"B"}"#,
    source: PublicPage.behavior)

  static let facts = CardFacts.flags
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.card.flag(.pinned), context.card.flag(.dismissible) else { return }
    findings.report(
      self, at: .value(context.card.valueNode(of: .dismissible)),
      "the card is pinned, and a pinned card cannot be dismissed")
  }
}
