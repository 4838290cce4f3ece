import CardJSON

/// The signatures of all shapes, in the order in which they are tried on an object, as flat tables.
struct ShapeDetection: BitwiseCopyable, Sendable {
  /// A signature.
  private struct Mark: BitwiseCopyable, Sendable {
    let shape: Shape
    let isWeak: Bool
    let firstTest, testCount: Int
  }

  /// One test of a signature.
  private struct Test: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable {
      /// One of the keys has a value of one of the kinds.
      case any
      /// No key has a value.
      case none
      /// The key has a string that is not a number as text.
      case string
      /// The key has one of the shape's names for card types.
      case typeName
    }
    let kind: Kind
    /// The kinds of values, one bit each.
    let kinds: UInt8
    let firstKey, keyCount: Int

    /// Whether a value is present and of one of the kinds.
    @inline(__always)
    func accepts(_ value: JSONNode?) -> Bool {
      guard let value else { return false }
      return kinds == .max || kinds >> value.kind.rawValue & 1 != 0
    }
  }

  private let marks: PermanentTable<Mark>
  private let tests: PermanentTable<Test>
  /// The numbers of the keys of all tests.
  private let keys: PermanentTable<Int>
  private let shapes: PermanentTable<CompiledShape>
  private let type: Int

  /// The marks of the shapes, with the keys' numbers in `numbers`.
  init(_ shapes: PermanentTable<CompiledShape>, _ numbers: inout KeyNumbers) {
    var marks: [Mark] = []
    var tests: [Test] = []
    var keys: [Int] = []
    func add(_ kind: Test.Kind, _ names: [String], of kinds: [JSONKind]? = nil) {
      let bits = kinds.map { $0.reduce(0) { $0 | 1 << $1.rawValue } } ?? UInt8.max
      tests.append(
        Test(kind: kind, kinds: bits, firstKey: keys.count, keyCount: names.count))
      keys += names.map { numbers.number(of: $0) }
    }
    for shape in Shape.allCases {
      for mark in shape.definition.marks {
        let first = tests.count
        for test in mark.tests {
          switch test {
          case .has(let key): add(.any, [key])
          case .lacks(let key): add(.none, [key])
          case .string(let key): add(.string, [key])
          case .number(let key): add(.any, [key], of: [.number])
          case .flag(let key): add(.any, [key], of: [.true, .false])
          case .typeName(let key): add(.typeName, [key])
          case .any(let names): add(.any, names)
          case .anyScalar(let names): add(.any, names, of: [.string, .number, .null])
          case .unless(let names): add(.none, names)
          }
        }
        marks.append(
          Mark(
            shape: shape, isWeak: mark.isWeak, firstTest: first, testCount: mark.tests.count))
      }
    }
    self.marks = PermanentTable(marks)
    self.tests = PermanentTable(tests)
    self.keys = PermanentTable(keys)
    self.shapes = shapes
    type = numbers.number(of: "type")
  }

  /// The first shape that matches, in the order of `Shape.allCases`, or nil.
  ///
  /// - Parameter accepts: whether an object with only one weak signature of a shape is a card.
  @inline(__always)
  func shape(of object: IndexedObject, accepts: (Shape) -> Bool) -> Shape? {
    // The shapes with one weak signature so far, one bit each.
    var weak: UInt16 = 0
    var strong: Shape?
    for index in 0..<marks.count {
      let mark = marks[index]
      guard matches(mark, object) else { continue }
      let bit: UInt16 = 1 << UInt16(mark.shape.rawValue)
      if mark.isWeak, weak & bit == 0 {
        weak |= bit
        continue
      }
      weak &= ~bit
      strong = mark.shape
      break
    }
    if weak == 0 { return strong }
    return Shape.allCases.first { weak >> UInt16($0.rawValue) & 1 != 0 && accepts($0) } ?? strong
  }

  @inline(__always)
  private func matches(_ mark: Mark, _ object: IndexedObject) -> Bool {
    for index in mark.firstTest..<mark.firstTest + mark.testCount {
      let test = tests[index]
      let isMet =
        switch test.kind {
        case .any: hasAny(test, object)
        case .none: !hasAny(test, object)
        case .string: isText(object[keys[test.firstKey]])
        case .typeName: isTypeName(object[keys[test.firstKey]], of: mark.shape)
        }
      if !isMet { return false }
    }
    return true
  }

  @inline(__always)
  private func hasAny(_ test: Test, _ object: IndexedObject) -> Bool {
    for place in test.firstKey..<test.firstKey + test.keyCount
    where test.accepts(object[keys[place]]) { return true }
    return false
  }

  private func isText(_ value: JSONNode?) -> Bool {
    guard let value, value.kind == .string else { return false }
    return !JSONNumber.isValid(value.content)
  }

  private func isTypeName(_ value: JSONNode?, of shape: Shape) -> Bool {
    guard let value, value.kind == .string else { return false }
    return shapes.item(Int(shape.rawValue)).types.contains(value)
  }

  /// Whether `type` is exactly one of the shape's names for types.
  func hasType(of shape: Shape, _ object: IndexedObject) -> Bool {
    isTypeName(object[type], of: shape)
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
