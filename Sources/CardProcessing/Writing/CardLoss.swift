import CardJSON
import ContentCardKit

/// One thing that a card has and that what is made of it has not; a loan like the card.
package enum CardLoss {
  /// A field with a value.
  case field(CardField)
  /// The extra with this key.
  case extra(CardText)
  /// A key of the card that carries no field, or whose field another key says otherwise.
  case key(CardText)
  /// What the card says of a field and what cannot be the field's value.
  case badField(CardField)
  /// What the card says of an optional property and what cannot be the property's value.
  case badProperty(object: String, property: String)
}

/// What of a card has a place in what is made of it.
struct CardPlaces: Sendable {
  /// The fields; the class type here and as one of the extras is the same.
  var fields: CardFields = []
  /// Whether it is said which cards are control cards.
  var saysControl = false
  /// Whether all extras have a place.
  var hasAllExtras = false
  /// The keys of the extras that have a place of their own.
  var extras: [ByteView] = []
  /// The keys that say of a REST card what they said (`ShapeWriter.keeps`).
  var ownKeys: [ByteView] = []
  /// Whether times are written in a form that knows the years 1 to 9999 only, and no less than
  /// milliseconds.
  var writesCalendarDates = false

  /// No places at all.
  init() {}

  /// Those of a writer with the given cells; the class type has one in the extras.
  init(_ columns: [ShapeColumn], of shape: Shape, _ times: TimeForm) {
    writesCalendarDates = times.knowsCalendarOnly
    for column in columns {
      switch column {
      case .key(let step) where step.form == .control: saysControl = true
      case .key(let step):
        if shape == .rest { ownKeys.append(step.name) }
        add(step.field)
        if step.field == .extras, shape != .card { add(.classType) }
      case .extra(let key): extras.append(key)
      case .derived: break
      }
    }
  }

  /// Whether the extra with this key has a place of its own.
  func hasExtra(_ key: ByteView) -> Bool { extras.contains { $0 == key } }

  mutating func add(_ field: CardField) {
    fields.insert(CardFields(field))
    if field == .extras { hasAllExtras = true }
  }

  /// Adds the value that a path leads to; one that is worked out is no place for what it is worked
  /// out from.
  mutating func add(_ path: FieldPath) {
    switch path {
    case .canonical(let field): add(field)
    case .extra(let key): extras.append(key)
    case .derived: break
    }
  }
}

extension Card {
  /// Whether the card has a value for `field` that `places` has no place for.
  ///
  /// A boolean counts when it is true. The card type is left to those who know how it is read back,
  /// and extras count one by one.
  func loses(_ field: CardField, in places: CardPlaces) -> Bool {
    let hasPlace = places.fields.contains(CardFields(field))
    switch field {
    case .type, .extras: return false
    case .classType:
      return !hasPlace && !places.hasExtra(typeKey) && classTypeOutsideExtras != nil
    default: break
    }
    switch field.content {
    case .text: return !hasPlace && text(field) != nil
    case .boolean: return !hasPlace && flag(field)
    case .number: return !hasPlace && number(field) != nil
    case .pairs: return false
    case .time:
      guard let time = time(field) else { return false }
      return !hasPlace
        || places.writesCalendarDates && (!time.isInCalendar || time.isFinerThanMilliseconds)
    }
  }

  private func hasPlace(forExtra key: ByteView, in places: CardPlaces) -> Bool {
    if places.hasAllExtras || places.hasExtra(key) { return true }
    return key == typeKey && places.fields.contains(CardFields(.classType))
  }

  /// Calls `body` with each extra that has a value and no place, and with each key and each value
  /// that nobody reads, whatever is made of the card.
  ///
  /// A key that is there twice may come twice.
  func forEachUnwritten(in places: CardPlaces, _ body: (CardLoss) -> Void) {
    if !places.hasAllExtras {
      forEachExtra { key, value in
        if case .text(let text) = value, text.content.count == 0 { return }
        if value.isAbsent || key.withText({ hasPlace(forExtra: $0, in: places) }) { return }
        body(.extra(key))
      }
    }
    document.forEachMember(of: node) { key, value in
      guard !isEmpty(value), isUnread(key, value, in: places) else { return }
      body(.key(CardText(key, of: document)))
    }
    for field in CardField.allCases where misstates(field) { body(.badField(field)) }
  }

  /// Whether nobody reads the member with these nodes: its key is none of the shape's, or what it
  /// says is not what another key says of the same field.
  private func isUnread(_ key: Int, _ value: Int, in places: CardPlaces) -> Bool {
    if shape == .rest, places.ownKeys.contains(where: { document.text(key, equals: $0) }) {
      return false
    }
    let documented = tables.value.documentedKeys
    for place in 0..<documented.count {
      let number = documented[place].number
      guard keys[Int(number)] == value else { continue }
      guard value != controlNode,
        let field = CardField(rawValue: UInt8(documented[place].field.trailingZeroBitCount))
      else { return false }
      if field == .classType { return !document.text(value, equals: classType) }
      let read = valueNode(of: field)
      return read != value && !(document.raw(read) == document.raw(value))
    }
    // Of a key that is there twice the last one counts, and is the one that was looked up.
    let name = CardText(key, of: document)
    let number = name.withText { ShapeCatalog.shared.names.index(of: $0) }
    guard let number else { return true }
    return !(0..<documented.count).contains { Int(documented[$0].number) == number }
  }

  /// Whether the card says something of `field` that cannot be its value.
  private func misstates(_ field: CardField) -> Bool {
    let node = valueNode(of: field)
    if field == .type, controlNode != 0, !isEmpty(controlNode), !document.isBoolean(controlNode) {
      return true
    }
    guard node != 0 else { return false }
    switch field.content {
    case .text: return document.kind(node) == .object || document.kind(node) == .array
    case .boolean: return !document.isBoolean(node)
    case .number: return number(field) == nil
    case .time: return statedTime(field) == nil
    case .pairs: return extras.node == 0
    }
  }
}

extension JSONDocument {
  /// Whether the string or scalar `node` is the text `other`.
  fileprivate func text(_ node: Int, equals other: CardText?) -> Bool {
    guard let other else { return false }
    return other.withText { text in
      kind(node) == .string ? self.text(node, equals: text) : content(node) == text
    }
  }
}
