@_spi(CardTool) import CardJSON

/// Prints messages to standard error: the first of each kind whole, of the others the number.
final class MessagePrinter {
  private let stream: OutputStream
  private let limit: Int
  private let isColored: Bool
  private var counts: [(code: String, count: Int)] = []

  /// The line that messages have to take away before they are printed.
  var progress: ProgressLine?

  /// A printer that shows `limit` messages of each kind.
  init(_ stream: OutputStream, limit: Int, isColored: Bool = false) {
    self.stream = stream
    self.limit = limit
    self.isColored = isColored
  }

  /// Whether another message of this kind would be shown; counts it.
  func admits(_ code: String) -> Bool {
    let index = index(of: code)
    counts[index].count += 1
    return counts[index].count <= limit
  }

  /// Counts messages of a kind that are not to be shown.
  func leaveOut(_ number: Int, of code: String) { counts[index(of: code)].count += number }

  private func index(of code: String) -> Int {
    if let index = counts.firstIndex(where: { $0.code == code }) { return index }
    counts.append((code, 0))
    return counts.count - 1
  }

  /// Prints a line that names the program.
  func say(_ text: String) {
    write("cardctl: " + visible(text))
  }

  /// Prints a line about something wrong at a place in an input.
  func say(_ text: String, in name: String, at position: TextPosition) {
    write(text, "error:", .worst, in: name, at: position)
  }

  /// Prints a line about something worth knowing at a place in an input.
  func note(_ text: String, in name: String, at position: TextPosition) {
    write(text, "note:", .note, in: name, at: position)
  }

  private func write(
    _ text: String, _ label: String, _ paint: TextStyle.Paint, in name: String,
    at position: TextPosition
  ) {
    // A build's log would obey a line that begins like a command.
    let path = LineText.beginsCommand(name) ? "./" + name : name
    let place = "\(visible(path)):\(position.line):\(position.column):"
    guard isColored else { return write("\(place) \(label) \(visible(text))") }
    write("\(TextStyle.Paint.heading.on(place)) \(paint.on(label)) \(visible(text))")
  }

  /// Says how many messages were not shown.
  func sayWhatWasLeftOut() {
    for (code, count) in counts where count > limit {
      say("\(count - limit) more of \(code) not shown; --max-messages N shows more")
    }
  }

  /// A message that standard error does not take has nowhere else to go.
  private func write(_ line: String) {
    progress?.erase()
    try? stream.write(line + "\n")
  }

  /// The text of a card or the name of a file, so that it cannot act on a terminal.
  private func visible(_ text: String) -> String {
    TerminalText.escaped(text, keepingLines: false)
  }
}
