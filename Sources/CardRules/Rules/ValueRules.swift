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

extension CardContext {
  /// Checks the boolean fields.
  func checkFlags(_ findings: inout FindingSink) {
    if fields.hasOddFlag {
      let isOfWeb = shape == .web || shape == .webStorage
      for field in CardField.allCases where field.content == .boolean {
        guard let node = card.written(field) else { continue }
        // Servers write null if the card has no link, and the web SDK for an unknown value.
        let mayBeNull = field == .opensURLInWebView || isOfWeb
        if !mayBeNull || node.kind != .null { checkForm(ofFlag: node, &findings) }
      }
    }
    if let control = card.control { checkForm(ofFlag: control, &findings) }
    func place(_ field: CardField) -> JSONNode { card.node(of: field) ?? card.object }
    if flag(.clicked), !flag(.viewed) {
      findings.report(
        .contradictoryState, at: place(.clicked), "the card was clicked but never viewed")
    }
    let isDismissible = card.flag(.dismissible)
    // React Native and Cordova fill `dismissed` from what the server removed.
    if flag(.dismissed), !isDismissible, shape != .reactNative, shape != .cordova {
      findings.report(
        .contradictoryState, at: place(.dismissed),
        "the card was dismissed but is not dismissible; such a dismissal is not logged")
    }
    if flag(.pinned), isDismissible {
      findings.report(
        .pinnedDismissible, at: place(.dismissible),
        "the card is pinned, and a pinned card cannot be dismissed")
    }
  }

  private func checkForm(ofFlag node: JSONNode, _ findings: inout FindingSink) {
    if node.kind == .true || node.kind == .false { return }
    let text = node.shown
    let advice =
      switch node.string {
      case "0", "false": "write false instead of \(text)"
      case "1", "true": "write true instead of \(text)"
      default: "expected true or false, found \(text), which is read as false"
      }
    findings.report(.booleanForm, at: node, advice)
  }

  /// Checks the fields that are strings.
  func checkTexts(_ findings: inout FindingSink) {
    if fields.hasOddText {
      // The check of types reports other values of the type.
      for field in CardField.allCases
      where field.content == .text && field != .type && field != .classType {
        guard let node = card.node(of: field), node.kind != .string else { continue }
        let isContainer = node.word.isContainer
        findings.report(
          .textForm, at: node, severity: isContainer ? .error : nil,
          "expected a string, found \(isContainer ? node.kind.noun : node.shown)")
      }
    }
    checkNull(.url, &findings)
    checkNull(.opensURLInWebView, &findings)
  }

  private func checkNull(_ field: CardField, _ findings: inout FindingSink) {
    guard let node = card.written(field), node.kind == .null, !card.isNullUsual(for: field) else {
      return
    }
    findings.report(.nullLink, at: node, "\"\(node.key.string)\" is null, read as absent")
  }

  /// Checks the keys of the card.
  func checkKeys(_ findings: inout FindingSink) {
    let isComplete = fields.isComplete(card)
    if scope == .delivered {
      if !isComplete { checkUnknownKeys(&findings) }
      checkSpelling(&findings)
    }
    if isComplete, card.object.index == 0, !card.hasDecodedExtras {
      // Each key of the card is a different one of its shape, and only the extras are nested.
      if let extras = card.extras { DuplicateKeys.report(in: extras, &findings) }
      return
    }
    // The whole value, which includes the card's request body and what is nested in the card.
    DuplicateKeys.report(in: document[findings.root], &findings)
    if card.hasDecodedExtras, let extras = card.extras {
      DuplicateKeys.report(in: extras.document.root, &findings)
    }
  }

  private func checkUnknownKeys(_ findings: inout FindingSink) {
    var count = 0
    for _ in card.object.members { count += 1 }
    guard count != fields.keyCount else { return }
    let keys = ShapeKeyList.of(shape)
    for (key, value) in card.object.members {
      if CardText(key).withText({ keys.contains($0) }) { continue }
      let name = key.string
      if isPrivate(name, in: keys) || value.isSchema(of: card.object) { continue }
      findings.report(.unknownKey, at: .key(value), keys.message(for: name, in: card))
    }
  }

  /// Whether a key is a private minified key of the web SDK, which is in the cards that apps dump.
  private func isPrivate(_ name: String, in keys: ShapeKeyList) -> Bool {
    // The longest such key has 4 bytes.
    guard name.utf8.count <= 4 else { return false }
    if shape == .wire {
      // Plugins pass such cards on in the wire form, whose own keys have no capitals.
      return name != name.lowercased() && !keys.contains(name.lowercased())
    }
    return (shape == .web || shape == .webStorage)
      && name.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x24 || $0 == 0x5F }
  }

  private func checkSpelling(_ findings: inout FindingSink) {
    guard let node = card.alias(of: .dismissible), node.key.text(equals: ByteView("dismissable"))
    else { return }
    let isTwice = card.object.member(ByteView("dismissible")) != nil
    findings.report(
      .dismissableSpelling, at: .key(node),
      isTwice
        ? "\"dismissable\" is ignored, because \"dismissible\" is also present"
        : "\"dismissable\" is spelled \"dismissible\"")
    if !isTwice, hasUniqueKeys { findings.correct(.key(node), to: "\"dismissible\"") }
  }
}
