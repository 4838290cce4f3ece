import CardProcessing
import CardJSON
import ContentCardKit

// The rules for flags, strings and keys.
extension Rule {
  static let booleanForm = Rule(
    id: "card/boolean-form", severity: .warning, source: PublicPage.flutterCard,
    summary: "require true or false for flags, not 0, 1 or text",
    reason: "The Swift SDK rejects a card whose flags have another type, and Flutter treats them "
      + "as false.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"v":⟦"true"⟧,"tt":"A","ds":"B"}"#,
    right: "true")

  static let contradictoryState = Rule(
    id: "card/contradictory-state", severity: .info, source: PublicPage.legacyCards,
    summary: "a card that was clicked was viewed, and one that was dismissed is dismissible",
    reason: "SDKs mark a card as viewed before it can be clicked, and log no dismissal of a card "
      + "that is not dismissible: counts that are made from such cards do not add up.",
    bad: .card(#""v":false,"cl":⟦true⟧"#),
    good: .card(#""v":true,"cl":true"#))

  static let pinnedDismissible = Rule(
    id: "card/pinned-dismissible", severity: .warning, source: PublicPage.behavior,
    summary: "disallow cards that are both pinned and dismissible",
    reason: "Users cannot dismiss a pinned card, so one of the two flags is unintended.",
    bad: .card(#""p":true,"db":⟦true⟧"#), right: "false")

  static let textForm = Rule(
    id: "card/text-form", severity: .warning, source: PublicPage.flutterCard,
    exceptions: [.error: "for objects and arrays"],
    summary: "require strings for ids, titles, text, images and links",
    reason: "An SDK that expects a string drops the value or the whole card.",
    bad: #"{"id":⟦17⟧,"tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    right: #""17""#)

  static let nullLink = Rule(
    id: "card/null-link", severity: .info, source: PublicPage.unityCard, traits: .offByDefault,
    summary: "require that an absent link is omitted, not null",
    reason: "Servers send null for a card without a link, and SDKs accept it. Custom readers of "
      + "cards often do not.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"u":⟦null⟧,"tt":"A","ds":"B"}"#,
    right: "\"\"")

  static let unknownKey = Rule(
    id: "card/unknown-key", severity: .warning, source: PublicPage.formatsManual,
    summary: "disallow keys that the shape of a card does not have",
    reason: "A key that no SDK reads is usually a typo: the intended key is missing.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",⟦"extras"⟧:{}}"#,
    right: #""e""#)

  static let dismissableSpelling = Rule(
    id: "card/dismissable", severity: .warning, source: PublicPage.androidDemoApp, traits: .fixed,
    summary: "require the spelling dismissible",
    reason: "The guide and its demo app mix both spellings; code that reads one does not find the "
      + "other, and the card cannot be dismissed.",
    bad: #"{"idString":"a","created":1,⟦"dismissable"⟧:true,"title":"A","cardDescription":"B"}"#,
    right: #""dismissible""#)

  static let duplicateKey = Rule(
    id: "json/duplicate-key", severity: .error, source: PublicPage.json,
    summary: "disallow duplicate keys",
    reason: "The value depends on the reader: most use the last one, some the first.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A",⟦"tt"⟧:"B","ds":"C"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"C","e":{"tt":"B"}}"#)
}

extension CardCheck {
  /// The boolean fields.
  static let flags = CardCheck(scope: .delivered) { context, findings in
    let (card, fields) = (context.card, context.fields)
    if fields.hasOddFlag {
      let isOfWeb = context.shape == .web || context.shape == .webStorage
      for field in CardField.allCases where field.content == .boolean {
        let node = card.writtenNode(of: field)
        // Servers write null if the card has no link, and the web SDK for an unknown value.
        let mayBeNull = field == .opensURLInWebView || isOfWeb
        if mayBeNull, node != 0, context.document.kind(node) == .null { continue }
        checkForm(node, context, &findings)
      }
    }
    checkForm(card.controlNode, context, &findings)
    if context.flag(.clicked), !context.flag(.viewed) {
      findings.report(
        .contradictoryState, at: card.valueNode(of: .clicked),
        "the card was clicked but never viewed")
    }
    let isDismissible = context.card.flag(.dismissible)
    // React Native and Cordova fill `dismissed` from what the server removed.
    if context.flag(.dismissed), !isDismissible, context.shape != .reactNative,
      context.shape != .cordova
    {
      findings.report(
        .contradictoryState, at: card.valueNode(of: .dismissed),
        "the card was dismissed but is not dismissible; such a dismissal is not logged")
    }
    if context.flag(.pinned), isDismissible {
      findings.report(
        .pinnedDismissible, at: card.valueNode(of: .dismissible),
        "the card is pinned, and a pinned card cannot be dismissed")
    }
  }

  private static func checkForm(
    _ node: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    guard node != 0 else { return }
    let kind = context.document.kind(node)
    if kind == .true || kind == .false { return }
    let text = context.document[node].shown
    let advice =
      switch context.document.string(node) {
      case "0", "false": "write false instead of \(text)"
      case "1", "true": "write true instead of \(text)"
      default: "expected true or false, found \(text), which is read as false"
      }
    findings.report(.booleanForm, at: node, advice)
  }

  /// The fields that are strings.
  static let texts = CardCheck(scope: .delivered) { context, findings in
    let (card, document) = (context.card, context.document)
    if context.fields.hasOddText {
      // The check of types reports other values of the type.
      for field in CardField.allCases
      where field.content == .text && field != .type && field != .classType {
        let node = card.valueNode(of: field)
        guard node != 0, document.kind(node) != .string else { continue }
        let isContainer = document.word(node).isContainer
        let found =
          isContainer ? document.kind(node).noun : document[node].shown
        findings.report(
          .textForm, at: node, severity: isContainer ? .error : nil,
          "expected a string, found \(found)")
      }
    }
    for field in [CardField.url, .opensURLInWebView] {
      let node = card.writtenNode(of: field)
      guard node != 0, document.kind(node) == .null, !card.isNullUsual(for: field) else { continue }
      findings.report(.nullLink, at: node, "\"\(context.key(of: field))\" is null, read as absent")
    }
  }

  /// The keys of a card.
  static let keys = CardCheck(scope: .all) { context, findings in
    let (card, document) = (context.card, context.document)
    let isComplete = context.fields.isComplete(card)
    if context.scope == .delivered {
      if !isComplete { checkUnknownKeys(context, &findings) }
      checkSpelling(context, &findings)
    }
    if isComplete, card.node == 0, !card.hasDecodedExtras {
      // Each key of the card is a different one of its shape, and only the extras are nested.
      guard let extras = card.extras else { return }
      return DuplicateKeys.report(in: extras, &findings)
    }
    // The whole value, which includes the card's request body and what is nested in the card.
    DuplicateKeys.report(in: document[findings.root], &findings)
    guard card.hasDecodedExtras else { return }
    DuplicateKeys.report(in: card.extrasDocument.root, inExtras: true, &findings)
  }

  private static func checkUnknownKeys(_ context: CardContext, _ findings: inout FindingSink) {
    let (card, document) = (context.card, context.document)
    var count = 0
    document.forEachMember(of: card.node) { _, _ in count += 1 }
    guard count != context.fields.keyCount else { return }
    let keys = ShapeKeyList.of(context.shape)
    document.forEachMember(of: card.node) { key, value in
      if CardText(document[key]).withText({ keys.contains($0) }) { return }
      let name = document.string(key)
      guard !isPrivate(name, in: context.shape), !document[value].isSchema(of: document[card.node])
      else { return }
      findings.report(.unknownKey, at: .key(value), keys.message(for: name, in: card))
    }
  }

  /// Whether a key is a private minified key of the web SDK, which is in the cards that apps dump.
  private static func isPrivate(_ name: String, in shape: Shape) -> Bool {
    // The longest such key has 4 bytes.
    guard name.utf8.count <= 4 else { return false }
    if shape == .wire {
      // Plugins pass such cards on in the wire form, whose own keys have no capitals.
      return name != name.lowercased() && !ShapeKeyList.of(shape).contains(name.lowercased())
    }
    return (shape == .web || shape == .webStorage)
      && name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x24 || $0 == 0x5F }
  }

  private static func checkSpelling(_ context: CardContext, _ findings: inout FindingSink) {
    let (card, document) = (context.card, context.document)
    let node = card.aliasNode(of: .dismissible)
    guard node != 0, document.text(node - 1, equals: ByteView("dismissable")) else { return }
    let isTwice = card.preferredNode(of: .dismissible) != 0
    findings.report(
      .dismissableSpelling, at: .key(node),
      isTwice
        ? "\"dismissable\" is ignored, because \"dismissible\" is also present"
        : "\"dismissable\" is spelled \"dismissible\"")
    let right = document.member(ByteView("dismissible"), of: card.node)
    if !isTwice, right == nil, context.hasUniqueKeys {
      findings.correct(.key(node), to: "\"dismissible\"")
    }
  }
}
