import CardJSON

/// The tables for reading cards: the keys of all shapes by number, the definitions, and the
/// signatures of all shapes, compiled into one list of steps.
///
/// If a step matches, detection continues with the next step, otherwise with the next signature.
/// With a loop over signatures and their tests instead, `filter` takes 10 % more instructions.
package struct ShapeCatalog: BitwiseCopyable {
  /// The catalog of the process.
  package static let shared = made.catalog
  /// The keys of all shapes; those of envelopes' arrays of cards are first, in the order of
  /// `CardsKey`.
  static let names = made.names

  /// The definitions of the shapes, indexed by raw value.
  let shapes: PermanentTable<ShapeDefinition>
  private let steps: PermanentTable<Step>
  /// The numbers of the keys of steps with several keys.
  private let stepKeys: PermanentTable<UInt8>
  /// The numbers of the key of the type, and of the keys of request bodies and wrappers.
  let type, messages, contentCard, data: Int

  /// A test of a signature, or its end.
  struct Step: BitwiseCopyable, Sendable {
    /// The kinds of steps.
    enum Kind: UInt8, BitwiseCopyable, Sendable {
      /// Any of the keys has a value of one of the kinds.
      case any
      /// No key is present.
      case none
      /// The value is a string, and not a number in a string.
      case string
      /// The value is a Boolean, or 0 or 1, as BrazeKit logs Booleans.
      case loggedFlag
      /// The value is exactly one of the shape's names for card types.
      case typeName
      /// The end of a signature, or of the list.
      case fits, fitsWeakly, fitsNone
    }

    var kind: Kind
    /// The number of the only key, or the index of the first of several numbers in `stepKeys`.
    var key: UInt8 = 0
    /// The number of keys in `stepKeys`; 0 if `key` is the only one.
    var count: UInt8 = 0
    /// The accepted kinds of values, as a bit mask.
    var kinds = UInt8.max
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

  private static let made: (catalog: PermanentItem<ShapeCatalog>, names: KeyNames) = {
    var numbers = TextNumbers()
    let catalog = PermanentItem(ShapeCatalog(&numbers))
    return (catalog, KeyNames(numbers))
  }()

  private init(_ numbers: inout TextNumbers) {
    // These come first, so that number 0 is not a field's key.
    for key in CardsKey.allCases { _ = numbers.number(of: ByteView(key.name)) }
    let all = Shape.allCases
    let shapes = PermanentTable(count: all.count) { index in
      var definition = all[index].declaration
      definition.number(&numbers)
      return definition
    }
    var steps: [Step] = []
    var stepKeys: [UInt8] = []
    for shape in all {
      for signature in shapes[Int(shape.rawValue)].signatures {
        let first = steps.count
        for test in signature.tests {
          var step = Step(kind: test.kind, kinds: test.kinds)
          if test.keys.count > 1 {
            (step.key, step.count) = (UInt8(stepKeys.count), UInt8(test.keys.count))
          }
          for key in test.keys {
            let number = UInt8(numbers.number(of: ByteView(key)))
            if step.count > 0 { stepKeys.append(number) } else { step.key = number }
          }
          steps.append(step)
        }
        steps.append(Step(kind: signature.isWeak ? .fitsWeakly : .fits))
        for index in first..<steps.count {
          (steps[index].shape, steps[index].otherwise) = (shape.rawValue, UInt8(steps.count))
        }
      }
    }
    steps.append(Step(kind: .fitsNone))
    (self.shapes, self.steps, self.stepKeys) = (
      shapes, PermanentTable(steps), PermanentTable(stepKeys)
    )
    type = numbers.number(of: ByteView("type"))
    messages = numbers.number(of: ByteView("messages"))
    contentCard = numbers.number(of: ByteView("content_card"))
    data = numbers.number(of: ByteView(EnvelopeKey.data))
  }
}

// Detection of shapes.
extension ShapeCatalog {
  /// The first shape that matches, in the order of `Shape.allCases`, nil if none does; `accepts`
  /// returns whether an object with only one weak signature of a shape is a card.
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
      case .any, .none, .string, .loggedFlag, .typeName:
        index = matches(step, object) ? index + 1 : Int(step.otherwise)
      }
    }
  }

  /// Returns whether one of the signatures of `shape` matches.
  func fits(_ shape: Shape, _ object: IndexedObject) -> Bool {
    var index = 0
    while true {
      let step = steps[index]
      switch step.kind {
      case .fitsNone: return false
      case _ where step.shape != shape.rawValue: index += 1
      case .fits, .fitsWeakly: return true
      case .any, .none, .string, .loggedFlag, .typeName:
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
    case .loggedFlag:
      guard let value = object[Int(step.key)] else { return false }
      return value.kind != .string && value.isBoolean
    case .typeName: return isTypeName(object[Int(step.key)], of: step.shape)
    case .fits, .fitsWeakly, .fitsNone: return true
    }
  }

  private func hasAny(_ step: Step, _ object: IndexedObject) -> Bool {
    let first = Int(step.key)
    for place in first..<first + Int(step.count)
    where step.accepts(object[Int(stepKeys[place])]) { return true }
    return false
  }

  /// Whether `type` is exactly one of the shape's names for types.
  func hasType(of shape: Shape, _ object: IndexedObject) -> Bool {
    isTypeName(object[type], of: shape.rawValue)
  }

  private func isTypeName(_ value: JSONNode?, of shape: UInt8) -> Bool {
    guard let value, value.kind == .string else { return false }
    return shapes.item(Int(shape)).types.contains { value.text(equals: $0.name) }
  }
}
