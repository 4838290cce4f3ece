import CardProcessing
import CardJSON
import ContentCardKit

/// Checks cards against the class registry.
///
/// The conversion itself reports the problems, so a card without a finding here can be converted.
struct ClassCheck: ~Copyable {
  private var reader: ObjectReader
  private var index: KeyIndex
  /// For each class, whether it has a message header.
  private let hasHeader: [Bool]
  /// For each class, the keys of the extras that it reads.
  private let keys: [[ByteView]]
  private let typeKey: ByteView

  /// The property of `message-header-missing`, and the key that it is read from.
  private static let headerProperty = "messageHeader"
  private static let headerKey = ByteView("message_header")
  private static let headerSource = PropertySource.extra("message_header")

  init(_ classes: ClassTable, typeKey: String) {
    reader = ObjectReader(classes)
    index = KeyIndex(classes.extraKeys)
    self.typeKey = ByteView(permanent: typeKey)
    keys = classes.registry.classes.map { definition in
      definition.properties.flatMap(\.sources).compactMap { source in
        source.extraKey.map { ByteView(permanent: $0) }
      }
    }
    hasHeader = classes.registry.classes.map { definition in
      definition.properties.contains {
        $0.name == ClassCheck.headerProperty && $0.sources.contains(ClassCheck.headerSource)
      }
    }
  }

  mutating func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let name = context.classType else { return checkKeys([typeKey], context, &findings) }
    guard let index = reader.classes.classIndex(called: name) else {
      return reportUnknown(name, context, &findings)
    }
    checkProperties(index, context, &findings)
    if hasHeader[index] { checkHeader(context, &findings) }
    checkKeys(keys[index], context, &findings)
  }

  private func reportUnknown(
    _ name: CardText, _ context: CardContext, _ findings: inout FindingSink
  ) {
    guard findings.reports(.classTypeUnknown) else { return }
    let text = name.string
    // Other rules report whitespace and Liquid.
    let isOpen = context.mayHoldLiquid && LiquidTag.first(in: name) != nil
    guard !text.isEmpty, name.withText(BlankText.isTrimmed), !isOpen else { return }
    let known = reader.classes.registry.classes.map(\.name)
    let node = context.card.classTypeNode
    findings.report(
      .classTypeUnknown, at: node != 0 ? node : context.node(ofMissing: .classType),
      inExtras: node != 0,
      "unknown class type \(MessageText.quoted(text))"
        + NearestName.hint(
          for: text, among: known, otherwise: "; known are " + known.joined(separator: ", ")))
  }

  private mutating func checkProperties(
    _ index: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let extras = self.index.index(extrasOf: context.card) { _, _, _ in }
    reader.forEachPropertyFailure(
      of: context.card, extras: extras, isControl: context.type == .control, as: index
    ) { failure, isFatal in
      let place = context.place(of: failure.sources)
      switch failure.reason {
      // The rules for cards report these.
      case .idMissing, .createdMissing, .createdInvalid, .refused: return
      case .propertyMissing:
        findings.report(.propertyMissing, at: place.node, inExtras: place.isInExtras, "\(failure)")
      case .propertyInvalid:
        guard !(context.isTemplate && context.holdsLiquid(place)),
          !(context.isBadLink(place) && findings.reports(.linkInvalid))
        else { return }
        findings.report(
          .propertyInvalid, at: place.node, inExtras: place.isInExtras,
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
      .messageHeaderMissing, at: place.node, inExtras: place.isInExtras,
      "a message without \"message_header\" has no title in the message center")
  }
}

// Misspelled keys.
extension ClassCheck {
  /// Reports keys of the extras that are close to one that the class reads and the card lacks.
  private func checkKeys(
    _ known: [ByteView], _ context: CardContext, _ findings: inout FindingSink
  ) {
    let document = context.card.extrasDocument
    context.card.forEachExtraNode { value in
      let key = document.content(value - 1)
      // A key that the class reads is right. `extras/key-spelling` reports differences in case.
      guard !known.contains(where: { $0 == key }),
        let name = known.first(where: {
          ClassCheck.mayBeTypo(key, of: $0)
            && ClassCheck.isTypo(document.string(value - 1), of: $0.text)
        }),
        context.card.extras?.member(name) == nil,
        !CardCheck.isAlike(key, name)
      else { return }
      findings.report(
        .extrasKeyUnknown, at: .key(value), inExtras: true,
        "unknown key \(MessageText.quoted(document.string(value - 1)))"
          + "; did you mean \"\(name.text)\"?")
    }
  }

  /// Whether two keys have nearly the same length and start.
  private static func mayBeTypo(_ key: ByteView, of name: ByteView) -> Bool {
    abs(key.count - name.count) <= 2 && key.count > 4
      && ByteView.lowercased(key[0]) == ByteView.lowercased(name[0])
  }

  /// Whether two keys are equal except for case and separators, or differ by one or two edits.
  private static func isTypo(_ key: String, of name: String) -> Bool {
    func letters(_ text: String) -> [UInt8] {
      text.lowercased().utf8.filter { !"_- ".utf8.contains($0) }
    }
    let (typed, right) = (letters(key), letters(name))
    return typed == right || NearestName.distance(typed, right) <= (right.count < 8 ? 1 : 2)
  }
}

// Locations of the fields that a registry names.
extension CardContext {
  fileprivate typealias SourcePlace = (node: Int, isInExtras: Bool)

  /// The location of the first of some fields and extras that is written, even if `null` or empty;
  /// else the extras that should contain one of them, else the card.
  fileprivate func place(of sources: [String]) -> SourcePlace {
    let places = sources.map(place)
    if let written = places.first(where: { $0.node != 0 }) { return written }
    guard let extras = card.extras, places.contains(where: \.isInExtras) else {
      return (card.node, false)
    }
    return (extras.index, true)
  }

  /// The node of a field or an extra; 0 if absent.
  private func place(of source: String) -> SourcePlace {
    guard let key = PropertySource.extraKey(in: source) else {
      guard let field = CardField(name: source) else { return (0, false) }
      let node = card.valueNode(of: field)
      return (node == 0 ? card.writtenNode(of: field) : node, false)
    }
    let value = ByteBuffer(key.utf8).read { card.extras?.member($0) }
    return (value?.index ?? 0, true)
  }

  /// Whether the value is a link or an image of the card that is not a URL.
  fileprivate func isBadLink(_ place: SourcePlace) -> Bool {
    guard !place.isInExtras, place.node != 0, document.kind(place.node) == .string,
      place.node == card.valueNode(of: .url) || place.node == card.valueNode(of: .image)
    else { return false }
    return !CardText(document[place.node]).withText { ValueRules.isURL($0) }
  }

  /// Whether the value of a field or an extra contains Liquid.
  fileprivate func holdsLiquid(_ place: SourcePlace) -> Bool {
    holdsLiquid(place.node, of: place.isInExtras ? card.extrasDocument : document)
  }
}
