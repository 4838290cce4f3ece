import CardJSON
import ContentCardKit

/// A condition on one field: a condition of `--where`, or another selector.
///
/// The memory of its texts is never freed, so create conditions only from user input.
package struct Condition: Sendable {
  /// The field.
  package let field: FieldPath
  /// The tests of the field's value; one must succeed.
  var tests: [Test]
  /// Whether all tests must fail instead.
  var isNegated = false
  /// The option, if repeats of it are alternatives; nil for `--where`.
  package var option: String?
  /// The texts that the field must equal one of; empty for other conditions.
  package var texts: [String] = []

  init(_ field: FieldPath, _ tests: [Test], isNegated: Bool = false) {
    (self.field, self.tests, self.isNegated) = (field, tests, isNegated)
  }

  /// A test of a value.
  enum Test: BitwiseCopyable {
    /// The card has the field; a flag is true.
    case presence
    /// The text is one of these.
    case oneOf(TextSet)
    /// The text compares to this one.
    case text(Operator, ByteView, LetterCase)
    case number(Operator, ByteView)
    case flag(Bool)
    case time(Operator, TimeArgument)
    /// The card has one of these types.
    case types(CardTypes)
    /// The class type is one of these lowercase strings.
    case classTypes(TextSet)
    /// The class type is absent or is not one of these, the registered ones.
    case unregistered(TextSet?)
  }

  /// The way a comparison of text treats upper and lower case.
  enum LetterCase: BitwiseCopyable {
    case matters
    /// ASCII letters are lowercased, as in class types.
    case ofASCIIIsIgnored
    /// All letters are folded.
    case isIgnored
  }
}

extension Condition.Test {
  /// Returns the test with everything resolved that depends on the run.
  func resolved(at now: Int64, in zone: Zone, registered: TextSet) -> Condition.Test {
    switch self {
    case .time(let operation, let time):
      .time(operation, time.resolved(at: now, in: zone))
    case .unregistered: .unregistered(registered)
    default: self
    }
  }

  /// Returns whether the value of `field` passes the test, which is resolved.
  func isPassed(
    by card: Card, _ field: FieldPath, at now: Int64, using scratch: inout MatchingScratch
  ) -> Bool {
    switch self {
    case .types(let types): return !types.isDisjoint(with: card.types)
    case .classTypes(let wanted):
      return card.classType.map { wanted.contains(classType: $0, using: &scratch) } ?? false
    case .unregistered(let known):
      guard let classType = card.classType, let known else { return true }
      return !known.contains(classType: classType, using: &scratch)
    default: break
    }
    let value = card.value(at: field, now: now, using: &scratch.derived)
    if value.isAbsent {
      // A card that never expires is treated as expiring at the latest possible time.
      guard case .time(let operation, let bound) = self, case .canonical(.expiresAt) = field else {
        return false
      }
      return operation.isFulfilled(by: CardTime.never.order(bound.instant(at: now, in: .utc)))
    }
    switch self {
    case .presence:
      if case .boolean(let flag) = value, field.content == .boolean { return flag }
      return true
    case .flag(let wanted): return value.flag == wanted
    case .time(let operation, let bound):
      return value.time.map {
        operation.isFulfilled(by: $0.order(bound.instant(at: now, in: .utc)))
      } ?? false
    case .number(let operation, let wanted):
      let number = JSONNumber.trimmed(value.plainText(using: &scratch.text))
      return JSONNumber.isValid(number)
        && operation.isFulfilled(by: JSONNumber.compare(number, wanted))
    case .oneOf(let wanted): return wanted.contains(value.plainText(using: &scratch.text))
    case .text(let operation, let wanted, let letterCase):
      let text = value.plainText(using: &scratch.text)
      switch letterCase {
      case .matters: return operation.isFulfilled(by: text, against: wanted)
      case .ofASCIIIsIgnored:
        return operation.isFulfilled(by: scratch.lowercased(text), against: wanted)
      case .isIgnored: return operation.isFulfilled(by: scratch.folded(text), against: wanted)
      }
    case .types, .classTypes, .unregistered: return false
    }
  }
}

extension Condition.Operator {
  /// Whether a comparison succeeds for the order of the card's value and the given one.
  fileprivate func isFulfilled(by order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .notEqual, .hasPrefix, .hasSuffix, .contains, .resembles: false
    }
  }

  /// Returns whether a comparison of text succeeds.
  fileprivate func isFulfilled(by text: ByteView, against wanted: ByteView) -> Bool {
    switch self {
    case .hasPrefix: wanted.occurs(at: 0, in: text)
    case .hasSuffix: wanted.occurs(at: text.count - wanted.count, in: text)
    case .contains, .resembles: text.firstIndex(of: wanted) != nil
    default: isFulfilled(by: text == wanted ? 0 : text.precedes(wanted) ? -1 : 1)
    }
  }
}

/// The buffers for values that must be derived or decoded.
struct MatchingScratch: ~Copyable {
  /// Derived fields.
  var derived = ByteBuffer()
  /// Decoded text, times in seconds, and compact JSON.
  var text = ByteBuffer()
  private var cased = ByteBuffer()

  /// Returns a copy of `text` with ASCII letters lowercased.
  mutating func lowercased(_ text: ByteView) -> ByteView {
    cased.removeAll()
    cased.append(lowercased: text)
    return cased.view
  }

  /// Returns a copy of `text` in which letters that differ only in case are equal.
  mutating func folded(_ text: ByteView) -> ByteView {
    guard text.containsAny(of: .beyondASCII) else { return lowercased(text) }
    cased.removeAll()
    cased.append(Condition.folded(text.text))
    return cased.view
  }
}

extension Condition {
  /// Returns `text` in which letters that differ only in case are equal: `ß` is `ss`, and all
  /// three forms of a sigma are one.
  static func folded(_ text: String) -> String { text.uppercased().lowercased() }
}

extension ByteClass {
  /// The bytes of letters outside ASCII.
  fileprivate static var beyondASCII: ByteClass { ByteClass(.bytes(0x80, 0xFF)) }
}

extension CardValue {
  /// The value of a flag; nil for another value.
  fileprivate var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The time; nil for another value.
  fileprivate var time: CardTime? { if case .time(let time) = self { time } else { nil } }

  /// Returns the value as text, which borrows from the card or, if converted, from `scratch`.
  func plainText(using scratch: inout ByteBuffer) -> ByteView {
    switch self {
    case .text(let text): return text.decoded(using: &scratch)
    case .number(let spelling): return spelling
    case .boolean(let flag): return flag ? ByteView("true") : ByteView("false")
    case .time(let time):
      if let spelling = time.spelling { return spelling }
    case .absent, .nested: break
    }
    scratch.removeAll()
    appendText(to: &scratch)
    return scratch.view
  }
}
