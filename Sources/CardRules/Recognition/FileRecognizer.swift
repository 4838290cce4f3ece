import CardJSON
import CardProcessing
import ContentCardKit

/// The content of a file, as far as it decides whether the file is read.
package enum FileContent: Equatable, Sendable {
  /// Something that is checked, which may be broken.
  case checked
  /// JSON of Braze that is not checked, with its name.
  case unchecked(String)
  /// Other JSON, with comments at most, or nothing.
  case foreign
  /// A request body with Liquid between the tokens of JSON.
  case requestTemplate
  /// Another template, such as one of another tool or of Liquid alone.
  case template
  /// Text that is not JSON, or broken JSON that is not Braze's.
  case notJSON
}

/// Examines the content of a file, to distinguish files of Braze JSON from others such as
/// `package.json`.
///
/// A file is recognized by the values in it (see `RecognizedValue` and `CardMarks`), and a broken
/// one by the values of `RepairedJSON`. Configurations are not recognized in a directory, because
/// many other tools use the same keys.
package struct FileRecognizer: ~Copyable {
  private var reader: CardReader<RecognitionVisitor>
  private var state = ReadingState()
  private var offset = 0
  /// Whether there was a brace.
  private var hasBrace = false

  /// Creates a recognizer of files with cards, and optionally of files with requests and
  /// registries.
  package init(_ options: ReadingOptions, takesRequests: Bool) {
    maximumSize = options.maximumCardSize
    var visitor = RecognitionVisitor(takesRequests: takesRequests)
    visitor.events = options.readsEvents ? CardEventReader() : nil
    reader = CardReader(options, visitor)
  }

  /// The maximum number of bytes by which a broken file is judged.
  package let maximumSize: Int

  /// Whether the file is not valid JSON.
  package var isBroken: Bool { reader.visitor.isBroken }

  /// The numbers of values so far.
  package var counts: RecognizedCounts { reader.visitor.counts }

  /// Starts another file.
  ///
  /// - Parameters:
  ///   - isNamed: whether the user names the file, so that fewer marks are enough.
  ///   - isCounting: whether all values are counted, instead of stopping at the first.
  package mutating func begin(isNamed: Bool = false, isCounting: Bool = false) {
    (state, offset, hasBrace) = (ReadingState(), 0, false)
    reader.visitor = RecognitionVisitor(
      takesRequests: reader.visitor.takesRequests, events: reader.visitor.events,
      isNamed: isNamed, isCounting: isCounting)
  }

  /// Examines the next bytes of the file, starting with those that were not consumed before.
  ///
  /// - Returns: the content, or nil if more bytes are needed, or if the file is broken and must be
  ///   judged as a whole; and the number of consumed bytes.
  package mutating func look(at bytes: ByteView, isFinal: Bool) -> (
    content: FileContent?, consumed: Int
  ) {
    let end = reader.read(Block(bytes, offset: offset, isFinal: isFinal), from: state)
    state = end.state
    offset += end.consumed
    hasBrace = hasBrace || bytes.firstIndex(of: UInt8(ascii: "{"), from: 0, to: bytes.count) != nil
    if reader.visitor.isOfCards, isFinal || reader.visitor.isDone {
      return (.checked, end.consumed)
    }
    guard isFinal, !reader.visitor.isBroken else { return (nil, end.consumed) }
    // Liquid before JSON is skipped, so text without a value is Liquid alone.
    let isTemplate = hasBrace && !reader.visitor.hasValue
    return (
      counts.other.map { .unchecked($0) } ?? (isTemplate ? .template : .foreign), end.consumed
    )
  }

  /// Judges a broken file by its text, or by its beginning.
  package mutating func judge(broken text: ByteView) -> FileContent {
    let start = JSONScanner.skipSpace(text, from: 0)
    let isEmpty = start == text.count || text == ByteView("\u{FEFF}")
    if isEmpty || ForeignFormat(text) == .pointer { return .foreign }
    let template = LiquidTemplate(text)
    var reading = LiquidReading(0, of: template)
    var repaired = RepairedJSON(template.hasTags ? reading.sealed() : text)
    let isRelaxed = repaired.isRelaxed && !template.hasTags
    let isNamed = reader.visitor.isNamed
    begin(isNamed: isNamed)
    let result = look(at: repaired.sealed(), isFinal: true)
    reader.visitor.isBroken = true
    if result.content == .checked { return .checked }
    return isRelaxed ? .foreign : template.hasTags ? .template : .notJSON
  }
}

extension FileRecognizer {
  /// Whether a file that begins with these bytes may be a template.
  package static func mayBeTemplate(_ beginning: ByteView) -> Bool {
    LiquidTemplate(beginning).isTemplate
  }

  /// Whether a text is a request body with Liquid between the tokens of JSON.
  mutating func isRequestTemplate(_ text: ByteView) -> Bool {
    begin(isNamed: true)
    return judge(template: text) == .requestTemplate
  }

  /// Judges a text with Liquid between the tokens of JSON by its first reading; nil for other text.
  package mutating func judge(template text: ByteView) -> FileContent? {
    let template = LiquidTemplate(text)
    guard reader.visitor.takesRequests, template.isTemplate else { return nil }
    var reading = LiquidReading(0, of: template)
    var repaired = RepairedJSON(reading.sealed())
    let (isNamed, isCounting) = (reader.visitor.isNamed, reader.visitor.isCounting)
    begin(isNamed: isNamed, isCounting: isCounting)
    let content = look(at: repaired.sealed(), isFinal: true).content
    if !reader.visitor.hasValue { return .template }
    let isRequest = counts.numbers.keys.contains { $0.isBody || $0 == .contentCard }
    if content == .checked, isRequest { return .requestTemplate }
    begin(isNamed: isNamed, isCounting: isCounting)
    return nil
  }
}

/// The numbers of the values in a file.
package struct RecognizedCounts {
  /// Creates the numbers of an empty file.
  package init() {}

  /// The number of checked values of each kind.
  package fileprivate(set) var numbers: [RecordKind: Int] = [:]
  /// The names of the messages of which only the keys that Braze requires are checked.
  package fileprivate(set) var partlyChecked: [String] = []
  /// The name of the first recognized value that is not checked.
  fileprivate var other: String?

  fileprivate mutating func add(_ kind: RecordKind, _ value: JSONNode) {
    numbers[kind, default: 0] += 1
    guard kind == .messagesSend else { return }
    for name in RequestChecker.partlyChecked(in: value) where !partlyChecked.contains(name) {
      partlyChecked.append(name)
    }
  }
}

/// Stops at the first recognized value, unless it counts all.
private struct RecognitionVisitor: CardVisitor, ~Copyable {
  let takesRequests: Bool
  /// The reader of events of cards; nil if they are not recognized.
  var events: CardEventReader?
  var isNamed = false
  var isCounting = false
  var isOfCards = false
  /// Whether there was a value, or text that is none.
  var hasValue = false
  /// Whether some of the text was not valid JSON.
  var isBroken = false
  /// The number of keys of a sync response in the current envelope.
  var syncKeys = 0
  var counts = RecognizedCounts()

  var isDone: Bool { isOfCards && !isCounting }
  var wantsMore: Bool { !isDone }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    hasValue = true
    let isWhole = card.object.index == place.node
    if !isWhole {
      // The card of a request, whose key only Braze has.
      if !takesRequests { return }
      isOfCards = true
      return counts.add(.messagesSend, card.object.document[place.node])
    }
    counts.numbers[.cards, default: 0] += 1
    isOfCards = isOfCards || isNamed || isCertain(card)
  }

  private func isCertain(_ card: Card) -> Bool {
    if case .rest = card.shape {
      return RequestPart.contentCard.resemblance(to: card.object).marks > 1
    }
    return CardMarks.suffice(in: card.object)
  }

  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool {
    hasValue = true
    if events?.read(value) == true { isOfCards = true }
    switch RecognizedValue(value) {
    case nil: return false
    case .other(.syncResponse): isOfCards = true
    case .other(let other) where other.isOwn && !isNamed: break
    case .other(let other): counts.other = counts.other ?? other.rawValue
    case .checked(let kind, let isCertain) where takesRequests && (isNamed || isCertain):
      isOfCards = true
      counts.add(kind, value)
    case .checked: break
    }
    return true
  }

  mutating func wantsWords(for reason: NoCardReason) -> Bool { false }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    hasValue = true
    switch problem.reason {
    case .syntax, .restOfArray, .tooLarge, .foreign: isBroken = true
    case .noCard, .failedSync, .carrier, .card: break
    }
  }

  /// Recognizes sync responses without cards by their keys.
  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    hasValue = true
    if case .envelope = event { syncKeys = 0 }
    if event.isSyncMember { syncKeys += 1 }
    if syncKeys > 1 { isOfCards = true }
  }
}
