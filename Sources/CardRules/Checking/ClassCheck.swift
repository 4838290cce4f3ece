import CardProcessing
import CardJSON
import ContentCardKit

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
  private static let headerSource = PropertySource.extra("message_header")

  init(_ classes: ClassTable, isActive: (any Rule.Type) -> Bool) {
    converter = ObjectConverter(classes)
    headerPlaces = classes.registry.classes.map { definition in
      definition.properties.contains { property in
        property.name == ClassCheck.headerProperty
          && property.sources.contains(ClassCheck.headerSource)
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
    let hint = NearestName.hint(
      for: text, among: known, otherwise: "; known are " + known.joined(separator: ", "))
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
    let node = context.card.classTypeNode
    findings.report(
      ClassTypeUnknown.self, at: node != 0 ? .value(node) : context.place(ofMissing: .classType),
      inExtras: node != 0, severity: context.settings.hasOwnClasses ? .error : nil,
      "unknown class type \(MessageText.quoted(text))" + hint(for: text))
  }

  private mutating func checkProperties(
    _ index: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let active = isActive
    converter.forEachPropertyFailure(
      of: context.card, extras: context.knownExtras, isControl: context.type == .control, as: index
    ) { failure, isFatal in
      let place = context.place(of: failure.sources)
      switch failure.reason {
      // The rules for cards say so.
      case .classUnknown, .idMissing, .createdMissing, .createdInvalid, .refused: return
      case .propertyMissing:
        guard active.missing else { return }
        findings.report(
          PropertyMissing.self, at: .value(place.node), inExtras: place.isInExtras, "\(failure)")
      case .propertyInvalid:
        guard active.invalid, !(context.isTemplate && context.holdsLiquid(place)) else { return }
        findings.report(
          PropertyInvalid.self, at: .value(place.node), inExtras: place.isInExtras,
          severity: isFatal ? nil : .warning, "\(failure)")
      }
    }
  }

  private func checkHeader(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.card.extra(ClassCheck.headerKey).isAbsent, context.type != .control else {
      return
    }
    let place = context.place(of: [ClassCheck.headerSource.name])
    findings.report(
      MessageHeaderMissing.self, at: .value(place.node), inExtras: place.isInExtras,
      "a message without \"message_header\" has no title in the message center")
  }
}

// Places by the names that the registry has for fields.
extension CardContext {
  fileprivate typealias SourcePlace = (node: Int, isInExtras: Bool)

  /// Where the first of some fields and extras stands that is written, be it `null` or empty; else
  /// the extras that one of them should stand in, else the card.
  fileprivate func place(of sources: [String]) -> SourcePlace {
    let places = sources.map(place)
    if let written = places.first(where: { $0.node != 0 }) { return written }
    let hasExtras = card.extrasNode != 0 && places.contains(where: \.isInExtras)
    return (hasExtras ? card.extrasNode : card.node, hasExtras)
  }

  /// The node of a field or an extra; 0 when it is not there.
  private func place(of source: String) -> SourcePlace {
    guard let key = PropertySource.extraKey(in: source) else {
      guard let field = CardField(name: source) else { return (0, false) }
      let node = card.valueNode(of: field)
      return (node == 0 ? card.writtenNode(of: field) : node, false)
    }
    guard card.extrasNode != 0 else { return (0, true) }
    let node = ByteBuffer(key.utf8).read { card.extrasDocument.member($0, of: card.extrasNode) }
    return (node ?? 0, true)
  }

  /// Whether the value of a field or an extra holds Liquid.
  fileprivate func holdsLiquid(_ place: SourcePlace) -> Bool {
    holdsLiquid(place.node, of: place.isInExtras ? card.extrasDocument : document)
  }
}
