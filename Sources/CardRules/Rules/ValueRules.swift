import CardJSON
import ContentCardKit

// Rules for flags, strings and keys.
extension Rule {
  static let booleanForm = Rule("card/boolean-form", .warning)
  static let contradictoryState = Rule("card/contradictory-state", .info)
  static let pinnedDismissible = Rule("card/pinned-dismissible", .warning)
  static let textForm = Rule("card/text-form", .warning)
  static let nullLink = Rule("card/null-link", .info, traits: .offByDefault)
  static let unknownKey = Rule("card/unknown-key", .warning)
  static let dismissableSpelling = Rule("card/dismissable", .warning, traits: .fixed)
  static let duplicateKey = Rule("json/duplicate-key", .error)
}

extension CardContext {
  /// Checks the boolean fields.
  func checkFlags(_ findings: inout FindingSink) {
    if fields.hasUnusualFlag {
      let isOfWeb = shape == .web || shape == .webStorage
      for field in CardField.allCases where field.content == .boolean {
        guard let node = card.written(field) else { continue }
        // Servers send null if the card has no link, and the web SDK writes null for unknown
        // values.
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
    // React Native and Cordova set `dismissed` for cards that the server removed.
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

  /// Checks the string fields.
  func checkTexts(_ findings: inout FindingSink) {
    if fields.hasUnusualText {
      // `checkType` reports other values of the type.
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
      // The keys of the card are known to be unique, and only the extras are nested.
      if let extras = card.extras { DuplicateKeys.report(in: extras, &findings) }
      return
    }
    // Check the whole value, including the request body around the card.
    DuplicateKeys.report(in: document[findings.root], &findings)
    if card.hasDecodedExtras, let extras = card.extras {
      DuplicateKeys.report(in: extras.document.root, &findings)
    }
  }

  private func checkUnknownKeys(_ findings: inout FindingSink) {
    var count = 0
    for _ in card.object.members { count += 1 }
    guard count != fields.keyCount else { return }
    for (key, value) in card.object.members {
      let isKnown = CardText(key).withText { shape.hasKey($0) || shape.mayBePrivate($0) }
      if isKnown || value.isSchema(of: card.object) { continue }
      let name = key.string
      findings.report(
        .unknownKey, at: .key(value),
        "unknown key \(MessageText.quoted(name))\(advice(about: name))")
    }
  }

  /// Returns advice about an unknown key: where it belongs, or its name in this shape.
  private func advice(about name: String) -> String {
    if name == card.typeKey.text {
      let extras = shape.documentedKeys(of: .extras).first ?? "extras"
      return ": the class type belongs in \"\(extras)\""
    }
    let fields = Shape.fieldsByKey[name] ?? []
    let names = fields.lazy.compactMap { shape.documentedKeys(of: $0).first }
    return names.first.map { ": this shape calls it \"\($0)\"" }
      ?? NearestName.hint(for: name, among: shape.knownKeys)
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
