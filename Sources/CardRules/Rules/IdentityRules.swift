import CardJSON
import ContentCardKit

extension CardContext {
  /// Checks the id of the card.
  func checkID(_ findings: inout FindingSink) {
    guard let node = card.node(of: .id) else {
      return findings.report(.idMissing, at: place(ofMissing: .id), "the card has no id")
    }
    guard card.text(.id) != nil else {
      return findings.report(.idMissing, at: node, "the id must be a non-empty string")
    }
    guard node.kind == .string else { return }
    let id = JSONString(node)
    if id.withText({ JSONNumber.trimmed($0).count == 0 }) {
      findings.report(.idMissing, at: node, "the id is blank")
    } else if scope == .delivered, !id.withText(CompositeID.isComposite) {
      let isRejected = settings.profiles.contains(.brazeSwift)
      findings.report(
        .idComposite, at: node, severity: isRejected ? .error : nil,
        "not a Braze card id (expected Base64 of \"CAMPAIGN_$_cc=…&mv=VARIATION&pi=cmp\")"
          + (isRejected ? "; the Swift SDK rejects the card" : ""))
    }
  }

  /// Checks the type of the card, and the content of a control card.
  func checkType(_ findings: inout FindingSink) {
    checkTypeName(&findings)
    switch shape {
    case .reactNative, .cordova:
      guard let node = string(of: .type), node.content == ByteView("Banner") else { break }
      findings.report(
        .deprecated, at: node, "the type \"Banner\" is \"ImageOnly\" since React Native 8.0.0",
        fix: .write(text: "ImageOnly", at: node))
    default: break
    }
    checkControlKey(&findings)
    guard isControl else { return }
    for field in [CardField.title, .description, .image, .linkText] {
      guard let node = card.node(of: field) else { continue }
      findings.report(
        .controlContent, at: node,
        "a control card is never shown, but has \(field == .image ? "an" : "a") \(field.name)")
    }
  }

  private func checkTypeName(_ findings: inout FindingSink) {
    if case .named = typeName { return }
    let names = shape.typeNames
    guard let node = card.node(of: .type) else {
      let isTyped = [.wire, .webStorage, .reactNative].contains(shape)
      // Other shapes need a type only if it cannot be inferred from the content.
      guard !isControl, isTyped || type == nil else { return }
      return findings.report(
        .typeMissing, at: place(ofMissing: .type), severity: shape == .wire ? nil : .warning,
        names.isEmpty
          ? "the card has no type and no content to infer it from"
          : "the card has no type (\"\(key(of: .type))\"): one of " + names.joined(separator: ", "))
    }
    let name = node.string
    switch typeName {
    case .named: break
    case .tolerated:
      // `card/deprecated` reports the former name.
      guard let type, name != "Banner" else { return }
      let own = shape.typeName(of: type)
      findings.report(
        .typeSpelling, at: node,
        "the type \(MessageText.quoted(name)) is called \(MessageText.quoted(own)) in this shape",
        fix: .write(text: own, at: node))
    case .unknown:
      let others = ": expected one of " + names.joined(separator: ", ")
      let hint = names.isEmpty ? "" : NearestName.hint(for: name, among: names, otherwise: others)
      findings.report(.typeUnknown, at: node, "unknown type \(MessageText.quoted(name))" + hint)
    case .absent:
      findings.report(.typeUnknown, at: node, "expected a type, found \(node.kind.noun)")
    }
  }

  private func checkControlKey(_ findings: inout FindingSink) {
    guard let node = card.control, let name = card.text(.type) else { return }
    let isControl = name.content.equalsIgnoringCase(ByteView("control"))
    switch node.kind {
    case .true where !isControl:
      findings.report(
        .contradictoryFlags, at: node,
        "the card is a control card, but its type is \(MessageText.quoted(name.string))")
    case .false where isControl:
      findings.report(
        .contradictoryFlags, at: node, "the card's type is control, but this flag is false")
    default: break
    }
  }
}
