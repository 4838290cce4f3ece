import CardJSON
import ContentCardKit

/// Checks cards against the class registry.
///
/// Uses the conversion to detect problems, so a card without a finding here can be converted.
struct ClassCheck: ~Copyable {
  private var reader: ObjectReader
  /// For each class, whether it has a message header.
  private let hasHeader: [Bool]
  /// For each class, the extras keys that it reads.
  private let keys: [[ByteView]]
  /// The names of the classes.
  private let names: [ByteView]
  private let typeKey: ByteView

  /// The extras key that the rule `class/message-header-missing` is about.
  private static let headerKey = ByteView("message_header")
  private static let headerSource = PropertySource.extra("message_header")

  init(_ classes: ClassTable, typeKey: String) {
    reader = ObjectReader(classes)
    self.typeKey = ByteView(permanent: typeKey)
    names = classes.registry.classes.map { ByteView(permanent: $0.name) }
    keys = classes.registry.classes.map { $0.extraKeys.map { ByteView(permanent: $0) } }
    hasHeader = classes.registry.classes.map { definition in
      definition.properties.contains {
        $0.name == "messageHeader" && $0.sources.contains(ClassCheck.headerSource)
      }
    }
  }

  mutating func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let name = context.classType else { return checkKeys([typeKey], context, &findings) }
    // `class/type-spaces` reports whitespace around the name.
    let trimmed = JSONString(JSONNumber.trimmed(name.content), isEscaped: name.isEscaped)
    guard let number = reader.classes.classIndex(called: trimmed) else {
      return reportUnknown(name, context, &findings)
    }
    checkProperties(number, context, &findings)
    if hasHeader[number] { checkHeader(context, &findings) }
    checkKeys(keys[number], context, &findings)
  }

  private func reportUnknown(
    _ name: JSONString, _ context: CardContext, _ findings: inout FindingSink
  ) {
    // `class/type-liquid` reports Liquid.
    let isOpen = context.mayContainLiquid && LiquidTag.first(in: name) != nil
    if isOpen { return }
    let place = context.extraClassType ?? context.place(ofMissing: .classType)
    ClassCheck.report(unknown: name, at: place, among: names, &findings)
  }

  /// Reports a class type that is not in the registry, unless it is blank.
  static func report(
    unknown name: JSONString, at place: JSONNode, among names: [ByteView],
    _ findings: inout FindingSink
  ) {
    if let near = names.first(where: { ExtraKey.isTypo(name, of: $0) }) {
      findings.report(
        .classTypeSpelling, at: place,
        "unknown class type \(MessageText.quoted(name.string)); did you mean \"\(near.text)\"?")
    } else if findings.reports(.classTypeUnknown), name.withText(BlankText.isTrimmed) {
      let text = name.string
      let known = names.map(\.text)
      let others = "; known are " + known.joined(separator: ", ")
      findings.report(
        .classTypeUnknown, at: place,
        "unknown class type \(MessageText.quoted(text))"
          + NearestName.hint(for: text, among: known, otherwise: others))
    }
  }

  private mutating func checkProperties(
    _ number: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    reader.forEachPropertyFailure(
      of: context.card, isControl: context.isControl, as: number
    ) { failure, isFatal in
      let place = context.place(of: failure.sources)
      switch failure.reason {
      // Reported by the rules for cards.
      case .idMissing, .createdMissing, .createdInvalid, .refused: return
      case .propertyMissing: findings.report(.propertyMissing, at: place, "\(failure)")
      case .propertyInvalid:
        guard !(context.isTemplate && context.containsLiquid(place)),
          !(context.isBadLink(place) && findings.reports(.linkInvalid))
        else { return }
        findings.report(
          .propertyInvalid, at: place, severity: isFatal ? nil : .warning, "\(failure)")
      }
    }
  }

  private func checkHeader(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.card.extra(ClassCheck.headerKey).isAbsent, !context.isControl else { return }
    findings.report(
      .messageHeaderMissing, at: context.place(of: [ClassCheck.headerSource.name]),
      "a message without \"message_header\" has no title in the message center")
  }

  /// Reports extras keys that are probably typos of a key that the class reads and the card lacks.
  private func checkKeys(_ known: [ByteView], _ context: CardContext, _ findings: inout FindingSink)
  {
    guard let extras = context.card.extras else { return }
    for (key, value) in extras.members {
      // Skip keys that the class reads. `extras/key-spelling` reports differences in case.
      let content = key.content
      guard !known.contains(where: { $0 == content }),
        let name = known.first(where: { ExtraKey.isTypo(JSONString(key), of: $0) }),
        extras.member(name) == nil,
        !ExtraKey.isAlike(content, name)
      else { continue }
      let isSpelling =
        ExtraKey.isSpelling(key, of: name)
        && DuplicateKeys.isOnly(value, of: extras) { ExtraKey.isSpelling($0, of: name) }
      let right = "\"\(name.text)\""
      findings.report(
        .extrasKeyUnknown, misnamed: value, as: name.text, isOnly: isSpelling,
        "unknown key \(MessageText.quoted(key.string))"
          + (isSpelling ? ": it is spelled \(right)" : "; did you mean \(right)?"))
    }
  }
}

// Locating the sources of a property.
extension CardContext {
  /// Returns the value of the first source that is present, even if `null` or empty; or else the
  /// extras if they should contain one of the sources; or else the card.
  fileprivate func place(of sources: [String]) -> JSONNode {
    for source in sources { if let node = node(of: source) { return node } }
    let isExtra = sources.contains { PropertySource.extraKey(in: $0) != nil }
    return isExtra ? card.extras ?? card.object : card.object
  }

  /// Returns the value of a field or an extra, even if `null` or empty; nil if absent.
  private func node(of source: String) -> JSONNode? {
    if let key = PropertySource.extraKey(in: source) {
      return ByteBuffer(key.utf8).read { card.extras?.member($0) }
    }
    return CardField(name: source).flatMap { card.node(of: $0) ?? card.statedNode(of: $0) }
  }

  /// Returns whether a value is the card's link or image and is not a URL.
  fileprivate func isBadLink(_ node: JSONNode) -> Bool {
    guard node.kind == .string, node.document === document,
      node.index == card.node(of: .url)?.index || node.index == card.node(of: .image)?.index
    else { return false }
    return !JSONString(node).withText { ValueRules.isURL($0) }
  }
}
