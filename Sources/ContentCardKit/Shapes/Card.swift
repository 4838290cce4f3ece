import CardJSON

/// One card as it stands in the input: its shape is known, nothing in it is decoded yet.
///
/// A loan, good while the reader's visitor looks at it. Fields are looked up when they are asked
/// for, by the keys of the card's shape; reading one allocates nothing.
@safe
package struct Card {
  /// What the card is made of, where its decoder keeps it: a card is passed on in one word.
  @usableFromInline let parts: UnsafeMutablePointer<Parts>

  /// What a card is made of.
  @usableFromInline
  struct Parts: BitwiseCopyable {
    @usableFromInline let document: JSONDocument
    @usableFromInline let node: Int
    @usableFromInline let shape: Shape
    let keys: KeyNodes
    let tables: PermanentItem<ShapeTables>
    let extras: Extras
    let typeKey: ByteView
    var recorded: CardFields = []
    var source: Source?
  }

  /// The JSON text the card is part of.
  @inlinable package var document: JSONDocument { unsafe parts.pointee.document }
  /// The card's node in `document`.
  @inlinable package var node: Int { unsafe parts.pointee.node }
  /// The form the card was found in.
  @inlinable package var shape: Shape { unsafe parts.pointee.shape }
  package var keys: KeyNodes { unsafe parts.pointee.keys }
  package var tables: PermanentItem<ShapeTables> { unsafe parts.pointee.tables }
  /// Where the extras are; in a document of their own when they were a string holding JSON.
  package var extras: Extras { unsafe parts.pointee.extras }
  package var typeKey: ByteView { unsafe parts.pointee.typeKey }
  /// The flags that are true whatever the card says, because a device recorded it.
  package var recorded: CardFields {
    get { unsafe parts.pointee.recorded }
    set { unsafe parts.pointee.recorded = newValue }
  }
  /// Where the card was read; nil unless its reader found that out.
  package var source: Source? {
    get { unsafe parts.pointee.source }
    set { unsafe parts.pointee.source = newValue }
  }

  /// Where a card was read.
  package struct Source: BitwiseCopyable {
    /// The file, as the user named it, in memory that stays.
    package let path: ByteView
    /// The line on which the card begins, from 1.
    package var line: Int

    /// The given place.
    package init(path: ByteView, line: Int) {
      self.path = path
      self.line = line
    }
  }

  /// The extras of a card.
  package struct Extras: BitwiseCopyable {
    package let document: JSONDocument
    /// The node of the object; 0 when the card has no extras.
    package let node: Int
  }

  /// The card's own bytes.
  package var raw: ByteView { document.raw(node) }

  /// The node that carries `field`: the first of its keys with a value; 0 when there is none.
  @inline(__always)
  func node(of field: CardField) -> Int {
    firstNode(of: tables.value.keys(of: field)) { !isEmpty($0) }
  }

  /// The node of the first of the keys that is there and that `isWanted`; 0 when there is none.
  ///
  /// - Parameter candidates: the numbers of the keys, a byte each and the first in the lowest.
  @inline(__always)
  func firstNode(of candidates: UInt32, where isWanted: (Int) -> Bool) -> Int {
    var candidates = candidates
    while candidates != 0 {
      let node = keys[Int(candidates & 0xFF)]
      if node != 0, isWanted(node) { return node }
      candidates >>= 8
    }
    return 0
  }

  /// Whether a node counts as absent: `null` or `""`.
  @inline(__always)
  package func isEmpty(_ node: Int) -> Bool {
    let word = document.word(node)
    return word.kind == .null || word.kind == .string && word.extent == 0
  }

  /// The value of a field, in the field's own kind.
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
      // An SDK's own writer writes `{}` for a card without extras.
      let isEmpty = extras.node == 0 || extras.document.next(extras.node) == extras.node + 2
      return isEmpty ? .absent : .nested(extras.document.raw(extras.node))
    }
  }

  /// The text of a field; scalars that are no strings are read as their text.
  package func text(_ field: CardField) -> CardText? {
    let node = node(of: field)
    return node == 0 ? nil : Card.text(node, of: document)
  }

  private static func text(_ node: Int, of document: JSONDocument) -> CardText? {
    let word = document.word(node)
    switch word.kind {
    case .string, .number, .true, .false: return CardText(node, of: document)
    case .object, .array, .null, .end: return nil
    }
  }

  /// A boolean field: `true`, `1` and their texts are true, everything else is false, unless it was
  /// recorded.
  package func flag(_ field: CardField) -> Bool {
    says(field) || recorded.contains(CardFields(field))
  }

  /// Whether a boolean field is true only because it was recorded.
  package func isRecorded(_ field: CardField) -> Bool {
    recorded.contains(CardFields(field)) && !says(field)
  }

  /// Whether the card itself says that a boolean field is true.
  package func says(_ field: CardField) -> Bool {
    let node = node(of: field)
    return node == 0
      ? tables.value.trueFields.contains(CardFields(field)) : document.saysTrue(node)
  }

  /// The spelling of a number field, given as a number or as its text.
  package func number(_ field: CardField) -> ByteView? {
    let node = node(of: field)
    if node == 0 { return nil }
    switch document.kind(node) {
    case .number: return document.content(node)
    case .string:
      let text = JSONText.trimmed(document.content(node))
      return JSONNumber.isValid(text) ? text : nil
    default: return nil
    }
  }

  /// A time field; nil when it is absent, no time, or says that the card never expires.
  package func time(_ field: CardField) -> CardTime? {
    guard let time = statedTime(field) else { return nil }
    return field == .expiresAt && time.milliseconds < 0 ? nil : time
  }

  /// The same with the times before 1970 that say that a card never expires.
  @inline(__always)
  package func statedTime(_ field: CardField) -> CardTime? {
    let node = node(of: field)
    if node == 0 { return nil }
    let isMilliseconds = tables.value.countsMilliseconds
    switch document.kind(node) {
    case .number:
      return CardTime(number: document.content(node), isMilliseconds: isMilliseconds)
    case .string: return CardTime(text: document.content(node), isMilliseconds: isMilliseconds)
    default: return nil
    }
  }

  /// One of the extras.
  package func extra(_ key: ByteView) -> CardValue {
    let node = extras.node == 0 ? nil : extras.document.member(key, of: extras.node)
    let value = node.map(extra) ?? .absent
    guard value.isAbsent, shape == .card, key == typeKey else { return value }
    // cardctl's own form may have the class type beside the extras, which all others have in them.
    return text(.classType).map(CardValue.text) ?? .absent
  }

  /// The value of the extra that stands at `node` of the extras' document.
  package func extra(at node: Int) -> CardValue {
    let word = extras.document.word(node)
    return word.kind == .string && word.extent == 0 ? .absent : extras.document.value(node)
  }

  /// Calls `body` with each key-value pair of the extras, in order.
  package func forEachExtra(_ body: (_ key: CardText, _ value: CardValue) -> Void) {
    guard extras.node != 0 else { return }
    let document = extras.document
    document.forEachMember(of: extras.node) { key, value in
      let name = CardText(key, of: document)
      body(name, document.value(value))
    }
  }

  /// The class type as it is written in the extras; nil without one.
  package var classType: CardText? {
    switch extra(typeKey) {
    case .text(let text): return text
    case .number(let spelling): return CardText(spelling)
    case .boolean(let flag): return CardText(ValueWords.flag(flag))
    case .absent, .time: return nil
    case .nested: return text(.classType)
    }
  }
}

extension Card {
  /// The card's type: what the card says, else what its content shows; nil if it says and shows
  /// nothing.
  package var type: CardType? { typeAndName.type }

  /// How a card says what type it is.
  package enum TypeName {
    /// With one of the shape's own names.
    case named
    /// With a name that is only tolerated: a former one, or one in other letters.
    case tolerated
    /// With a name that means nothing.
    case unknown
    /// Not at all.
    case absent
  }

  /// The card's type, and how the card says it.
  package var typeAndName: (type: CardType?, name: TypeName) {
    let (type, name) = declaredType
    if saysControl == true { return (.control, name) }
    if name != .absent { return (type, name) }
    return (says(.removed) ? nil : inferredType, name)
  }

  private var declaredType: (type: CardType?, name: TypeName) {
    guard let name = text(.type) else { return (nil, .absent) }
    let names = tables.value.typeNames
    let meaning = name.withText { names.meaning(of: $0, hasImage: text(.image) != nil) }
    guard let (type, isOwn) = meaning else { return (.unknown, .unknown) }
    return (type, isOwn ? .named : .tolerated)
  }

  /// The card's type as text: cardctl's own name, or the card's own word for an unknown type.
  var typeText: CardText? {
    guard let type else { return nil }
    return type == .unknown ? text(.type) : CardText(ValueWords.type(type))
  }

  /// What a key of the card says about its being the control variant; nil when none does.
  private var saysControl: Bool? {
    let node = controlNode
    return node == 0 || isEmpty(node) ? nil : document.saysTrue(node)
  }

  /// The type that the content of a card without a type shows; nil if it shows nothing.
  private var inferredType: CardType? {
    CardType(
      hasImage: text(.image) != nil, hasText: text(.title) != nil || text(.description) != nil,
      mayBeControl: shape.omitsControlType && saysControl != false,
      hasAspectRatio: number(.imageAspectRatio) != nil)
  }

  /// Whether the card is the control variant: logged, never shown.
  package var isControl: Bool { type == .control }
}

/// A set of canonical fields.
package struct CardFields: OptionSet, BitwiseCopyable, Sendable {
  /// One bit a field, that of `CardField.rawValue`.
  package let rawValue: UInt32

  /// The set whose bits are `rawValue`.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one field.
  package init(_ field: CardField) { rawValue = 1 << UInt32(field.rawValue) }

  /// The fields, in the order in which they are printed.
  package var fields: [CardField] { CardField.allCases.filter { contains(CardFields($0)) } }
}
