import CardJSON

/// Prints messages to standard error: the first of each kind whole, of the others the number.
final class MessagePrinter {
  private let stream: OutputStream
  private let isColored: Bool
  private var counts: MessageCounts

  /// The line that messages have to take away before they are printed.
  var progress: ProgressLine?

  /// A printer that shows `limit` messages of each kind.
  init(_ stream: OutputStream, limit: Int, isColored: Bool = false) {
    self.stream = stream
    counts = MessageCounts(limit: limit)
    self.isColored = isColored
  }

  /// Whether another message of this kind would be shown; counts it.
  func admits(_ code: String) -> Bool { counts.admits(code) }

  /// Counts messages of a kind that are not to be shown.
  func leaveOut(_ number: Int, of code: String) { counts.leaveOut(number, of: code) }

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
    for (code, count) in counts.leftOut { say(MessageCounts.text(count, of: code)) }
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
