import CardJSON
import CardPlatform

/// The timing of the progress line.
package struct ProgressPace: Sendable {
  /// The time before progress is shown, in milliseconds.
  package var firstAfter: Int64 = 1000
  /// The minimum time between two updates, in milliseconds.
  package var every: Int64 = 200
}

/// The line on a terminal that shows the progress of long work.
///
/// It is erased when the work is done. The thread that delivers blocks owns it.
final class ProgressLine {
  private let console: Console
  private let start = ProgressLine.clock()
  private var nextTime: Int64
  private var progress: ProgressText
  private var isShown = false

  /// Starts a line for work on `total` bytes, or nil if the size is unknown.
  init(_ console: Console, total: Int?) {
    self.console = console
    progress = ProgressText(total: total)
    nextTime = start + console.pace.firstAfter
  }

  /// Counts what was read, and updates the line if it is time.
  func advance(bytes: Int, cards: Int) {
    progress.bytes += bytes
    progress.cards += cards
    let time = ProgressLine.clock()
    guard time >= nextTime else { return }
    // A signal that ends the process would leave the line on the screen.
    if !isShown { SystemCalls.ignoreClosedPipes() }
    nextTime = time + console.pace.every
    progress.elapsed = time - start
    write("\r" + progress.line(width: console.width(of: console.error)) + ProgressLine.eraseToEnd)
    isShown = true
  }

  /// Erases the line, so that other text can be written.
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
  /// Creates the progress line; nil without a terminal, or if it would mix with the output.
  ///
  /// - Parameters:
  ///   - inputs: the inputs; `-` is standard input.
  ///   - output: the descriptor for rows. On a terminal they would mix with the line.
  func progress(of inputs: [String], output: Int32) -> ProgressLine? {
    guard !common.isQuiet, SystemCalls.isTerminal(console.error),
      !SystemCalls.isTerminal(output), console.variable("TERM") != "dumb"
    else { return nil }
    return ProgressLine(console, total: size(of: inputs))
  }

  /// The size of the inputs, 0 for missing files; nil if one is not a regular file.
  private func size(of inputs: [String]) -> Int? {
    var size = 0
    for input in inputs {
      // A failure affects only the progress line. The reader of the input reports it.
      let status: FileStatus? =
        input == "-"
        ? try? SystemCalls.fileStatus(console.input, name: input) : try? console.fileStatus(input)
      guard let status else { continue }
      guard status.kind == .regular else { return nil }
      size += status.size
    }
    return size
  }
}
