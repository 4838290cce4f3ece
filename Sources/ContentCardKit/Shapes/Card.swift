import CardJSON

/// An undecoded card of the input, valid only during the call to the reader's visitor.
///
/// Fields are looked up on demand by the keys of the card's shape, without allocation.
@safe
package struct Card {
  /// The parts, which the decoder owns, so that passing a card passes one pointer.
  @usableFromInline let parts: UnsafeMutablePointer<Parts>

  /// The parts of a card.
  @usableFromInline
  struct Parts: BitwiseCopyable {
    @usableFromInline let keys: IndexedObject
    @usableFromInline let shape: Shape
    let definition: PermanentItem<ShapeDefinition>
    let extras: JSONNode?
    let typeKey: ByteView
    let sendingTime: Int64?
    var recorded: CardFields = []
    var source: Source?
  }

  /// The card's JSON object.
  @inlinable package var object: JSONNode { keys.object }
  /// The shape of the card.
  @inlinable package var shape: Shape { unsafe parts.pointee.shape }
  /// The object with its known keys, numbered as in `ShapeCatalog.names`.
  @inlinable package var keys: IndexedObject { unsafe parts.pointee.keys }
  /// The definition of the shape.
  package var definition: PermanentItem<ShapeDefinition> { unsafe parts.pointee.definition }
  /// The object of the extras, in its own document if they are a string of JSON; nil if absent.
  package var extras: JSONNode? { unsafe parts.pointee.extras }
  /// The key of the extras that contains the class type.
  package var typeKey: ByteView { unsafe parts.pointee.typeKey }
  /// The flags that are true because a device recorded them, whatever the card states.
  package var recordedFlags: CardFields { unsafe parts.pointee.recorded }
  /// The location of the card; nil if its reader does not track locations.
  package var source: Source? { unsafe parts.pointee.source }

  /// The location of a card.
  package struct Source: BitwiseCopyable {
    /// The path of the file as the user typed it, in permanent memory.
    package let path: ByteView
    /// The line where the card begins, from 1.
    package var line: Int

    /// Creates a location.
    package init(path: ByteView, line: Int) {
      self.path = path
      self.line = line
    }
  }

  /// The card's bytes in the input.
  package var raw: ByteView { object.raw }

  /// The value of the first key of `field` that has a value; nil if absent.
  @inline(__always)
  package func node(of field: CardField) -> JSONNode? {
    firstNode(of: definition.value.keys(of: field)) { !$0.isEmpty }
  }

  /// The value of the first key of `field`, even if it is `null` or empty; nil if absent.
  package func statedNode(of field: CardField) -> JSONNode? {
    firstNode(of: definition.value.keys(of: field)) { _ in true }
  }

  /// The value of the first key of `field` other than the preferred one; nil if absent.
  package func alias(of field: CardField) -> JSONNode? {
    firstNode(of: definition.value.keys(of: field) >> 8) { _ in true }
  }

  /// Calls `body` with each value of `field`, because a REST card has a URL for each platform.
  package func forEachNode(of field: CardField, _ body: (JSONNode) -> Void) {
    _ = firstNode(of: definition.value.keys(of: field)) { node in
      if !node.isEmpty { body(node) }
      return false
    }
  }

  /// Whether SDKs or APIs with this shape write `null` for a card without `field`.
  package func isNullUsual(for field: CardField) -> Bool {
    definition.value.nullFields.contains(CardFields(field))
  }

  /// The value of the first present key for which `isWanted` returns true, of the keys whose numbers
  /// are the bytes of `candidates`, from the lowest; nil if absent.
  @inline(__always)
  func firstNode(of candidates: UInt32, where isWanted: (JSONNode) -> Bool) -> JSONNode? {
    var candidates = candidates
    while candidates != 0 {
      if let node = keys[Int(candidates & 0xFF)], isWanted(node) { return node }
      candidates >>= 8
    }
    return nil
  }

  /// The value of a field, converted to the field's type.
  package func value(_ field: CardField) -> CardValue {
    switch field {
    case .type: return typeText.map(CardValue.text) ?? .absent
    case .classType: return classType.map(CardValue.text) ?? .absent
    default: break
    }
    switch field.content {
    case .text: return text(field).map(CardValue.text) ?? .absent
    case .boolean: return .boolean(flag(field))
    case .number: return number(field).map(CardValue.number) ?? .absent
    case .time: return time(field).map(CardValue.time) ?? .absent
    case .pairs:
      // SDKs write `{}` for a card without extras.
      guard let extras, !extras.isEmptyContainer else { return .absent }
      return .nested(extras.raw)
    }
  }

  /// The text of a field; a scalar other than a string as written.
  package func text(_ field: CardField) -> JSONString? {
    guard let node = node(of: field) else { return nil }
    switch node.kind {
    case .string, .number, .true, .false: return JSONString(node)
    case .object, .array, .null, .end: return nil
    }
  }

  /// The value of a Boolean field: true for `true`, `1` and their text, and for a recorded flag.
  package func flag(_ field: CardField) -> Bool {
    states(field) || recordedFlags.contains(CardFields(field))
  }

  /// Whether a Boolean field is true only because a device recorded it.
  package func isOnlyRecorded(_ field: CardField) -> Bool {
    recordedFlags.contains(CardFields(field)) && !states(field)
  }

  /// Whether the card states that a Boolean field is true.
  package func states(_ field: CardField) -> Bool {
    node(of: field)?.meansTrue ?? definition.value.trueFields.contains(CardFields(field))
  }

  /// The digits of a number field as written, from a number or a string.
  package func number(_ field: CardField) -> ByteView? {
    guard let node = node(of: field) else { return nil }
    switch node.kind {
    case .number: return node.content
    case .string:
      let text = JSONText.trimmed(node.content)
      return JSONNumber.isValid(text) ? text : nil
    default: return nil
    }
  }

  /// The value of a time field; nil if it is absent, invalid or means that the card never expires.
  package func time(_ field: CardField) -> CardTime? {
    let time = statedTime(field)
    guard field == .expiresAt, time.map({ $0.milliseconds < 0 }) ?? true else { return time }
    return shape == .rest ? expiryAfterSending : nil
  }

  /// The expiry of a payload of the REST API that states a number of seconds; nil if it does not,
  /// or if the time of sending is unknown.
  private var expiryAfterSending: CardTime? {
    guard let sendingTime = unsafe parts.pointee.sendingTime else { return nil }
    for key in [ByteView("time_to_live"), ByteView("expire_after")] {
      guard let node = object.member(key), node.kind == .number || node.kind == .string,
        let span = JSONNumber.thousandths(JSONText.trimmed(node.content))
      else { continue }
      let (time, overflow) = sendingTime.addingReportingOverflow(span)
      return overflow ? nil : CardTime(milliseconds: time)
    }
    return nil
  }

  /// Like `time`, but includes expiry times before 1970, which mean that a card never expires.
  @inline(__always)
  package func statedTime(_ field: CardField) -> CardTime? {
    guard let node = node(of: field) else { return nil }
    let isMilliseconds = definition.value.times == .milliseconds
    switch node.kind {
    case .number: return CardTime(number: node.content, isMilliseconds: isMilliseconds)
    case .string: return CardTime(text: node.content, isMilliseconds: isMilliseconds)
    default: return nil
    }
  }

  /// The value of an extra.
  package func extra(_ key: ByteView) -> CardValue {
    let value = extras?.member(key)?.extraValue ?? .absent
    guard value.isAbsent, shape == .card, key == typeKey else { return value }
    // In cardctl's card shape, the class type may be outside the extras.
    return text(.classType).map(CardValue.text) ?? .absent
  }

  /// Calls `body` with each extra, in order.
  package func forEachExtra(_ body: (_ key: JSONString, _ value: CardValue) -> Void) {
    guard let extras else { return }
    for (key, value) in extras.members { body(JSONString(key), value.cardValue) }
  }

  /// Whether the extras are a string of JSON, which has a separate document.
  package var hasDecodedExtras: Bool { extras.map { !($0.document === object.document) } ?? false }

  /// The value of the class type in the extras, even if it is invalid; nil if absent.
  package var extraClassType: JSONNode? { extras?.member(typeKey) }

  /// The class type as written in the extras; nil if absent.
  package var classType: JSONString? {
    switch extra(typeKey) {
    case .text(let text): return text
    case .number(let spelling): return JSONString(spelling)
    case .boolean(let flag): return JSONString(ValueWords.flag(flag))
    case .absent, .time: return nil
    case .nested: return text(.classType)
    }
  }
}

extension Card {
  /// The card's stated type, or a type derived from its content; nil if it has neither.
  package var type: CardType? { typeAndName.type }

  /// The way a card states its type.
  package enum TypeName {
    /// A name of the shape.
    case named
    /// A tolerated name, such as a former name or a name in another case.
    case tolerated
    /// An unknown name.
    case unknown
    /// No name.
    case absent
  }

  /// The card's type, with the way the card states it.
  package var typeAndName: (type: CardType?, name: TypeName) {
    guard let text = text(.type) else {
      if statesControl == true { return (.control, .absent) }
      return (states(.removed) ? nil : inferredType, .absent)
    }
    let known = text.withText {
      definition.value.type(named: $0, hasImage: self.text(.image) != nil)
    }
    let name = known.map { $0.isOwn ? TypeName.named : .tolerated } ?? .unknown
    return (statesControl == true ? .control : known?.type ?? .unknown, name)
  }

  /// The card's type as text: cardctl's name, or the card's name for an unknown type.
  var typeText: JSONString? {
    guard let type else { return nil }
    return type == .unknown ? text(.type) : JSONString(ValueWords.type(type))
  }

  /// The value of the key that states whether the card is a control card.
  package var control: JSONNode? { firstNode(of: definition.value.controlKeys) { _ in true } }

  private var statesControl: Bool? { control.flatMap { $0.isEmpty ? nil : $0.meansTrue } }

  /// The type derived from the content of a card that does not state one; nil if it has no content.
  private var inferredType: CardType? {
    CardType(
      hasImage: text(.image) != nil, hasText: text(.title) != nil || text(.description) != nil,
      mayBeControl: shape.omitsControlType && statesControl != false,
      hasAspectRatio: number(.imageAspectRatio) != nil)
  }

  /// Whether the card is a control card, which is logged but never shown.
  package var isControl: Bool { type == .control }
}

/// A set of canonical fields.
package struct CardFields: OptionSet, BitwiseCopyable, Sendable {
  /// One bit per field, whose index is `CardField.rawValue`.
  package let rawValue: UInt32

  /// Creates a set from its bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a set of one field.
  package init(_ field: CardField) { rawValue = 1 &<< UInt32(field.rawValue) }

  /// Creates the set of fields whose values have this type.
  init(with content: CardField.Content) {
    self = CardField.allCases.reduce([]) { $1.content == content ? $0.union(CardFields($1)) : $0 }
  }

  /// The fields, in output order.
  package var fields: [CardField] { CardField.allCases.filter { contains(CardFields($0)) } }
}
