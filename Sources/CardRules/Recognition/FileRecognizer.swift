import CardJSON
import ContentCardKit

/// Distinguishes files of Braze JSON from other files in a directory, such as `package.json`.
///
/// A file is recognized if a value in it is (see `RecognizedValue`), or if it is invalid JSON that
/// contains a key that only Braze uses. Configurations are not recognized in a directory, because
/// many other tools use the same keys.
package struct FileRecognizer: ~Copyable {
  private var reader: CardReader<RecognitionVisitor>
  private var state = ReadingState()
  private var offset = 0
  private var namesKeys = false

  /// Creates a recognizer of files with cards, and optionally of files with requests and
  /// registries.
  package init(_ options: ReadingOptions, takesRequests: Bool) {
    var visitor = RecognitionVisitor(takesRequests: takesRequests)
    visitor.events = options.readsEvents ? CardEventReader() : nil
    reader = CardReader(options, visitor)
  }

  /// Starts another file.
  ///
  /// - Parameter isNamed: whether configurations and files written by cardctl are recognized too.
  package mutating func begin(isNamed: Bool = false) {
    (state, offset, namesKeys) = (ReadingState(), 0, false)
    reader.visitor = RecognitionVisitor(
      takesRequests: reader.visitor.takesRequests, events: reader.visitor.events, isNamed: isNamed)
  }

  /// Examines the next bytes of the file, starting with those that were not consumed before.
  ///
  /// - Returns: whether the file is recognized, or nil if more bytes are needed; and the number of
  ///   consumed bytes.
  package mutating func look(at bytes: ByteView, isFinal: Bool) -> (isOfCards: Bool?, consumed: Int)
  {
    let end = reader.read(Block(bytes, offset: offset, isFinal: isFinal), from: state)
    if reader.visitor.isOfCards { return (true, end.consumed) }
    // Even in a broken payload, the keys at the beginning are readable.
    if offset == 0, reader.visitor.isBroken || !isFinal {
      namesKeys = BrazeKeys.areNamed(in: bytes, takesRequests: reader.visitor.takesRequests)
    }
    state = end.state
    offset += end.consumed
    return (isFinal ? reader.visitor.isBroken && namesKeys : nil, end.consumed)
  }
}

/// Stops at the first recognized value.
private struct RecognitionVisitor: CardVisitor, ~Copyable {
  let takesRequests: Bool
  /// The reader of events of cards; nil if they are not recognized.
  var events: CardEventReader?
  var isNamed = false
  var isOfCards = false
  /// Whether some of the text was not valid JSON.
  var isBroken = false
  /// The number of keys of a sync response in the current envelope.
  var syncKeys = 0

  var wantsMore: Bool { !isOfCards }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    isOfCards = takesRequests || card.object.index == place.node
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
    if events?.read(value) == true { isOfCards = true }
    switch RecognizedValue(value) {
    case .checked(.configuration), .ownOutput: isOfCards = isOfCards || isNamed
    case nil: break
    case .checked, .unchecked, .otherMessage: isOfCards = isOfCards || takesRequests
    case .syncResponse: isOfCards = true
    }
    return isOfCards
  }

  mutating func wantsWords(for reason: NoCardReason) -> Bool { false }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    switch problem.reason {
    case .syntax, .restOfArray, .tooLarge: isBroken = true
    case .noCard, .failedSync, .foreign, .carrier, .card: break
    }
  }

  /// Recognizes sync responses without cards by their keys.
  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    if case .envelope = event { syncKeys = 0 }
    if event.isSyncMember { syncKeys += 1 }
    if syncKeys > 1 { isOfCards = true }
  }
}
