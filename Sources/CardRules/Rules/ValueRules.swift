import CardJSON
import ContentCardKit

extension CardContext {
  /// Checks the boolean fields.
  func checkFlags(_ findings: inout FindingSink) {
    if fields.hasUnusualFlag {
      let isOfWeb = shape == .web || shape == .webStorage
      for field in CardField.allCases where field.content == .boolean {
        guard let node = card.statedNode(of: field) else { continue }
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
    let right: String? =
      switch node.string {
      case "0", "false": "false"
      case "1", "true": "true"
      default: nil
      }
    findings.report(
      .booleanForm, at: node,
      right.map { "write \($0) instead of \(text)" }
        ?? "expected true or false, found \(text), which is read as false",
      fix: right.map { .write($0, at: node) } ?? [])
  }

  /// Checks the string fields.
  func checkTexts(_ findings: inout FindingSink) {
    if fields.hasUnusualText {
      // `checkType` reports other values of the type.
      for field in CardField.allCases
      where field.content == .text && field != .type && field != .classType {
        guard let node = card.node(of: field), node.kind != .string else { continue }
        if node.word.isContainer {
          findings.report(
            .textForm, at: node, severity: .error, "expected a string, found \(node.kind.noun)")
        } else {
          let right = "\"\(node.content.text)\""
          findings.report(
            .textForm, at: node,
            "expected a string, found \(node.shown); write \(MessageText.truncated(right))",
            fix: .write(right, at: node))
        }
      }
    }
    checkNull(.url, &findings)
    checkNull(.opensURLInWebView, &findings)
  }

  private func checkNull(_ field: CardField, _ findings: inout FindingSink) {
    guard let node = card.statedNode(of: field), node.kind == .null, !card.isNullUsual(for: field)
    else {
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
    DuplicateKeys.report(in: findings.record ?? card.object, &findings)
    if card.hasDecodedExtras, let extras = card.extras {
      DuplicateKeys.report(in: extras.document.root, &findings)
    }
  }

  private func checkUnknownKeys(_ findings: inout FindingSink) {
    var count = 0
    for _ in card.object.members { count += 1 }
    guard count != fields.keyCount else { return }
    for (key, value) in card.object.members {
      let isKnown = JSONString(key).withText { shape.hasKey($0) || shape.mayBePrivate($0) }
      if isKnown || value.isSchema(of: card.object) { continue }
      checkUnknownKey(key.string, of: value, &findings)
    }
  }

  private func checkUnknownKey(_ name: String, of value: JSONNode, _ findings: inout FindingSink) {
    let message = "unknown key \(MessageText.quoted(name))"
    let names = shape.keys(for: name)
    if name == card.typeKey.text {
      let extras = shape.documentedKeys(of: .extras).first ?? "extras"
      findings.report(
        .unknownKey, at: .key(value), message + ": the class type belongs in \"\(extras)\"",
        fix: movedToExtras(value))
    } else if let right = names.first {
      findings.report(
        .unknownKey, misnamed: value, as: right,
        isOnly: names.count == 1 && isOnly(value, called: right),
        message + ": this shape calls it \"\(right)\"")
    } else {
      let hint = NearestName.hint(for: name, among: shape.knownKeys)
      findings.report(.unknownKey, at: .key(value), message + hint)
    }
  }

  /// Returns whether an unknown key is the only one, right or wrong, for a key of the shape.
  private func isOnly(_ value: JSONNode, called right: String) -> Bool {
    let field = shape.field(of: right)
    return DuplicateKeys.isOnly(value, of: card.object) { key in
      let name = key.string
      return shape.field(of: name) == field || shape.keys(for: name).contains(right)
    }
  }

  /// Returns the edits that move the class type from the card to its extras.
  private func movedToExtras(_ value: JSONNode) -> Fix {
    let key = card.typeKey.text
    if let extras = card.extras {
      if card.hasDecodedExtras || extras.member(named: key) != nil { return [] }
      return .move(value, from: card.object, into: extras, as: key)
    }
    guard card.statedNode(of: .extras) == nil, let name = shape.documentedKeys(of: .extras).first
    else {
      return []
    }
    return .nest(value, under: name, as: key)
  }

  private func checkSpelling(_ findings: inout FindingSink) {
    guard let node = card.alias(of: .dismissible), node.key.text(equals: ByteView("dismissable"))
    else { return }
    if card.object.member(ByteView("dismissible")) != nil {
      findings.report(
        .dismissableSpelling, at: .key(node),
        "\"dismissable\" is ignored, because \"dismissible\" is also present")
    } else {
      findings.report(
        .dismissableSpelling, misnamed: node, as: "dismissible", isOnly: hasUniqueKeys,
        "\"dismissable\" is spelled \"dismissible\"")
    }
  }
}
