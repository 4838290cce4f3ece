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
/// It is erased when the work is done. Only the thread that delivers blocks uses it.
final class ProgressLine {
  private let console: Console
  private let start = ProgressLine.clock()
  private var nextTime: Int64
  private var progress: ProgressText
  private var isShown = false

  /// Starts a line for work on `total` bytes; nil if the size is unknown.
  init(_ console: Console, total: Int?) {
    self.console = console
    progress = ProgressText(total: total)
    nextTime = start + console.pace.firstAfter
  }

  /// Adds to the counts, and updates the line if it is time.
  func advance(bytes: Int, cards: Int) {
    progress.bytes += bytes
    progress.cards += cards
    let time = ProgressLine.clock()
    guard time >= nextTime else { return }
    // SIGPIPE would end the process and leave the line on the screen.
    if !isShown { SystemCalls.ignoreClosedPipes() }
    nextTime = time + console.pace.every
    progress.elapsed = time - start
    // One column is left, so that the cursor stays on the line.
    let line = DisplayWidth.cut(progress.line, to: console.width(of: console.error) - 1)
    write("\r" + line + ProgressLine.eraseToEnd)
    isShown = true
  }

  /// Erases the line, so that other text can be written.
  func erase() {
    guard isShown else { return }
    isShown = false
    write("\r" + ProgressLine.eraseToEnd)
  }

  private static let eraseToEnd = "\u{1B}[K"

  private static func clock() -> Int64 { SystemCalls.uptime() / 1000 }

  /// Writes to standard error, ignoring errors.
  private func write(_ text: String) {
    let bytes = ByteBuffer(text.utf8)
    try? SystemCalls.write(console.error, bytes.view, name: "<stderr>")
  }
}

extension Session {
  /// Creates the progress line; nil if it is not on a terminal or would mix with rows on one.
  func progress(of inputs: [String], output: Int32) -> ProgressLine? {
    guard !common.isQuiet, console.isCapableTerminal(console.error),
      !SystemCalls.isTerminal(output)
    else { return nil }
    return ProgressLine(console, total: size(of: inputs))
  }

  /// The total size of the inputs, where missing files count 0; nil if one is not a regular file.
  private func size(of inputs: [String]) -> Int? {
    var size = 0
    for input in inputs {
      // A failure only affects the progress line here; the reader of the input reports it.
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

/// The text of the progress line: `412 MB of 1.0 GB, 612,000 cards, 830 MB/s`.
struct ProgressText {
  /// The number of bytes read.
  var bytes = 0
  /// The number of bytes to read; nil if unknown.
  var total: Int?
  /// The number of cards read.
  var cards = 0
  /// The elapsed time, in milliseconds.
  var elapsed: Int64 = 0

  /// The text on one line.
  var line: String {
    // More bytes than the total were read from a file that grew.
    let rest = total.flatMap { $0 >= bytes ? " of " + ProgressText.size($0) : nil } ?? ""
    var parts = [ProgressText.size(bytes) + rest]
    if cards > 0 { parts.append("\(grouped(cards)) card\(cards == 1 ? "" : "s")") }
    if elapsed > 0, bytes > 0 {
      parts.append(ProgressText.size(Int(Double(bytes) * 1000 / Double(elapsed))) + "/s")
    }
    return parts.joined(separator: ", ")
  }

  /// Formats a number of bytes with a decimal unit.
  ///
  /// It is rounded down so that it never shows an amount that has not been reached.
  private static func size(_ bytes: Int) -> String {
    let units = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
    guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) B" }
    let tenths = bytes / (unit / 10)
    return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)") + " \(name)"
  }
}

/// Formats a nonnegative integer with thousands separators.
func grouped(_ number: Int) -> String {
  guard number >= 1000 else { return String(number) }
  return "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
}
