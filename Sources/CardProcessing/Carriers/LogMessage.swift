import CardJSON

/// The message of a log that is being read.
struct LogMessage {
  private(set) var stamp: UInt64 = 0
  private(set) var source: UInt64 = 0
  private(set) var isSplit = false
  /// Whether the message is about a response, as far as it was read.
  private(set) var isResponse = false

  /// No message.
  init() {}

  /// The message that begins with `log`.
  init(_ log: LogLine) { (stamp, source, isSplit) = (log.stamp, log.source, log.isSplit) }

  /// Whether a line belongs to the message: loggers repeat the prefix on each of its lines.
  func continues(with log: LogLine) -> Bool {
    source != 0 && source == log.source && stamp == log.stamp
  }

  /// Notes what a line of the message says.
  mutating func read(_ line: ByteView) {
    if !isResponse, line.contains("response") || line.contains("Response") { isResponse = true }
  }
}
