import CardJSON
import ContentCardKit

/// A part of a card that a conversion drops; borrows from the card.
package enum CardLoss {
  /// A field with a value.
  case field(CardField)
  /// The extra with this key.
  case extra(JSONString)
  /// A key that is unused, or whose field got a different value from another key.
  case key(JSONString)
  /// An invalid value of a field.
  case badField(CardField)
  /// An invalid value of an optional property.
  case badProperty(object: String, property: String)
}

/// The parts of a card that an output can represent.
struct CardCoverage: Sendable {
  /// The fields, including the class type, even if it is written as an extra.
  var fields: CardFields = []
  /// Whether the output identifies control cards.
  var hasControl = false
  /// The extras keys that have their own columns.
  var extras: [ByteView] = []
  /// The keys of a REST card that are written unchanged (`ShapeWriter.keeps`).
  var ownKeys: [ByteView] = []
  /// Whether times are written in a format limited to milliseconds and the years 1 to 9999.
  var writesCalendarDates = false

  /// Creates an empty coverage.
  init() {}

  /// Creates the coverage of a writer with the given columns.
  init(_ columns: [ShapeColumn], of shape: Shape, _ times: CardTimeFormat) {
    writesCalendarDates = times.kind.isCalendar
    for column in columns {
      switch column {
      case .key(let key) where key.isControlFlag: hasControl = true
      case .key(let key):
        if shape == .rest { ownKeys.append(key.name) }
        add(key.field)
        if key.field == .extras, shape != .card { add(.classType) }
      case .extra(let key): extras.append(key)
      case .derived: break
      }
    }
  }

  /// Returns whether the output can represent a field.
  func contains(_ field: CardField) -> Bool { fields.contains(CardFields(field)) }

  /// Returns whether the extra with this key has its own column.
  func hasExtra(_ key: ByteView) -> Bool { extras.contains { $0 == key } }

  mutating func add(_ field: CardField) { fields.insert(CardFields(field)) }

  /// Adds the value at a path; derived values do not preserve their fields.
  mutating func add(_ path: FieldPath) {
    switch path {
    case .canonical(let field): add(field)
    case .extra(let key): extras.append(key)
    case .derived: break
    }
  }
}

extension Card {
  /// Whether the card has a value for `field` that the output cannot represent.
  ///
  /// A boolean has one only if it is true. The card type depends on how a reader derives it, and
  /// extras are checked one by one, so neither is checked here.
  func loses(_ field: CardField, in coverage: CardCoverage) -> Bool {
    let isCovered = coverage.contains(field)
    switch (field, field.content) {
    case (.type, _), (_, .pairs): return false
    case (.classType, _):
      return !isCovered && !coverage.hasExtra(typeKey) && classTypeOutsideExtras != nil
    case (_, .text): return !isCovered && text(field) != nil
    case (_, .boolean): return !isCovered && flag(field)
    case (_, .number): return !isCovered && number(field) != nil
    case (_, .time):
      guard let time = time(field) else { return false }
      return !isCovered
        || coverage.writesCalendarDates && (!time.isInCalendar || time.isFinerThanMilliseconds)
    }
  }

  /// The class type of a card in cardctl's own shape whose extras do not contain it.
  var classTypeOutsideExtras: JSONString? {
    guard shape == .card, let own = text(.classType) else { return nil }
    switch extras?.member(typeKey)?.extraValue ?? .absent {
    case .text, .number, .boolean: return nil
    case .absent, .time, .nested: return own
    }
  }

  /// Calls `body` with each extra that the output cannot represent, and with each unused key and
  /// invalid value, duplicate keys twice.
  func forEachUnwritten(in coverage: CardCoverage, _ body: (CardLoss) -> Void) {
    if !coverage.contains(.extras) {
      forEachExtra { key, value in
        if case .text(let text) = value, text.content.count == 0 { return }
        let isCovered = key.withText {
          coverage.hasExtra($0) || $0 == typeKey && coverage.contains(.classType)
        }
        if !value.isAbsent, !isCovered { body(.extra(key)) }
      }
    }
    for (key, value) in object.members where !value.isEmpty && isUnread(key, value, in: coverage) {
      body(.key(JSONString(key)))
    }
    for field in CardField.allCases where hasInvalidValue(for: field) { body(.badField(field)) }
  }

  /// Whether a member is unused: the shape does not have its key, or another key's value is read.
  private func isUnread(_ key: JSONNode, _ value: JSONNode, in coverage: CardCoverage) -> Bool {
    if shape == .rest, coverage.ownKeys.contains(where: { key.text(equals: $0) }) { return false }
    guard let known = definition.keys.first(where: { keys[Int($0.number)]?.index == value.index })
    else {
      // The lookup finds only the last of duplicate keys, which is the one that is used.
      return !definition.keys.contains { key.text(equals: $0.name) }
    }
    guard value.index != control?.index else { return false }
    if known.field == .classType { return !value.text(equals: classType) }
    guard let read = node(of: known.field) else { return true }
    return read.index != value.index && !(read.raw == value.raw)
  }

  private func hasInvalidValue(for field: CardField) -> Bool {
    if field == .type, let control, !control.isEmpty, !control.isBoolean { return true }
    guard let value = node(of: field) else { return false }
    switch field.content {
    case .text: return value.word.isContainer
    case .boolean: return !value.isBoolean
    case .number: return number(field) == nil
    case .time: return statedTime(field) == nil
    case .pairs: return extras == nil
    }
  }
}

extension JSONNode {
  fileprivate func text(equals other: JSONString?) -> Bool {
    guard let other else { return false }
    return other.withText { text(equals: $0) }
  }
}
