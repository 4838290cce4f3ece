import CardJSON

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
