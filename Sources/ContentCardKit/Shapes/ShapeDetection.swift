import CardJSON

/// The signatures of all shapes, compiled into one list of steps.
///
/// If a step matches, detection continues with the next step, otherwise with the next signature.
/// With a loop over signatures and their tests instead, `filter` takes 10 % more instructions.
struct ShapeDetection: BitwiseCopyable, Sendable {
  /// The kind of a step: a test, the end of a signature, or the end of the list.
  enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// Any of the keys has a value of one of the kinds.
    case any
    /// No key has a value of one of the kinds.
    case none
    /// The value is a string, and not a number in a string.
    case string
    /// The value is exactly one of the shape's names for card types.
    case typeName
    case fits, fitsWeakly, fitsNone
  }

  /// A test of a signature, or its end.
  private struct Step: BitwiseCopyable, Sendable {
    var kind: Kind
    /// The number of the only key, or the index of the first of several numbers in `keys`.
    var key: UInt8 = 0
    /// The number of keys in `keys`; 0 if `key` is the only one.
    var count: UInt8 = 0
    /// The accepted kinds of values, as a bit mask.
    var kinds: UInt8 = .max
    /// The shape that the step belongs to.
    var shape: UInt8 = 0
    /// The index of the first step of the next signature.
    var otherwise: UInt8 = 0

    /// Whether a value is present and has an accepted kind.
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

  /// Compiles the signatures of the shapes, and adds their keys to `numbers`.
  init(_ shapes: PermanentTable<CompiledShape>, _ numbers: inout TextNumbers) {
    var steps: [Step] = []
    var keys: [UInt8] = []
    func step(_ test: ShapeSignature.Test) -> Step {
      let own = test.keys.map { UInt8(numbers.number(of: $0)) }
      let kinds = test.kinds.map { $0.reduce(0) { $0 | 1 << $1.rawValue } } ?? UInt8.max
      if own.count == 1 { return Step(kind: test.kind, key: own[0], kinds: kinds) }
      defer { keys += own }
      return Step(kind: test.kind, key: UInt8(keys.count), count: UInt8(own.count), kinds: kinds)
    }
    for shape in Shape.allCases {
      for signature in shape.definition.signatures {
        let first = steps.count
        for test in signature.tests { steps.append(step(test)) }
        steps.append(Step(kind: signature.isWeak ? .fitsWeakly : .fits))
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

  /// The first shape that matches, in the order of `Shape.allCases`; nil if none does.
  ///
  /// - Parameter accepts: returns whether an object with only one weak signature of a shape is a
  ///   card.
  @inline(__always)
  func shape(of object: IndexedObject, accepts: (Shape) -> Bool) -> Shape? {
    var index = 0
    // A bit mask of the shapes with one weak signature so far.
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
    case .none where step.count == 0: return object[Int(step.key)] == nil
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
struct ShapeSignature: Sendable {
  let tests: [Test]
  /// Whether the signature is weak.
  let isWeak: Bool
  /// Whether messages mention the signature.
  ///
  /// Signatures of cards that lack usual keys would be confusing.
  let isListed: Bool

  init(_ tests: Test..., isWeak: Bool = false, isListed: Bool = true) {
    self.tests = tests
    self.isWeak = isWeak
    self.isListed = isListed
  }

  /// A test of an object's keys.
  struct Test: Sendable {
    let kind: ShapeDetection.Kind
    let keys: [String]
    /// The accepted kinds of values; nil for any.
    var kinds: [JSONKind]?
    /// The words before the keys in messages; nil if messages do not mention the test.
    var words: String?

    /// The key is present.
    static func has(_ key: String) -> Test { .any([key]) }
    /// Any of the keys is present, with a value of one of the kinds.
    static func any(_ keys: [String], _ kinds: [JSONKind]? = nil) -> Test {
      Test(kind: .any, keys: keys, kinds: kinds, words: keys.count == 1 ? "" : "one of ")
    }
    /// Any of the keys has a string, a number or `null`.
    static func anyScalar(_ keys: [String]) -> Test { .any(keys, [.string, .number, .null]) }
    /// The key is absent.
    static func lacks(_ key: String) -> Test { Test(kind: .none, keys: [key], words: "no ") }
    /// The value is a string, and not a number in a string.
    static func string(_ key: String) -> Test {
      Test(kind: .string, keys: [key], words: "a string ")
    }
    /// The value is a number.
    static func number(_ key: String) -> Test {
      Test(kind: .any, keys: [key], kinds: [.number], words: "a number ")
    }
    /// The value is a Boolean.
    static func flag(_ key: String) -> Test {
      Test(kind: .any, keys: [key], kinds: [.true, .false], words: "a boolean ")
    }
    /// The value is exactly one of the shape's names for card types.
    static func typeName(_ key: String) -> Test {
      Test(kind: .typeName, keys: [key], words: "one of its type names in ")
    }
    /// None of the keys is present.
    ///
    /// Messages do not mention this test.
    static func unless(_ keys: [String]) -> Test { Test(kind: .none, keys: keys) }
  }

  /// The signature in words, with each key enclosed in `quote`.
  func words(quote: String) -> String {
    let words = tests.compactMap { test in
      test.words.map { $0 + test.keys.map { quote + $0 + quote }.joined(separator: ", ") }
    }
    return words.joined(separator: " and ")
  }
}
