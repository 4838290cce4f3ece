import CardJSON

/// A signature: a combination of tests that identifies cards of one shape.
///
/// Other JSON may match a weak signature too. Two weak signatures of a shape are enough; a single
/// one also requires that half of the object's keys belong to the shape. Inside an envelope, or if
/// the user names the shape, a single one is enough.
struct ShapeSignature: BitwiseCopyable, Sendable {
  let tests: PermanentTable<Test>
  let isWeak: Bool
  /// Whether messages mention the signature; those of cards that lack usual keys would be
  /// confusing.
  let isListed: Bool

  init(_ tests: Test..., isWeak: Bool = false, isListed: Bool = true) {
    (self.tests, self.isWeak, self.isListed) = (PermanentTable(tests), isWeak, isListed)
  }

  /// A test of an object's keys.
  struct Test: BitwiseCopyable, Sendable {
    let kind: ShapeCatalog.Step.Kind
    let keys: PermanentTable<StaticString>
    /// The accepted kinds of values, as a bit mask.
    let kinds: UInt8
    /// The words before the keys in messages; nil if messages do not mention the test.
    let words: StaticString?

    private init(
      kind: ShapeCatalog.Step.Kind, keys: [StaticString], kinds: UInt8 = .max,
      words: StaticString? = nil
    ) {
      (self.kind, self.kinds, self.words) = (kind, kinds, words)
      self.keys = PermanentTable(keys)
    }

    /// The key is present.
    static func has(_ key: StaticString) -> Test { .any([key]) }
    /// Any of the keys is present, with a value of one of the kinds.
    static func any(_ keys: [StaticString], _ kinds: UInt8 = .max) -> Test {
      Test(kind: .any, keys: keys, kinds: kinds, words: keys.count == 1 ? "" : "one of ")
    }
    /// Any of the keys has a string, a number or `null`.
    static func anyScalar(_ keys: [StaticString]) -> Test {
      .any(keys, bit(.string) | bit(.number) | bit(.null))
    }
    /// The key is absent.
    static func lacks(_ key: StaticString) -> Test {
      Test(kind: .none, keys: [key], words: "no ")
    }
    /// The value is a string, and not a number in a string.
    static func string(_ key: StaticString) -> Test {
      Test(kind: .string, keys: [key], words: "a string ")
    }
    /// The value is a number.
    static func number(_ key: StaticString) -> Test {
      Test(kind: .any, keys: [key], kinds: bit(.number), words: "a number ")
    }
    /// The value is an object.
    static func object(_ key: StaticString) -> Test { .any([key], bit(.object)) }
    /// The value is a Boolean.
    static func flag(_ key: StaticString) -> Test {
      Test(kind: .any, keys: [key], kinds: bit(.true) | bit(.false), words: "a boolean ")
    }
    /// The value is a Boolean, or 0 or 1, as BrazeKit logs Booleans.
    static func loggedFlag(_ key: StaticString) -> Test {
      Test(kind: .loggedFlag, keys: [key], words: "a boolean ")
    }
    /// The value is exactly one of the shape's names for card types.
    static func typeName(_ key: StaticString) -> Test {
      Test(kind: .typeName, keys: [key], words: "one of its type names in ")
    }
    /// None of the keys is present, which messages do not mention.
    static func unless(_ keys: [StaticString]) -> Test { Test(kind: .none, keys: keys) }

    private static func bit(_ kind: JSONKind) -> UInt8 { 1 << kind.rawValue }
  }

  /// The signature in words, with each key enclosed in `quote`.
  func words(quote: String) -> String {
    let words = tests.compactMap { test in
      test.words.map { "\($0)" + test.keys.map { "\(quote)\($0)\(quote)" }.joined(separator: ", ") }
    }
    return words.joined(separator: " and ")
  }
}
