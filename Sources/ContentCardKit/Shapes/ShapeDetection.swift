import CardJSON

/// The signatures of all shapes, compiled into one list of steps to try on an object.
///
/// If a step matches, the next one is tried; otherwise, the first step of the next signature. A loop
/// over signatures and their tests takes a tenth more instructions of `filter`.
struct ShapeDetection: BitwiseCopyable, Sendable {
  /// One test of a signature, or its end.
  private struct Step: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable {
      /// One of the keys has a value of one of the kinds.
      case any
      /// No key has a value of one of the kinds.
      case none
      case string, typeName
      case fits, fitsWeakly, fitsNone
    }
    var kind: Kind
    /// The number of the only key, or the start of several numbers in `keys`.
    var key: UInt8 = 0
    /// The number of keys in `keys`; 0 if `key` is the only one.
    var count: UInt8 = 0
    /// The kinds of values, one bit each.
    var kinds: UInt8 = .max
    /// The shape that the step belongs to.
    var shape: UInt8 = 0
    /// The first step of the next signature.
    var otherwise: UInt8 = 0

    /// Whether a value is present and of one of the kinds.
    @inline(__always)
    func accepts(_ value: JSONNode?) -> Bool {
      guard let value else { return false }
      return kinds == .max || kinds >> value.kind.rawValue & 1 != 0
    }
  }

  private let steps: PermanentTable<Step>
  private let keys: PermanentTable<UInt8>
  private let shapes: PermanentTable<CompiledShape>
  private let type: UInt8

  /// The marks of the shapes, with the keys' numbers in `numbers`.
  init(_ shapes: PermanentTable<CompiledShape>, _ numbers: inout KeyNumbers) {
    var steps: [Step] = []
    var keys: [UInt8] = []
    func step(_ test: ShapeMark.Test) -> Step {
      func one(_ kind: Step.Kind, _ key: String, kinds: [JSONKind]? = nil) -> Step {
        Step(
          kind: kind, key: UInt8(numbers.number(of: key)), kinds: ShapeDetection.bits(kinds))
      }
      func several(_ kind: Step.Kind, _ names: [String], kinds: [JSONKind]? = nil) -> Step {
        let step = Step(
          kind: kind, key: UInt8(keys.count), count: UInt8(names.count),
          kinds: ShapeDetection.bits(kinds))
        keys += names.map { UInt8(numbers.number(of: $0)) }
        return step
      }
      return switch test {
      case .has(let key): one(.any, key)
      case .lacks(let key): one(.none, key)
      case .string(let key): one(.string, key)
      case .number(let key): one(.any, key, kinds: [.number])
      case .flag(let key): one(.any, key, kinds: [.true, .false])
      case .typeName(let key): one(.typeName, key)
      case .any(let names): several(.any, names)
      case .anyScalar(let names): several(.any, names, kinds: [.string, .number, .null])
      case .unless(let names): several(.none, names)
      }
    }
    for shape in Shape.allCases {
      for mark in shape.definition.marks {
        let first = steps.count
        for test in mark.tests { steps.append(step(test)) }
        steps.append(Step(kind: mark.isWeak ? .fitsWeakly : .fits))
        for index in first..<steps.count {
          steps[index].shape = shape.rawValue
          steps[index].otherwise = UInt8(steps.count)
        }
      }
    }
    steps.append(Step(kind: .fitsNone))
    self.steps = PermanentTable(steps)
    self.keys = PermanentTable(keys)
    self.shapes = shapes
    type = UInt8(numbers.number(of: "type"))
  }

  /// A bit for each kind; all of them for nil.
  private static func bits(_ kinds: [JSONKind]?) -> UInt8 {
    kinds.map { $0.reduce(0) { $0 | 1 << $1.rawValue } } ?? .max
  }

  /// The first shape that matches, in the order of `Shape.allCases`, or nil.
  ///
  /// - Parameter accepts: whether an object with only one weak signature of a shape is a card.
  @inline(__always)
  func shape(of object: IndexedObject, accepts: (Shape) -> Bool) -> Shape? {
    var index = 0
    // The shapes with one weak signature so far, one bit each.
    var weak: UInt16 = 0
    func first(before strong: Shape?) -> Shape? {
      if weak == 0 { return strong }
      return Shape.allCases.first { weak >> UInt16($0.rawValue) & 1 != 0 && accepts($0) } ?? strong
    }
    while true {
      let step = steps[index]
      switch step.kind {
      case .fits: return first(before: Shape(rawValue: step.shape))
      case .fitsWeakly:
        let bit: UInt16 = 1 << UInt16(step.shape)
        if weak & bit != 0 {
          weak &= ~bit
          return first(before: Shape(rawValue: step.shape))
        }
        weak |= bit
        index += 1
      case .fitsNone: return first(before: nil)
      case .any, .none, .string, .typeName:
        index = matches(step, object) ? index + 1 : Int(step.otherwise)
      }
    }
  }

  @inline(__always)
  private func matches(_ step: Step, _ object: IndexedObject) -> Bool {
    switch step.kind {
    case .any where step.count == 0: return step.accepts(object[Int(step.key)])
    case .none where step.count == 0: return object.keys[Int(step.key)] == 0
    case .any: return hasAny(step, object)
    case .none: return !hasAny(step, object)
    case .string:
      guard let value = object[Int(step.key)] else { return false }
      return value.kind == .string && !JSONNumber.isValid(value.content)
    case .typeName: return isTypeName(object[Int(step.key)], shape: step.shape)
    case .fits, .fitsWeakly, .fitsNone: return true
    }
  }

  private func hasAny(_ step: Step, _ object: IndexedObject) -> Bool {
    let first = Int(step.key)
    for place in first..<first + Int(step.count)
    where step.accepts(object[Int(keys[place])]) { return true }
    return false
  }

  /// Whether `type` is exactly one of the shape's names for types.
  func hasType(of shape: Shape, _ object: IndexedObject) -> Bool {
    isTypeName(object[Int(type)], shape: shape.rawValue)
  }

  private func isTypeName(_ value: JSONNode?, shape: UInt8) -> Bool {
    guard let value, value.kind == .string else { return false }
    return shapes.item(Int(shape)).types.contains(value)
  }
}

/// A signature: a combination of tests that identifies cards of one shape.
///
/// Other JSON may match a weak signature too. Two weak signatures of a shape are enough; a single
/// one also requires that half of the object's keys belong to the shape. Inside an envelope, or if
/// the user names the shape, a single one is enough.
struct ShapeMark: Sendable {
  let tests: [Test]
  /// Whether the signature is weak.
  let isWeak: Bool
  /// Whether messages mention the signature.
  ///
  /// Signatures of cards whose writers omit usual keys would be confusing.
  let isListed: Bool

  init(_ tests: Test..., isWeak: Bool = false, isListed: Bool = true) {
    self.tests = tests
    self.isWeak = isWeak
    self.isListed = isListed
  }

  /// A test of the keys of an object.
  enum Test: Sendable {
    /// The key is present.
    case has(String)
    /// One of the keys is present.
    case any([String])
    /// One of the keys has a string, a number or `null`.
    case anyScalar([String])
    /// The key is absent.
    case lacks(String)
    /// The key has a string that is not a number as text.
    case string(String)
    /// The key has a number.
    case number(String)
    /// The key has a boolean.
    case flag(String)
    /// The key has exactly one of the shape's names for card types.
    case typeName(String)
    /// None of the keys is present.
    ///
    /// Messages do not mention this test.
    case unless([String])

    /// Whether messages mention the test.
    fileprivate var isListed: Bool { if case .unless = self { false } else { true } }
  }
}

extension ShapeMark {
  /// The signature in words, with each key between `quote`s.
  func words(quote: String) -> String {
    tests.filter(\.isListed).map { $0.words(quote: quote) }.joined(separator: " and ")
  }
}

extension ShapeMark.Test {
  fileprivate func words(quote: String) -> String {
    func quoted(_ key: String) -> String { quote + key + quote }
    switch self {
    case .has(let key): return quoted(key)
    case .any(let keys), .anyScalar(let keys):
      return (keys.count == 1 ? "" : "one of ") + keys.map(quoted).joined(separator: ", ")
    case .lacks(let key): return "no \(quoted(key))"
    case .string(let key): return "a text \(quoted(key))"
    case .number(let key): return "a number \(quoted(key))"
    case .flag(let key): return "a boolean \(quoted(key))"
    case .typeName(let key): return "one of its own names in \(quoted(key))"
    case .unless: return ""
    }
  }
}
