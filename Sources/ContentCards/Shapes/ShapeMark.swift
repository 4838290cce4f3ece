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
    /// The key has a string.
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
