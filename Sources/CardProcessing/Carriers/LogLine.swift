import CardJSON

/// A parsed log line: its prefix, and its part of a message.
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
  private var stamp: UInt64 = 0
  /// A hash of the process, thread and tag, or 0 if the line has none.
  private var source: UInt64 = 0
  /// Whether the line has the format of a known log.
  private(set) var isKnown = false
  /// Whether its logger splits long messages.
  private(set) var isSplit = false

  /// Returns whether `next` belongs to the message that starts with this line.
  ///
  /// Loggers repeat the prefix on each line of a message.
  func isContinued(by next: LogLine) -> Bool { hasSource(of: next) && stamp == next.stamp }

  /// Returns whether both lines have the same process, thread and tag.
  func hasSource(of other: LogLine) -> Bool { source != 0 && source == other.source }

  /// Parses `line`, which has no line feed.
  init(_ line: ByteView) {
    let hasReturn = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r")
    content = 0..<line.count - (hasReturn ? 1 : 0)
    let text = line.slice(content)
    let hasColors = text.firstIndex(of: 0x1B, from: 0, to: text.count) != nil
    if hasColors { parseColored(text) } else { parse(text) }
  }

  /// Parses a line whose prefix may contain color sequences.
  private mutating func parseColored(_ text: ByteView) {
    var plain = ByteBuffer()
    var sources: [Int] = []
    var position = 0
    while position < text.count {
      if text[position] == 0x1B {
        position = TextLine.endOfEscape(text, at: position, to: text.count)
      } else {
        plain.append(text[position])
        sources.append(position)
        position += 1
      }
    }
    parse(plain.sealed())
    let start = content.lowerBound < sources.count ? sources[content.lowerBound] : text.count
    content = start..<(content.isEmpty ? start : sources[content.upperBound - 1] + 1)
  }

  /// Parses a line without color sequences.
  private mutating func parse(_ line: ByteView) {
    content = 0..<line.count
    let text = LinePrefix(line)
    if text.starts("---------") || LogLine.isHeader(text) || LogLine.isMetadata(text.bytes) {
      (kind, isKnown) = (.separator, true)
    } else if !parseFormats(text) {
      parseMark(text)
    }
  }

  /// Returns whether a line is `[ TIME pid:tid P/TAG ]`, which `logcat -v long` prints before a
  /// message.
  private static func isHeader(_ text: LinePrefix) -> Bool {
    guard text.starts("[ "), text.bytes[text.bytes.count - 1] == UInt8(ascii: "]") else {
      return false
    }
    return formats.prefix(3).contains { time, _ in
      var text = text
      return text.skip("[ ") && time(&text)
    }
  }

  /// Returns whether a line is the metadata that Xcode 15 prints after a message.
  private static func isMetadata(_ line: ByteView) -> Bool {
    // A digit begins a time, as in most logs.
    line.count > 0 && line[0] &- UInt8(ascii: "0") > 9
      && line.beginning.contains("Timestamp: ") && line.count < 4096 && line.contains(" | ")
      && (line.contains("Process: ") || line.contains("Library: "))
  }

  private mutating func parseFormats(_ start: LinePrefix) -> Bool {
    for (time, formats) in LogLine.formats {
      var timed = start
      guard time(&timed) else { continue }
      for format in formats {
        var text = timed
        guard format(&text) else { continue }
        setPrefix(text, from: timed.position)
        let time = start.bytes.slice(start.position..<timed.position)
        // If the prefix is only a time, lines of one message may have different times.
        let isTimeOnly = timed.starts(" ") && text.position == timed.position + 1
        if time.count > 0, !isTimeOnly { stamp = LogLine.hash(time) }
        return true
      }
    }
    return false
  }

  /// Parses the fixed prefixes of other tools.
  private mutating func parseMark(_ start: LinePrefix) {
    var text = start
    if LogLine.marks.contains(where: { text.skip($0) }) {
      return setPrefix(text, from: start.position)
    }
    let isTranscript = LogLine.transcript.contains(where: start.starts)
    if LogLine.transcriptMarks.contains(where: { text.skip($0) }) {
      setPrefix(text, from: start.position)
    } else if text.starts("{ [") || text.starts("} ["), text.bytes.contains(" bytes data]") {
      return (kind, isKnown) = (.separator, true)
    }
    isKnown = isTranscript
  }

  /// Sets the prefix, which ends at the position of `text`.
  private mutating func setPrefix(_ parsed: LinePrefix, from start: Int) {
    var text = parsed
    _ = text.skip("flutter: ")
    let end = text.suffixStart
    (kind, isKnown) = (.prefixed, true)
    content = text.position..<(end ?? content.upperBound)
    let prefix = text.bytes.slice(start..<text.position)
    source = LogLine.hash(prefix)
    if let end { source ^= LogLine.hash(text.bytes.slice(end..<text.bytes.count)) }
    isSplit = prefix.contains("flutter")
  }

  /// Returns a hash that is compared only with those of neighboring lines.
  private static func hash(_ bytes: ByteView) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<bytes.count { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return hash | 1
  }

  // MARK: Formats

  private typealias Format = @Sendable (inout LinePrefix) -> Bool

  /// The time formats, each with the formats of the rest of the prefix.
  private static let formats: [(time: Format, formats: [Format])] = [
    ({ $0.skipColumn() && $0.skipDate() && $0.skipTime() }, anyApp + [{ $0.skip(" ") }]),
    ({ $0.skipColumn() && $0.skipTime() }, anyApp),
    ({ $0.skipColumn() && $0.skipSeconds() }, listed + brief + thread),
    // idevicesyslog and syslog: `Mon DD TIME … <Level>: `.
    (
      { $0.skipDay() && $0.skipTime() }, [{ $0.skipPast(">: ") || $0.skipPast("]: ") }]
    ),
    ({ _ in true }, brief.map { format in { !$0.starts(" ") && format(&$0) } }),
  ]

  /// A tab or a comma after the time, which ends the prefix.
  private static let listed: [Format] = [{ $0.starts("\t") || $0.skip(", ") }]
  private static let anyApp = listed + brief + thread + apps

  /// `P/TAG(pid): `, `P/TAG: `, `P(pid:tid) ` and `P(pid) …  (TAG)`.
  private static let brief: [Format] = [
    { $0.skipSpaces(0) && $0.skipPriority() && $0.skip("/") && $0.skipTag() },
    { $0.skipProcess() && $0.skip(":") && $0.skipSpaces(0) && $0.skipDigits() && $0.skipEnd() },
    { $0.skipProcess() && $0.skipEnd() && $0.skipSuffix() },
  ]
  /// `[uid ]pid tid P TAG: `.
  private static let thread: [Format] = [
    { $0.skipSpaces(0) && $0.skipWord() && $0.skipSpaces() && $0.skipIDs() },
    { $0.skipSpaces(0) && $0.skipIDs() },
  ]
  /// Android Studio before and after 2022, Xcode, and Android Studio's compact view.
  private static let apps: [Format] = [
    {
      $0.skipStudio() && $0.skip("/") && $0.skipPast(" ") && $0.skipPriority() && $0.skip("/")
        && $0.skipTag()
    },
    { $0.skipStudio() && $0.skipColumns() },
    {
      $0.skipPast("[") && $0.skipDigits() && $0.skip(":") && $0.skipDigits(1...12)
        && ($0.skip("] ") || $0.skip("]"))
    },
    { $0.skipSpaces(0) && $0.skipColumns() },
  ]

  private static let marks: [StaticString] = [
    "flutter: ", " LOG  ", " INFO  ", " WARN  ", " ERROR  ", " DEBUG  ", " (NOBRIDGE) ",
    "V: ", "D: ", "I: ", "W: ", "E: ", "⚡️ ", "[braze] ", "[Braze] ", "[http] ", "Braze: ",
  ]
  private static let transcriptMarks: [StaticString] = ["> ", "< ", "* "]
  /// The first words of lines of `curl -v`.
  private static let transcript: [StaticString] = [
    "$ curl ", "* Trying", "*   Trying", "* Connected", "* Host ", "> GET /", "> POST /",
    "< HTTP/", "  % Total",
  ]
}
