import CardJSON
import ContentCardKit

/// Tells files of content cards from the others beside which they lie, such as `package.json`.
///
/// Only for files that were found in a folder. A file is one of content cards when a value in it
/// fits a shape and is no object of another program's with a few of its keys, is a sync response,
/// or, where they are wanted, a request or a registry. One that is no JSON is one when what can be
/// read of it is, or when it names enough keys of one shape or endpoint. A configuration is never
/// recognised: its keys are those of many tools.
package struct FileRecognizer: ~Copyable {
  private var reader: CardReader<RecognitionVisitor>
  private let typeKey: String
  private var state = ReadingState()
  private var offset = 0
  private var namesKeys = false

  /// A recognizer of files with cards, and where wanted of those with requests and registries.
  package init(_ options: ReadingOptions, takesRequests: Bool) {
    reader = CardReader(options, RecognitionVisitor(takesRequests: takesRequests))
    typeKey = options.cards.typeKey
  }

  /// Gets ready for another file.
  package mutating func begin() {
    (state, offset, namesKeys) = (ReadingState(), 0, false)
    reader.visitor.begin()
  }

  /// Looks at the next bytes of the file, which begin with those that were not consumed before.
  ///
  /// - Returns: whether the file is one of content cards, nil as long as that is open; and how many
  ///   bytes were consumed.
  package mutating func look(at bytes: ByteView, isFinal: Bool) -> (isOfCards: Bool?, consumed: Int)
  {
    let end = reader.read(Block(bytes, offset: offset, isFinal: isFinal), from: state)
    if reader.visitor.isOfCards { return (true, end.consumed) }
    // A payload begins with its keys, whatever is wrong further on.
    if offset == 0, reader.visitor.isBroken || !isFinal {
      namesKeys = KeyNames(in: bytes).areOfCards(
        typeKey, takesRequests: reader.visitor.takesRequests)
    }
    state = end.state
    offset += end.consumed
    return (isFinal ? reader.visitor.isBroken && namesKeys : nil, end.consumed)
  }
}

/// Looks for the first value that makes a file one of content cards.
private struct RecognitionVisitor: CardVisitor, ~Copyable {
  let takesRequests: Bool
  private(set) var isOfCards = false
  /// Whether something was no JSON.
  private(set) var isBroken = false
  /// How many keys of a sync response the envelope has that is being read.
  private var syncKeys = 0

  init(takesRequests: Bool) { self.takesRequests = takesRequests }

  mutating func begin() { (isOfCards, isBroken, syncKeys) = (false, false, 0) }

  var wantsMore: Bool { !isOfCards }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    isOfCards = card.isUnmistakable
  }

  mutating func visitOther(_ document: JSONDocument, at offset: Int, _ place: RecordPlace) -> Bool {
    if takesRequests, RequestKeys(document, place.node).areUnmistakable { isOfCards = true }
    return isOfCards
  }

  mutating func wantsWords(for reason: NoCardReason) -> Bool { false }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    switch problem.reason {
    case .syntax, .restOfArray, .tooLarge: isBroken = true
    case .noCard, .failedSync, .foreign, .carrier: break
    }
  }

  /// A sync response may bring no cards, which says something all the same.
  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    switch event {
    case .envelope: syncKeys = 0
    case .member(let key, _, _):
      let name = key.slice(1..<key.count - 1)
      if KeyNames.syncResponse.contains(where: { ByteView($0) == name }) { syncKeys += 1 }
      if syncKeys > 1 { isOfCards = true }
    case .array, .inside, .end: break
    }
  }
}

/// The keys that a text names, be it JSON or not: what stands between quotes in front of a colon.
struct KeyNames {
  private var names: Set<String> = []

  /// The keys that a text must have in common with a shape or an endpoint.
  private static let least = 3
  /// How many of them must be longer than `shortest`: short ones are keys of anything.
  private static let leastLong = 2
  private static let shortest = 3

  /// The keys of a sync response.
  static let syncResponse: [StaticString] = [
    "cards", "full_sync", "last_full_sync_at", "last_card_updated_at",
  ]

  /// More different keys than these are not looked at, nor longer ones.
  private static let limit = 10_000
  private static let longest = 64

  /// The keys in `bytes`.
  init(in bytes: ByteView) {
    let quote = UInt8(ascii: "\"")
    var start = 0
    while names.count < KeyNames.limit,
      let open = bytes.firstIndex(of: quote, from: start, to: bytes.count),
      let close = bytes.firstIndex(of: quote, from: open + 1, to: bytes.count)
    {
      let next = JSONScanner.skipSpace(bytes, from: close + 1)
      let isKey = next < bytes.count && bytes[next] == UInt8(ascii: ":")
      if isKey, close - open - 1 <= KeyNames.longest {
        names.insert(bytes.slice(open + 1..<close).text)
      }
      // What ends no key may begin one, where a quote is missing.
      start = isKey ? close + 1 : close
    }
  }

  /// Whether there are enough keys of one shape, a sync response included, or of one endpoint.
  ///
  /// - Parameter typeKey: the key of the extras that names the class type.
  func areOfCards(_ typeKey: String, takesRequests: Bool) -> Bool {
    let around = KeyNames.syncResponse.map(\.description) + [typeKey]
    for shape in Shape.allCases
    where areEnough(of: shape.documentedKeys.map(\.key) + around) { return true }
    guard takesRequests else { return false }
    return RequestPart.bodies.contains { part in
      areEnough(of: (part.keys.map(\.name) + RequestKeys.distinctive).map(\.description))
    }
  }

  private func areEnough(of keys: [String]) -> Bool {
    let shared = Set(keys).filter { names.contains($0) }
    return shared.count >= KeyNames.least
      && shared.count { $0.utf8.count > KeyNames.shortest } >= KeyNames.leastLong
  }
}
