import CardJSON
import CardPlatform

/// How soon and how often progress is shown.
package struct ProgressPace: Sendable {
  /// The time before progress is shown, in milliseconds.
  package var firstAfter: Int64 = 1000
  /// How long what is shown stays at least, in milliseconds.
  package var every: Int64 = 200
}

/// The line on a terminal that says how far long work has come; gone when the work is done.
///
/// It belongs to the thread that delivers blocks, one at a time.
final class ProgressLine {
  private let console: Console
  private let total: Int?
  private let start = ProgressLine.clock()
  private var nextTime: Int64
  private var bytes = 0
  private var cards = 0
  private var isShown = false

  /// A line for work on `total` bytes, nil when the size is unknown, that begins now.
  init(_ console: Console, total: Int?) {
    self.console = console
    self.total = total
    nextTime = start + console.pace.firstAfter
  }

  /// Counts what was read, and shows it when it is time to.
  func advance(bytes: Int, cards: Int) {
    self.bytes += bytes
    self.cards += cards
    let time = ProgressLine.clock()
    guard time >= nextTime else { return }
    // Ended by a signal, the process would leave the line on the screen.
    if !isShown { SystemCalls.surviveClosedPipes() }
    nextTime = time + console.pace.every
    let text = ProgressText(
      bytes: self.bytes, total: total, cards: self.cards, elapsed: time - start)
    write("\r" + text.line(width: console.width(of: console.error)) + ProgressLine.eraseToEnd)
    isShown = true
  }

  /// Takes the line away, so that something else can be written there.
  func erase() {
    guard isShown else { return }
    isShown = false
    write("\r" + ProgressLine.eraseToEnd)
  }

  private static let eraseToEnd = "\u{1B}[K"

  /// Milliseconds of a monotonic clock.
  private static func clock() -> Int64 { SystemCalls.uptime() / 1000 }

  /// Errors of the terminal are ignored.
  private func write(_ text: String) {
    let bytes = ByteBuffer(text.utf8)
    try? SystemCalls.write(console.error, bytes.view, name: "<stderr>")
  }
}

extension Session {
  /// The line that shows progress; nil off a terminal and where it would mix with the output.
  ///
  /// - Parameters:
  ///   - inputs: what is read, `-` for standard input.
  ///   - output: where rows go. On a terminal they would mix with the line.
  func progress(of inputs: [String], output: Int32) -> ProgressLine? {
    guard !common.isQuiet, SystemCalls.isTerminal(console.error),
      !SystemCalls.isTerminal(output), console.variable("TERM") != "dumb"
    else { return nil }
    return ProgressLine(console, total: size(of: inputs))
  }

  /// The size of the inputs, 0 for missing files; nil if one is not a regular file.
  private func size(of inputs: [String]) -> Int? {
    var size = 0
    for input in inputs.isEmpty ? ["-"] : inputs {
      // Only progress depends on it: the reader of the input reports the failure.
      let status =
        input == "-"
        ? try? SystemCalls.fileStatus(console.input, name: input)
        : (try? console.fileStatus(input)) ?? nil
      guard let status else { continue }
      guard status.kind == .regular else { return nil }
      size += status.size
    }
    return size
  }
}
