import CardJSON
import ContentCardKit

/// Collects the bytes of one JSON value from the pieces of a message.
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
  /// The location where the value begins.
  private(set) var start = CarrierPlace()
  /// The text before the value.
  private(set) var label = ValueLabel.none
  /// The first line of the message in which the value begins.
  private var message = LogLine(ByteView(""))
  /// The text before the value in its line, which an unknown logger may repeat on each line.
  private var prefix = ByteBuffer()
  /// Whether only whitespace of the last line was taken so far.
  private var isAtLineStart = false
  /// The way to join the next piece if the last line ended inside a token.
  var join: Join?
  /// The last line that was joined to the one before it inside a token, and the state before that.
  private var joined: (line: Int, scanner: ValueScanner, count: Int)?

  /// The ways to join two pieces of one token.
  enum Join { case space, nothing }

  /// Begins a value whose bracket is at `place`.
  ///
  /// - Parameter text: the message before the value in its line.
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

  /// Whether text before a value may be a logger's prefix, rather than JSON.
  private static func mayBePrefix(_ text: ByteView) -> Bool {
    guard let start = (0..<text.count).first(where: { text[$0] > 0x20 }) else { return false }
    return !"}],:\"".utf8.contains(text[start])
      && (start..<text.count).contains {
        text[$0] >= 0x80 || (text[$0] | 0x20) &- UInt8(ascii: "a") < 26
      }
  }

  /// The length of the text before the value, if another line begins with it too.
  mutating func repeatedPrefix(of line: ByteView) -> Int {
    let prefix = prefix.sealed()
    return prefix.stands(at: 0, of: line) ? prefix.count : 0
  }

  /// Ends collecting.
  mutating func end() { isOpen = false }

  /// The bytes so far.
  mutating func value() -> ByteView { buffer.sealed() }

  /// Takes bytes of one line that are at `place` in the carrier.
  mutating func take(_ bytes: ByteView, at place: CarrierPlace, isExact: Bool, limit: Int)
    -> Progress
  {
    guard bytes.count > 0 else { return .open }
    map.append(place.piece(at: buffer.count, isExact: isExact))
    var position = 0
    while position < bytes.count {
      if scanner.isInPlainString {
        let end = bytes.endOfPlainText(from: position)
        scanner.skip(end - position)
        position = end
        isAtLineStart = false
        if position == bytes.count { break }
      }
      let byte = bytes[position]
      switch scanner.take(byte) {
      case .open: break
      case .ended:
        buffer.append(bytes.slice(0..<position + 1))
        return .ended(position + 1)
      case .invalid:
        buffer.append(bytes.slice(0..<position))
        return .invalid(position)
      }
      if byte > 0x20 { isAtLineStart = false }
      position += 1
    }
    buffer.append(bytes)
    return buffer.count > limit ? .tooLarge(bytes.count) : .open
  }

  /// Ends a line inside the value; false if the value cannot continue.
  mutating func takeLineFeed(at place: CarrierPlace) -> Bool {
    guard scanner.take(UInt8(ascii: "\n")) == .open else { return false }
    map.append(place.piece(at: buffer.count, isExact: false))
    buffer.append(UInt8(ascii: "\n"))
    isAtLineStart = true
    return true
  }

  /// Joins the piece that begins a line to the previous one.
  mutating func takeJoin(in line: Int) {
    guard let join else { return }
    self.join = nil
    (isAtLineStart, joined) = (true, (line, scanner, buffer.count))
    guard join == .space, scanner.take(0x20) == .open else { return }
    buffer.append(0x20)
  }

  /// Removes a line that was joined to the one before it; false if it was not.
  mutating func separate(_ line: Int) -> Bool {
    guard let joined, joined.line == line else { return false }
    scanner = joined.scanner
    buffer.truncate(to: joined.count)
    return true
  }

  /// Whether a value that ends before `bytes` was truncated: another message begins there, or a
  /// mark of omission.
  func isCut(before bytes: ByteView) -> Bool {
    guard bytes.count > 0 else { return true }
    if isAtLineStart { return true }
    let marks: [StaticString] = ["<…>", "…", "...", "<private>"]
    return marks.contains { ByteView($0).stands(at: 0, of: bytes) }
  }

  /// The strings of a complete value whose content, as written, satisfies a test: their text, and
  /// the location of the value or of the line in which they begin.
  mutating func strings(
    where isWanted: (ByteView) -> Bool
  ) -> [(text: [UInt8], place: CarrierPlace)] {
    var scanner = JSONScanner()
    let value = buffer.sealed()
    guard isWanted(value), case .value = scanner.scan(value) else { return [] }
    var strings: [(text: [UInt8], place: CarrierPlace)] = []
    func add(_ node: JSONNode) {
      if node.kind == .string, isWanted(node.content) {
        let (offset, line) = (node.range.lowerBound, map.line(of: node.range.lowerBound))
        let place = CarrierPlace(offset: map.source(of: offset), position: TextPosition(line: line))
        strings.append((node.decoded.view.array, line == start.position.line ? start : place))
      }
      for (_, value) in node.members { add(value) }
      for element in node.elements { add(element) }
    }
    add(scanner.document.root)
    return strings
  }

  /// Whether other messages may come between the pieces of the value.
  var maySuspend: Bool { isOpen && (message.isSplit || join != nil) }

  /// Whether the message that begins with `line` may continue the value.
  ///
  /// Some loggers split messages, or print each line of them as a message.
  func mayContinue(in line: LogLine) -> Bool {
    isOpen && message.hasSource(of: line) && (maySuspend || !scanner.isAfterColon)
  }

  /// Whether the value can continue on the next line although the line ended inside a token.
  var isSplit: Bool { message.isSplit && scanner.isInToken }

  /// Continues the value in a new message, which `separate` removes again if it is invalid.
  mutating func beginMessage() { join = join ?? .nothing }

  /// The line of the last bytes of the value that are not whitespace.
  mutating func lastLine() -> Int {
    let bytes = buffer.sealed()
    var last = bytes.count - 1
    while last > 0, bytes[last] <= 0x20 { last -= 1 }
    return map.line(of: last)
  }

  /// The location of the byte at `offset` of the value.
  mutating func place(of offset: Int) -> CarrierPlace {
    CarrierPlace(
      offset: map.source(of: offset), position: map.position(of: offset, in: buffer.sealed()))
  }
}

/// The description that a log gives of the value after it.
enum ValueLabel: Equatable {
  /// Unknown.
  case none
  /// A card of the previously logged response.
  case serverCard
  /// The device's earlier copy.
  case cachedCard
  /// The card of a push.
  case pushedCard
  /// State that a browser stores about cards.
  case stored(StoredState.Kind)
  /// The messages of a log that Android Studio exported.
  case messages

  /// The label at the end of `text`.
  init(before text: ByteView) {
    let label = ValueLabel.words.first { words, _ in
      let words = ByteView(words)
      return words.stands(at: text.count - words.count, of: text)
    }
    self =
      label?.label ?? StoredState.Kind(storageKey: text).map(ValueLabel.stored) ?? ValueLabel.none
  }

  private static let words: [(StaticString, label: ValueLabel)] = [
    ("Server card json: ", .serverCard), ("Cached card json: ", .cachedCard),
    ("Card data: ", .pushedCard), ("ab_cd=", .pushedCard), ("ab_cd: ", .pushedCard),
    ("\"logcatMessages\": ", .messages), ("\"logcatMessages\":", .messages),
  ]
  /// The key of the messages in a log that Android Studio exported.
  static let logcatMessages: StaticString = "\"logcatMessages\""

  /// The maximum number of bytes before a value to examine.
  static let longest = 96
}

extension ByteView {
  /// The position of the next quote, backslash or control character from `start`, or the end.
  func endOfPlainText(from start: Int) -> Int {
    var position = start
    while position < count {
      let byte = self[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      position += 1
    }
    return position
  }
}
