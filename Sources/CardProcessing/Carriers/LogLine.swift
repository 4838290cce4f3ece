import CardJSON

/// A log line: its prefix, and its part of a message.
///
/// The formats are those of logcat (AOSP `logprint.cpp`), Android Studio before and after 2022,
/// Xcode, Console.app and `log`, idevicesyslog, Flutter, Metro, Capacitor, the SDKs and `curl -v`.
/// A tag may contain spaces: it ends at the first `: `.
struct LogLine {
  /// The role of a line.
  enum Kind {
    /// A line without a prefix, which continues the message of the previous line.
    case plain
    /// A line with a prefix.
    case prefixed
    /// A line that only separates messages, such as a header or metadata.
    case separator
  }

  private(set) var kind = Kind.plain
  /// The bytes of the message.
  private(set) var content: Range<Int>
  /// A hash of the time, or 0 if the line has none.
  private(set) var stamp: UInt64 = 0
  /// A hash of the process, thread and tag, or 0 if the line has none.
  private(set) var source: UInt64 = 0
  /// Whether the line has the format of a known log.
  private(set) var isKnown = false
  /// Whether its logger splits long messages.
  private(set) var isSplit = false

  /// Parses `line`, which has no line feed.
  init(_ line: ByteView) {
    content = 0..<line.count
    if line.count > 0, line[line.count - 1] == UInt8(ascii: "\r") { content = 0..<line.count - 1 }
    while content.count >= 3, line[content.upperBound - 1] == UInt8(ascii: "m"),
      let escape = LogLine.colorStart(line, before: content.upperBound)
    {
      content = content.lowerBound..<max(escape, content.lowerBound)
    }
    let text = LinePrefix(line.slice(0..<content.upperBound))
    parse(text)
  }

  /// The start of a color sequence that ends before `end`.
  private static func colorStart(_ line: ByteView, before end: Int) -> Int? {
    var position = end - 2
    while position > 0, line[position] >= 0x30, line[position] <= 0x3B { position -= 1 }
    guard position > 0, line[position] == UInt8(ascii: "["), line[position - 1] == 0x1B else {
      return nil
    }
    return position - 1
  }

  private mutating func parse(_ start: LinePrefix) {
    var text = start
    text.skipColors()
    if text.starts("--------- ") {
      setSeparator()
    } else if !(parseLongHeader(text) || parseMetadata(text) || parseSyslog(text)
      || parseTime(text) || parsePriority(text, stamp: 0))
    {
      parseMark(text)
    }
  }

  /// Returns true, like every successful attempt.
  @discardableResult
  private mutating func setSeparator() -> Bool {
    (kind, isKnown) = (.separator, true)
    return true
  }

  /// Sets the prefix, which ends at the position of `text`, and returns true.
  @discardableResult
  private mutating func setPrefix(
    _ text: LinePrefix, from start: Int, to end: Int? = nil, stamp: UInt64, isKnown: Bool = true
  ) -> Bool {
    kind = .prefixed
    content = min(text.position, content.upperBound)..<(end ?? content.upperBound)
    self.stamp = stamp
    let source = text.bytes.slice(start..<min(text.position, text.bytes.count))
    var hash = LogLine.hash(source)
    if let end { hash ^= LogLine.hash(text.bytes.slice(end..<text.bytes.count)) }
    self.source = hash
    self.isKnown = isKnown
    isSplit = source.contains("flutter")
    return true
  }

  /// A hash that is compared only with those of neighboring lines.
  private static func hash(_ bytes: ByteView) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<bytes.count { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return hash | 1
  }
}

// The formats.
extension LogLine {
  /// `[ TIME pid:tid P/TAG ]`, which `logcat -v long` prints before a message.
  private mutating func parseLongHeader(_ text: LinePrefix) -> Bool {
    var text = text
    guard text.skip("[ "), text.skipDateOrTime() != nil,
      text.bytes.count > 2, text.bytes[text.bytes.count - 1] == UInt8(ascii: "]")
    else { return false }
    return setSeparator()
  }

  /// The line of metadata that Xcode 15 prints after a message.
  private mutating func parseMetadata(_ text: LinePrefix) -> Bool {
    let bytes = text.bytes
    guard bytes.count < 4096, bytes.contains("Timestamp: "), bytes.contains(" | "),
      bytes.contains("Process: ") || bytes.contains("Library: ")
    else { return false }
    return setSeparator()
  }

  /// `Mon DD TIME … <Level>: `, from idevicesyslog and syslog.
  private mutating func parseSyslog(_ text: LinePrefix) -> Bool {
    var text = text
    let start = text.position
    guard text.skipMonth(), text.skipSpaces() > 0, text.skipDigits(1...2), text.skipSpaces() > 0,
      text.skipTime()
    else { return false }
    let stamp = LogLine.hash(text.bytes.slice(start..<text.position))
    let rest = text.position
    guard text.skipPast(">: ") || text.skipPast("]: ") else { return false }
    return setPrefix(text, from: rest, stamp: stamp)
  }

  /// Parses a time and the fields after it.
  private mutating func parseTime(_ prefix: LinePrefix) -> Bool {
    var text = prefix
    let start = text.position
    // Console.app may print a column before the time.
    if text.skipWord(), text.peek == UInt8(ascii: "\t") {
      _ = text.skip("\t")
    } else {
      text = prefix
    }
    guard let kind = text.skipDateOrTime() else { return false }
    let stamp = LogLine.hash(text.bytes.slice(start..<text.position))
    let rest = text.position
    if text.peek == UInt8(ascii: "\t") || text.skip(", ") {
      return setPrefix(text, from: rest, stamp: stamp)
    }
    _ = text.skipSpaces()
    if kind == .epoch {
      return parsePriority(text, stamp: stamp) || parseThread(text, from: rest, stamp: stamp)
    }
    if parsePriority(text, stamp: stamp) || parseProcess(text, from: rest, stamp: stamp) {
      return true
    }
    return kind == .date && setPrefix(text, from: rest, stamp: stamp)
  }

  /// Parses the fields that Android Studio, `logcat -v threadtime` and Xcode print between time and
  /// message.
  private mutating func parseProcess(_ text: LinePrefix, from rest: Int, stamp: UInt64) -> Bool {
    if parseThread(text, from: rest, stamp: stamp) { return true }
    var studio = text
    if studio.skipDigits(1...9), studio.skip("-"), studio.skipDigits(1...9) || studio.skip("?") {
      if studio.skip("/") {
        return studio.skipPast(" ") && studio.skipPriority() && studio.skip("/")
          && studio.skipTag() && setPrefix(studio, from: rest, stamp: stamp)
      }
      return studio.skipColumns() && setPrefix(studio, from: rest, stamp: stamp)
    }
    var xcode = text
    if xcode.skipPast("["), xcode.skipDigits(1...9), xcode.skip(":"), xcode.skipDigits(1...12),
      xcode.skip("]")
    {
      _ = xcode.skipSpaces()
      return setPrefix(xcode, from: rest, stamp: stamp)
    }
    var compact = text
    return compact.skipColumns() && setPrefix(compact, from: rest, stamp: stamp)
  }

  /// `[uid ]pid tid P TAG: `.
  private mutating func parseThread(_ text: LinePrefix, from rest: Int, stamp: UInt64) -> Bool {
    var text = text
    var first = text
    if !(first.skipWord() && first.skipSpaces() > 0 && first.skipDigits(1...9)
      && first.skipSpaces() > 0 && first.skipDigits(1...9) && first.skipSpaces() > 0
      && first.skipPriority() && first.skip(" ") && first.skipTag())
    {
      guard text.skipDigits(1...9), text.skipSpaces() > 0, text.skipDigits(1...9),
        text.skipSpaces() > 0, text.skipPriority(), text.skip(" "), text.skipTag()
      else { return false }
      first = text
    }
    return setPrefix(first, from: rest, stamp: stamp)
  }

  /// `P/TAG(pid): `, `P/TAG: `, `P(pid) …  (TAG)` or `P(pid:tid) `.
  private mutating func parsePriority(_ text: LinePrefix, stamp: UInt64) -> Bool {
    var text = text
    let start = text.position
    guard text.skipPriority() else { return false }
    if text.skip("/") { return text.skipTag() && setPrefix(text, from: start, stamp: stamp) }
    guard text.skip("(") else { return false }
    _ = text.skipSpaces()
    guard text.skipDigits(1...9) else { return false }
    let hasThread = text.skip(":")
    if hasThread {
      _ = text.skipSpaces()
      guard text.skipDigits(1...9) else { return false }
    }
    guard text.skip(") ") || text.skip(")") else { return false }
    return setPrefix(text, from: start, to: hasThread ? nil : text.suffixStart, stamp: stamp)
  }

  /// Parses the fixed prefixes of other tools.
  private mutating func parseMark(_ text: LinePrefix) {
    let known: [StaticString] = [
      "flutter: ", " LOG  ", " INFO  ", " WARN  ", " ERROR  ", " DEBUG  ", " (NOBRIDGE) ",
      "V: ", "D: ", "I: ", "W: ", "E: ", "⚡️ ", "[braze] ", "[Braze] ", "[http] ", "Braze: ",
    ]
    for mark in known where text.starts(mark) {
      var end = text
      _ = end.skip(mark)
      setPrefix(end, from: text.position, stamp: 0)
      return
    }
    let transcript: [StaticString] = [
      "$ curl ", "* Trying", "*   Trying", "* Connected", "* Host ", "> GET /", "> POST /",
      "< HTTP/", "  % Total", "{ [", "} [",
    ]
    let isTranscript = transcript.contains { text.starts($0) }
    let marks: [StaticString] = ["> ", "< ", "* "]
    for mark in marks where text.starts(mark) {
      var end = text
      _ = end.skip(mark)
      setPrefix(end, from: text.position, stamp: 0, isKnown: isTranscript)
      return
    }
    if isTranscript {
      if text.starts("{ [") || text.starts("} [") {
        if text.bytes.contains(" bytes data]") { setSeparator() }
      } else {
        isKnown = true
      }
    }
  }
}

/// The current message of a log.
struct LogMessage {
  private(set) var stamp: UInt64 = 0
  private(set) var source: UInt64 = 0
  private(set) var isSplit = false
  /// Whether the part read so far is about a response.
  private(set) var isResponse = false

  /// Creates an empty message.
  init() {}

  /// Creates the message that begins with `log`.
  init(_ log: LogLine) { (stamp, source, isSplit) = (log.stamp, log.source, log.isSplit) }

  /// Whether a line belongs to the message.
  ///
  /// Loggers repeat the prefix on each of its lines.
  func continues(with log: LogLine) -> Bool {
    source != 0 && source == log.source && stamp == log.stamp
  }

  /// Examines a line of the message.
  mutating func read(_ line: ByteView) {
    if !isResponse, line.contains("response") || line.contains("Response") { isResponse = true }
  }
}
