import CardJSON
import ContentCardKit

/// Collects the bytes of one JSON value from parts of a message.
struct ValueCollector: ~Copyable {
  /// The result of taking bytes.
  enum Progress: Equatable {
    /// All bytes were taken.
    case open
    /// The value ended before this position.
    case ended(Int)
    /// The byte at this position cannot be part of the value.
    case invalid(Int)
    /// The value exceeds the limit.
    case tooLarge(Int)
  }

  private(set) var scanner = ValueScanner()
  /// Whether a value has begun but not ended.
  private(set) var isOpen = false
  private var buffer = ByteBuffer()
  private(set) var map = SourceMap()
  /// The location of the start of the value.
  private(set) var start = CarrierPlace()
  /// The label of the value, from the text before it.
  private(set) var label = ValueLabel.none
  /// The first line of the message that contains the start of the value.
  private var message = LogLine(ByteView(""))
  /// The text before the value in its line, which an unknown logger may repeat on each line.
  private var prefix = ByteBuffer()
  /// Whether only whitespace of the current line was taken so far.
  private var isAtLineStart = false
  /// The way to join the next part if the last line ended inside a token.
  var join: Join?
  /// The last line in which a whole value was sought.
  private var soughtLine = 0
  /// The last line that was joined to the previous one inside a token, and the state before it.
  private var joined: (line: Int, scanner: ValueScanner, count: Int)?

  /// The ways to join two parts of one token.
  enum Join { case space, nothing }

  /// Starts a value whose opening bracket is at `place`.
  ///
  /// - Parameter text: the text of the message before the value in its line.
  mutating func begin(
    _ label: ValueLabel, at place: CarrierPlace, after text: ByteView = ByteView(""),
    in message: LogLine = LogLine(ByteView(""))
  ) {
    scanner.begin()
    buffer.removeAll()
    buffer.shrink(to: 1 << 20)
    prefix.removeAll()
    if ValueCollector.mayBePrefix(text) { prefix.append(text) }
    map.removeAll()
    (isOpen, start, isAtLineStart, join, joined) = (true, place, false, nil, nil)
    (self.label, self.message) = (label, message)
  }

  /// Returns whether the text before a value may be a logger's prefix and not JSON.
  private static func mayBePrefix(_ text: ByteView) -> Bool {
    guard let start = (0..<text.count).first(where: { text[$0] > 0x20 }) else { return false }
    return !"}],:\"".utf8.contains(text[start])
      && (start..<text.count).contains {
        text[$0] >= 0x80 || (text[$0] | 0x20) &- UInt8(ascii: "a") < 26
      }
  }

  /// Returns the length of the text before the value if `line` starts with the same text, or else
  /// 0.
  mutating func repeatedPrefix(of line: ByteView) -> Int {
    let prefix = prefix.sealed()
    return prefix.occurs(at: 0, in: line) ? prefix.count : 0
  }

  /// Ends collecting.
  mutating func end() { isOpen = false }

  /// Returns the bytes so far.
  mutating func value() -> ByteView { buffer.sealed() }

  /// Returns the bytes so far, then `rest` and the mark after a truncated value.
  mutating func markedValue(_ rest: ByteView) -> ByteView {
    buffer.append(rest)
    buffer.append(ReadingState.separator)
    return buffer.sealed()
  }

  /// Takes bytes of one line, which are at `place` in the carrier.
  mutating func take(_ bytes: ByteView, at place: CarrierPlace, isExact: Bool, limit: Int)
    -> Progress
  {
    guard bytes.count > 0 else { return .open }
    map.append(place.piece(at: buffer.count, isExact: isExact))
    let (progress, count) = scanner.take(bytes)
    let taken = bytes.slice(0..<count)
    buffer.append(taken)
    isAtLineStart = isAtLineStart && JSONNumber.trimmed(taken).count == 0
    switch progress {
    case .ended: return .ended(count)
    case .invalid: return .invalid(count)
    case .open: return buffer.count > limit ? .tooLarge(count) : .open
    }
  }

  /// Takes the value, which has just begun, if it is whole in `bytes`; returns its end, or nil.
  ///
  /// Only the first value of a line is sought, because the rest of the line is copied, and only if
  /// it begins like JSON, because many loggers write a tag in brackets.
  mutating func takeWhole(
    _ bytes: ByteView, at place: CarrierPlace, isExact: Bool, _ finder: inout CardFinder
  ) -> Int? {
    guard buffer.count == 0, soughtLine != place.position.line, bytes.count > 1,
      "\"{[".utf8.contains(bytes[1])
    else { return nil }
    soughtLine = place.position.line
    buffer.append(bytes)
    let end = finder.scan(buffer.sealed())
    buffer.truncate(to: end ?? 0)
    if end != nil { map.append(place.piece(at: 0, isExact: isExact)) }
    return end
  }

  /// Takes a line feed inside the value.
  ///
  /// Returns false if the value cannot continue.
  mutating func takeLineFeed(at place: CarrierPlace) -> Bool {
    guard scanner.take(UInt8(ascii: "\n")) == .open else { return false }
    map.append(place.piece(at: buffer.count, isExact: false))
    buffer.append(UInt8(ascii: "\n"))
    isAtLineStart = true
    return true
  }

  /// Joins the first part of a line to the previous line.
  mutating func takeJoin(in line: Int) {
    guard let join else { return }
    self.join = nil
    (isAtLineStart, joined) = (true, (line, scanner, buffer.count))
    guard join == .space, scanner.take(0x20) == .open else { return }
    buffer.append(0x20)
  }

  /// Removes the line if it was joined to the previous one, and returns whether it was.
  mutating func separate(_ line: Int) -> Bool {
    guard let joined, joined.line == line else { return false }
    scanner = joined.scanner
    buffer.truncate(to: joined.count)
    return true
  }

  /// Returns whether a value that ends before `bytes` was truncated: `bytes` start another message
  /// or an ellipsis.
  func isCut(before bytes: ByteView) -> Bool {
    guard bytes.count > 0 else { return true }
    if isAtLineStart { return true }
    let marks: [StaticString] = ["<…>", "…", "...", "<private>"]
    return marks.contains { ByteView($0).occurs(at: 0, in: bytes) }
  }

  /// Returns the strings of the value whose content, as written, satisfies `isWanted`: their text,
  /// and the location of the value or, if they start on a later line, of that line.
  mutating func strings(
    where isWanted: (ByteView) -> Bool
  ) -> [(text: [UInt8], place: CarrierPlace)] {
    let (value, quote) = (buffer.sealed(), UInt8(ascii: "\""))
    guard isWanted(value) else { return [] }
    var strings: [(text: [UInt8], place: CarrierPlace)] = []
    var position = 0
    while let start = value.firstIndex(of: quote, from: position, to: value.count) {
      let end = JSONText.endOfString(value, from: start + 1) - 1
      guard end < value.count else { break }
      let content = value.slice(start + 1..<end)
      if isWanted(content) {
        let line = map.line(of: start)
        let place = CarrierPlace(offset: map.source(of: start), position: TextPosition(line: line))
        var text = ByteBuffer()
        JSONText.decode(content, into: &text)
        strings.append((text.view.array, line == self.start.position.line ? self.start : place))
      }
      position = end + 1
    }
    return strings
  }

  /// Whether other messages may interrupt the value.
  var maySuspend: Bool { isOpen && (message.isSplit || join != nil) }

  /// Returns whether the message that starts with `line` may continue the value.
  ///
  /// Some loggers split messages, or log each line separately.
  func mayContinue(in line: LogLine) -> Bool {
    isOpen && message.hasSource(of: line) && (maySuspend || !scanner.isAfterColon)
  }

  /// Whether the value can continue on the next line although the line ended inside a token.
  var isSplit: Bool { message.isSplit && scanner.isInToken }

  /// Continues the value in a new message, which `separate` removes if it turns out to be invalid.
  mutating func beginMessage() { join = join ?? .nothing }

}

/// The meaning of a value according to the text before it.
enum ValueLabel: Equatable {
  /// Unknown.
  case none
  /// A card of the previously logged response, logged again.
  case serverCard
  /// The device's earlier copy of a card.
  case cachedCard
  /// The card in a push.
  case pushedCard
  /// State that a browser stores about cards.
  case stored(StoredState.Kind)

  /// Whether the value is a single card.
  var isOfOneCard: Bool { self == .serverCard || self == .pushedCard }

  /// Creates the label at the end of `text`.
  init(before text: ByteView) {
    let label = ValueLabel.words.first { words, _ in
      let words = ByteView(words)
      return words.occurs(at: text.count - words.count, in: text)
    }
    self =
      label?.label ?? StoredState.Kind(storageKey: text).map(ValueLabel.stored) ?? ValueLabel.none
  }

  private static let words: [(StaticString, label: ValueLabel)] = [
    ("Server card json: ", .serverCard), ("Cached card json: ", .cachedCard),
    ("Card data: ", .pushedCard), ("ab_cd=", .pushedCard), ("ab_cd: ", .pushedCard),
  ]
  /// The maximum number of bytes before a value to examine.
  static let longest = 96
}
