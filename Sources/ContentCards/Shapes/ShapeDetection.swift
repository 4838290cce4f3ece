@_spi(CardTool) import CardJSON

/// The marks of all shapes, made ready to be tried on one card after another.
///
/// They are one list of steps. A step that holds leads to the next one; one that does not leads to
/// the first step of the next mark.
struct ShapeDetection: BitwiseCopyable, Sendable {
  /// One test of a mark, or its end.
  private struct Step: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable {
      case has, any, unless, lacks, string, number, typeName, notNewsFeed
      case isShape, isNone
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
  let newsFeed: NewsFeedKeys
  private let type: UInt8

  /// The marks of `Shape.allCases`, with the keys' numbers in `numbers`.
  init(_ numbers: inout KeyNumbers) {
    var steps: [Step] = []
    var keys: [UInt8] = []
    for shape in Shape.allCases {
      for mark in shape.definition.marks {
        let first = steps.count
        for test in mark.tests {
          steps.append(ShapeDetection.step(test, &keys, &numbers))
        }
        steps.append(Step(kind: .isShape))
        for index in first..<steps.count {
          steps[index].shape = shape.rawValue
          steps[index].otherwise = UInt8(steps.count)
        }
      }
    }
    steps.append(Step(kind: .isNone))
    self.steps = PermanentTable(steps)
    self.keys = PermanentTable(keys)
    typeNames = PermanentTable(
      Shape.allCases.map { shape in
        PermanentTable(shape.definition.types.map { ByteView($0.name) })
      })
    newsFeed = NewsFeedKeys(&numbers)
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
    var index = 0
    while true {
      let step = steps[index]
      switch step.kind {
      case .isShape: return Shape(rawValue: step.shape)
      case .isNone: return nil
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
    case .notNewsFeed: return !newsFeed.fits(nodes)
    case .isShape, .isNone: return true
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

/// The keys of cards of the News Feed, a product that Braze has removed and whose cards look much
/// like content cards.
///
/// Source: `CardKey` in braze-android-sdk and `NewsFeedCard` in braze-react-native-sdk, before the
/// News Feed was removed.
struct NewsFeedKeys: BitwiseCopyable, Sendable {
  private let useWebview, categories, aspectRatio, domain, updated, viewed: UInt8
  private let created, cardDescription, imageAspectRatio, clicked, pinned: UInt8

  init(_ numbers: inout KeyNumbers) {
    func number(_ key: String) -> UInt8 { UInt8(numbers.number(of: key)) }
    useWebview = number("use_webview")
    categories = number("categories")
    aspectRatio = number("aspect_ratio")
    domain = number("domain")
    updated = number("updated")
    viewed = number("viewed")
    created = number("created")
    cardDescription = number("cardDescription")
    imageAspectRatio = number("imageAspectRatio")
    clicked = number("clicked")
    pinned = number("pinned")
  }

  /// Whether the keys are those of a News Feed card.
  func fits(_ nodes: KeyNodes) -> Bool {
    func has(_ key: UInt8) -> Bool { nodes[Int(key)] != 0 }
    return has(useWebview)
      || has(aspectRatio) && (has(domain) || has(updated) || has(viewed))
      || has(categories) && has(domain) || has(updated) && has(created) && isOfReactNative(has)
  }

  /// Whether a card with both times is React Native's, and has nothing of a content card's own.
  private func isOfReactNative(_ has: (UInt8) -> Bool) -> Bool {
    (has(cardDescription) || has(imageAspectRatio)) && !has(clicked) && !has(pinned)
  }
}

/// The keys of sync responses, of request bodies that hold a card and of wrappers.
struct EnvelopeKeys: BitwiseCopyable, Sendable {
  let message, messages, data: UInt8
  private let id, title, type, fullSync, lastFullSync, lastCardUpdated: UInt8

  init(_ numbers: inout KeyNumbers) {
    id = UInt8(numbers.number(of: "id"))
    title = UInt8(numbers.number(of: "title"))
    type = UInt8(numbers.number(of: "type"))
    message = UInt8(numbers.number(of: "message"))
    messages = UInt8(numbers.number(of: "messages"))
    data = UInt8(numbers.number(of: EnvelopeKey.data.description))
    fullSync = UInt8(numbers.number(of: "full_sync"))
    lastFullSync = UInt8(numbers.number(of: "last_full_sync_at"))
    lastCardUpdated = UInt8(numbers.number(of: "last_card_updated_at"))
  }

  /// Whether the keys are those of a sync response, cards or none; what is shown has a message too.
  func areOfSyncResponse(_ nodes: KeyNodes) -> Bool {
    func has(_ key: UInt8) -> Bool { nodes[Int(key)] != 0 }
    return has(fullSync) || has(lastFullSync) || has(lastCardUpdated)
      || has(message) && !has(id) && !has(title) && !has(type)
  }
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
