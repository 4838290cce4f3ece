@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// Checks cards against the class registry: the rules for class types and properties.
///
/// The conversion itself says what is wrong, so a card without a finding here is one that converts.
struct ClassCheck: ~Copyable {
  private var converter: ObjectConverter
  private let headerPlaces: [Bool]
  private let isActive: Active
  /// What to say after unknown class types that were met.
  private var hints: [String: String] = [:]

  /// Which of the rules run.
  private struct Active {
    let unknown, missing, invalid, header: Bool
  }

  /// The name of the property that the rule for messages is about, and the key it is read from.
  private static let headerProperty = "messageHeader"
  private static let headerKey = ByteView("message_header")

  init(_ classes: ClassTable, isActive: (any Rule.Type) -> Bool) {
    converter = ObjectConverter(classes)
    headerPlaces = classes.registry.classes.map { definition in
      definition.properties.contains { property in
        property.name == ClassCheck.headerProperty
          && property.sources.contains(.extra("message_header"))
      }
    }
    self.isActive = Active(
      unknown: isActive(ClassTypeUnknown.self), missing: isActive(PropertyMissing.self),
      invalid: isActive(PropertyInvalid.self), header: isActive(MessageHeaderMissing.self))
  }

  mutating func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let name = context.classType else { return }
    guard let index = converter.classes.classIndex(called: name) else {
      if isActive.unknown { reportUnknown(name, context, &findings) }
      return
    }
    if isActive.missing || isActive.invalid { checkProperties(index, context, &findings) }
    if isActive.header, headerPlaces[index] { checkHeader(context, &findings) }
  }

  /// The most unknown class types that are remembered.
  private static let hintLimit = 100

  /// The nearest class type, or all there are.
  private mutating func hint(for text: String) -> String {
    if let hint = hints[text] { return hint }
    let known = converter.classes.registry.classes.map(\.name)
    let nearest = NearestName.hint(for: text, among: known)
    let hint = nearest.isEmpty ? "; known are " + known.joined(separator: ", ") : nearest
    if hints.count < ClassCheck.hintLimit { hints[text] = hint }
    return hint
  }

  private mutating func reportUnknown(
    _ name: CardText, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let text = name.string
    // White space and Liquid have rules of their own.
    let isOpen = context.mayHoldLiquid && LiquidTag.first(in: name) != nil
    guard !text.isEmpty, name.withText(ClassTypeSpaces.isTrimmed), !isOpen else { return }
    context.reportClassType(
      ClassTypeUnknown.self, severity: context.settings.hasOwnClasses ? .error : nil,
      "unknown class type \(MessageText.quoted(text))" + hint(for: text), &findings)
  }

  private mutating func checkProperties(
    _ index: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let active = isActive
    converter.forEachPropertyFailure(
      of: context.card, extras: context.knownExtras, isControl: context.type == .control, as: index
    ) { failure, isFatal in
      switch failure.reason {
      // The rules for cards say so.
      case .classUnknown, .idMissing, .createdMissing, .createdInvalid, .refused: return
      case .propertyMissing:
        guard active.missing else { return }
        context.reportMissing(failure, &findings)
      case .propertyInvalid:
        guard active.invalid, let source = failure.sources.first,
          !(context.isTemplate && context.holdsLiquid(source))
        else { return }
        context.report(
          PropertyInvalid.self, at: source, severity: isFatal ? nil : .warning,
          "\(failure)", &findings)
      }
    }
  }

  private func checkHeader(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    guard card.extra(ClassCheck.headerKey).isAbsent, context.type != .control else { return }
    let node = card.extrasNode
    let written = node == 0 ? nil : card.extrasDocument.member(ClassCheck.headerKey, of: node)
    let message = "a message without \"message_header\" has no title in the message center"
    if node == 0 {
      findings.report(MessageHeaderMissing.self, at: .value(card.node), message)
    } else {
      findings.reportExtra(MessageHeaderMissing.self, at: .value(written ?? node), message)
    }
  }
}

// Places by the names that the registry has for fields.
extension CardContext {
  private static let extrasPrefix = "extras."

  /// The key of the extras that `source` names; nil when it names a field.
  private func extraKey(_ source: String) -> String? {
    guard source.hasPrefix(CardContext.extrasPrefix) else { return nil }
    return String(source.dropFirst(CardContext.extrasPrefix.count))
  }

  /// The node of an extra; 0 when it is not there.
  private func extraNode(_ key: String) -> Int {
    guard card.extrasNode != 0 else { return 0 }
    return ByteBuffer(key.utf8).read { card.extrasDocument.member($0, of: card.extrasNode) } ?? 0
  }

  /// Whether the value of a field or an extra holds Liquid.
  func holdsLiquid(_ source: String) -> Bool {
    if let key = extraKey(source) {
      let node = extraNode(key)
      return node != 0 && holdsLiquid(node, of: card.extrasDocument)
    }
    guard let field = CardField(name: source) else { return false }
    let node = card.valueNode(of: field)
    return node != 0 && holdsLiquid(node, of: document)
  }

  /// Reports something about the value of a field or an extra.
  func report(
    _ rule: any Rule.Type, at source: String, severity: Severity? = nil, _ message: String,
    _ findings: inout FindingSink
  ) {
    if let key = extraKey(source) {
      let node = extraNode(key)
      findings.reportExtra(
        rule, at: .value(node == 0 ? card.extrasNode : node), severity: severity, message)
    } else if let field = CardField(name: source) {
      findings.report(rule, at: place(ofMissing: field), severity: severity, message)
    }
  }

  /// Reports a property that is not there: at its `null` or empty value, else at the extras it
  /// should stand in, else at the card.
  func reportMissing(_ failure: ConversionFailure, _ findings: inout FindingSink) {
    let message = "\(failure)"
    for source in failure.sources {
      if let key = extraKey(source) {
        let node = extraNode(key)
        guard node != 0 else { continue }
        return findings.reportExtra(PropertyMissing.self, at: .value(node), message)
      } else if let field = CardField(name: source), card.writtenNode(of: field) != 0 {
        return findings.report(
          PropertyMissing.self, at: .value(card.writtenNode(of: field)), message)
      }
    }
    let isExtra = failure.sources.contains { extraKey($0) != nil }
    if isExtra, card.extrasNode != 0 {
      findings.reportExtra(PropertyMissing.self, at: .value(card.extrasNode), message)
    } else {
      findings.report(PropertyMissing.self, at: .value(card.node), message)
    }
  }

  /// Reports something about the class type, wherever it stands.
  func reportClassType(
    _ rule: any Rule.Type, severity: Severity? = nil, _ message: String,
    _ findings: inout FindingSink
  ) {
    let node = card.classTypeNode
    if node != 0 {
      findings.reportExtra(rule, at: .value(node), severity: severity, message)
    } else {
      findings.report(rule, at: place(ofMissing: .classType), severity: severity, message)
    }
  }
}
