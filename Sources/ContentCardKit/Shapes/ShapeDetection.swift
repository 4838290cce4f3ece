import CardJSON

/// The marks of all shapes, of the News Feed and of sync responses, made ready to be tried on one
/// object after another.
///
/// They are one list of steps. A step that holds leads to the next one; one that does not leads to
/// the first step of the next mark.
struct ShapeDetection: BitwiseCopyable, Sendable {
  /// One test of a mark, or its end.
  private struct Step: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable {
      case has, any, unless, lacks, string, number, typeName, notNewsFeed
      case fits, fitsNone
    }
    var kind: Kind
    /// The key that is looked at; for `any` the first of several in `keys`.
    var key: UInt8 = 0
    /// How many keys `any` looks at.
    var count: UInt8 = 0
    /// The shape that the step belongs to.
    var shape: UInt8 = 0
    /// The first step of the next mark.
    var otherwise: UInt8 = 0
  }

  private let steps: PermanentTable<Step>
  private let keys: PermanentTable<UInt8>
  /// For each shape the names of the card types, as `typeName` compares them.
  private let typeNames: PermanentTable<PermanentTable<ByteView>>
  /// The first steps of the marks that are of no shape.
  private let newsFeed, syncResponse: Int
  private let type: UInt8

  /// The marks of `Shape.allCases` and the others, with the keys' numbers in `numbers`.
  init(_ numbers: inout KeyNumbers) {
    var steps: [Step] = []
    var keys: [UInt8] = []
    func add(_ marks: [ShapeMark], of shape: Shape? = nil) {
      for mark in marks {
        let first = steps.count
        for test in mark.tests { steps.append(ShapeDetection.step(test, &keys, &numbers)) }
        steps.append(Step(kind: .fits))
        for index in first..<steps.count {
          steps[index].shape = shape?.rawValue ?? 0
          steps[index].otherwise = UInt8(steps.count)
        }
      }
    }
    for shape in Shape.allCases { add(shape.definition.marks, of: shape) }
    steps.append(Step(kind: .fitsNone))
    newsFeed = steps.count
    add(ShapeMark.newsFeed)
    steps.append(Step(kind: .fitsNone))
    syncResponse = steps.count
    add(ShapeMark.syncResponse)
    steps.append(Step(kind: .fitsNone))
    self.steps = PermanentTable(steps)
    self.keys = PermanentTable(keys)
    typeNames = PermanentTable(
      Shape.allCases.map { shape in
        PermanentTable(shape.definition.types.map { ByteView($0.name) })
      })
    type = UInt8(numbers.number(of: "type"))
  }

  private static func step(
    _ test: ShapeMark.Test, _ keys: inout [UInt8], _ numbers: inout KeyNumbers
  ) -> Step {
    func one(_ kind: Step.Kind, _ key: String) -> Step {
      Step(kind: kind, key: UInt8(numbers.number(of: key)))
    }
    switch test {
    case .has(let key): return one(.has, key)
    case .lacks(let key): return one(.lacks, key)
    case .string(let key): return one(.string, key)
    case .number(let key): return one(.number, key)
    case .typeName(let key): return one(.typeName, key)
    case .notNewsFeed: return Step(kind: .notNewsFeed)
    case .any(let names), .unless(let names):
      let kind = if case .any = test { Step.Kind.any } else { Step.Kind.unless }
      let step = Step(kind: kind, key: UInt8(keys.count), count: UInt8(names.count))
      keys += names.map { UInt8(numbers.number(of: $0)) }
      return step
    }
  }

  /// The first shape that fits, in the order of `Shape.allCases`; nil when none does.
  func shape(of nodes: KeyNodes, in document: JSONDocument) -> Shape? {
    firstFit(from: 0, nodes, document).flatMap { Shape(rawValue: $0) }
  }

  /// Whether the keys are those of a News Feed card.
  @inline(never)
  func isNewsFeed(_ nodes: KeyNodes, in document: JSONDocument) -> Bool {
    firstFit(from: newsFeed, nodes, document) != nil
  }

  /// Whether the keys are those of a sync response, cards or none.
  func isSyncResponse(_ nodes: KeyNodes, in document: JSONDocument) -> Bool {
    firstFit(from: syncResponse, nodes, document) != nil && !isNewsFeed(nodes, in: document)
  }

  /// The shape of the first mark from step `first` on whose tests all hold; nil when there is none.
  @inline(__always)
  private func firstFit(from first: Int, _ nodes: KeyNodes, _ document: JSONDocument) -> UInt8? {
    var index = first
    while true {
      let step = steps[index]
      switch step.kind {
      case .fits: return step.shape
      case .fitsNone: return nil
      case .has, .any, .unless, .lacks, .string, .number, .typeName, .notNewsFeed: break
      }
      index = holds(step, nodes, document) ? index + 1 : Int(step.otherwise)
    }
  }

  @inline(__always)
  private func holds(_ step: Step, _ nodes: KeyNodes, _ document: JSONDocument) -> Bool {
    func has(_ kind: JSONKind) -> Bool {
      let node = nodes[Int(step.key)]
      return node != 0 && document.kind(node) == kind
    }
    switch step.kind {
    case .has: return nodes[Int(step.key)] != 0
    case .lacks: return nodes[Int(step.key)] == 0
    case .string:
      return has(.string) && !JSONNumber.isValid(document.content(nodes[Int(step.key)]))
    case .number: return has(.number)
    case .typeName:
      return has(.string) && isTypeName(nodes[Int(step.key)], document, of: step.shape)
    case .any: return hasAny(step, nodes)
    case .unless: return !hasAny(step, nodes)
    case .notNewsFeed: return !isNewsFeed(nodes, in: document)
    case .fits, .fitsNone: return true
    }
  }

  private func hasAny(_ step: Step, _ nodes: KeyNodes) -> Bool {
    let first = Int(step.key)
    for place in first..<first + Int(step.count) where nodes[Int(keys[place])] != 0 { return true }
    return false
  }

  /// Whether `type` is, to the letter, one of the names that the shape has for types.
  func hasType(of shape: Shape, _ nodes: KeyNodes, _ document: JSONDocument) -> Bool {
    let node = nodes[Int(type)]
    return node != 0 && document.kind(node) == .string
      && isTypeName(node, document, of: shape.rawValue)
  }

  private func isTypeName(_ node: Int, _ document: JSONDocument, of shape: UInt8) -> Bool {
    let names = typeNames[Int(shape)]
    for index in 0..<names.count where document.text(node, equals: names[index]) { return true }
    return false
  }
}

extension ShapeMark {
  /// Cards of the News Feed, which look much like content cards.
  ///
  /// Braze has removed that product. A card with both times is React Native's, and has nothing of a
  /// content card's own.
  /// Source: `CardKey` in braze-android-sdk and `NewsFeedCard` in braze-react-native-sdk, before the
  /// News Feed was removed.
  fileprivate static let newsFeed = [
    ShapeMark(.has("use_webview")),
    ShapeMark(.has("aspect_ratio"), .any(["domain", "updated", "viewed"])),
    ShapeMark(.has("categories"), .any(["domain", "expires_at"])),
    ShapeMark(
      .has("updated"), .has("created"), .any(["cardDescription", "imageAspectRatio"]),
      .unless(["clicked", "pinned"])),
  ]

  /// Sync responses, with cards or none; what is shown has a message too.
  fileprivate static let syncResponse = [
    ShapeMark(.any(["full_sync", "last_full_sync_at", "last_card_updated_at"])),
    ShapeMark(.has("message"), .unless(["id", "title", "type"])),
  ]
}

/// What a card of one shape has and those of the shapes that are tried after it have not: all its
/// tests hold.
struct ShapeMark: Sendable {
  let tests: [Test]
  /// Whether messages tell it: those by which a card is only known when its writer left out what
  /// the SDK's own writer always writes would confuse more than help.
  let isTold: Bool

  init(_ tests: Test..., isTold: Bool = true) {
    self.tests = tests
    self.isTold = isTold
  }

  /// One thing to look for among the keys of an object.
  enum Test: Sendable {
    /// The key is there.
    case has(String)
    /// One of the keys is there.
    case any([String])
    /// The key is not there.
    case lacks(String)
    /// The key has a string, and not a number as text.
    case string(String)
    /// The key has a number.
    case number(String)
    /// The key has, to the letter, one of the shape's names for a card type.
    case typeName(String)
    /// None of the keys is there: a card with one is of another shape. Messages do not tell it.
    case unless([String])
    /// The keys are not those of a News Feed card. Messages do not tell it.
    case notNewsFeed

    /// Whether messages tell the test.
    fileprivate var isTold: Bool {
      switch self {
      case .has, .any, .lacks, .string, .number, .typeName: true
      case .unless, .notNewsFeed: false
      }
    }
  }
}

extension ShapeMark {
  /// The mark in words, with each key between `quote`s.
  func words(quote: String) -> String {
    tests.filter(\.isTold).map { $0.words(quote: quote) }.joined(separator: " and ")
  }
}

extension ShapeMark.Test {
  fileprivate func words(quote: String) -> String {
    func quoted(_ key: String) -> String { quote + key + quote }
    switch self {
    case .has(let key): return quoted(key)
    case .any(let keys): return "one of " + keys.map(quoted).joined(separator: ", ")
    case .lacks(let key): return "no \(quoted(key))"
    case .string(let key): return "a text \(quoted(key))"
    case .number(let key): return "a number \(quoted(key))"
    case .typeName(let key): return "one of its own names in \(quoted(key))"
    case .unless, .notNewsFeed: return ""
    }
  }
}
