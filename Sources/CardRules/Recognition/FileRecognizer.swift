import CardJSON
import ContentCardKit

/// Distinguishes files of Braze JSON from the other files of a directory, such as `package.json`.
///
/// A file is ours if a value in it is recognized, by the same
/// table as everywhere, or if it is broken JSON and its text holds a key that only Braze has. In a
/// walk a configuration is never detected: its keys are those of many tools.
package struct FileRecognizer: ~Copyable {
  private var reader: CardReader<RecognitionVisitor>
  private var state = ReadingState()
  private var offset = 0
  private var namesKeys = false

  /// A recognizer of files with cards, and optionally of files with requests and registries.
  package init(_ options: ReadingOptions, takesRequests: Bool) {
    reader = CardReader(options, RecognitionVisitor(takesRequests: takesRequests))
  }

  /// Gets ready for another file.
  ///
  /// - Parameter isNamed: whether configurations and files that cardctl wrote are ours too.
  package mutating func begin(isNamed: Bool = false) {
    (state, offset, namesKeys) = (ReadingState(), 0, false)
    let takesRequests = reader.visitor.takesRequests
    reader.visitor = RecognitionVisitor(takesRequests: takesRequests, isNamed: isNamed)
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
      namesKeys = BrazeKeys.areNamed(in: bytes, takesRequests: reader.visitor.takesRequests)
    }
    state = end.state
    offset += end.consumed
    return (isFinal ? reader.visitor.isBroken && namesKeys : nil, end.consumed)
  }
}

/// Looks for the first value that makes a file one of content cards.
private struct RecognitionVisitor: CardVisitor, ~Copyable {
  let takesRequests: Bool
  var isNamed = false
  var isOfCards = false
  /// Whether something was not JSON.
  var isBroken = false
  /// The number of keys of a sync response in the current envelope.
  var syncKeys = 0

  var wantsMore: Bool { !isOfCards }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    isOfCards = takesRequests || card.object.index == place.node
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
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

  /// A sync response may bring no cards, which says something all the same.
  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    if case .envelope = event { syncKeys = 0 }
    if RecognizedValue.isSyncKey(event) { syncKeys += 1 }
    if syncKeys > 1 { isOfCards = true }
  }
}
