import CardJSON
import CardPlatform
import EventJournal

/// Prints messages: the first ones of each kind in full, then the number of suppressed ones.
final class MessagePrinter {
  private let stream: OutputStream
  private let isColored: Bool
  /// Whether notes are printed; errors always are.
  let printsNotes: Bool
  private var counts: MessageCounts

  /// The progress line, which is erased before a message is printed.
  var progress: ProgressLine?

  /// Creates a printer that shows `limit` messages of each kind.
  init(_ stream: OutputStream, limit: Int, isColored: Bool = false, printsNotes: Bool = true) {
    (self.stream, self.isColored, self.printsNotes) = (stream, isColored, printsNotes)
    counts = MessageCounts(limit: limit)
  }

  /// Counts a message of this kind; returns whether to show it.
  func admits(_ code: String) -> Bool { counts.admits(code) }

  /// Counts suppressed messages of a kind.
  func suppress(_ number: Int, of code: String) { counts.suppress(number, of: code) }

  /// Prints a line that begins with `cardctl:`.
  func say(_ text: String) { write("cardctl: " + LineText.visible(text)) }

  /// Prints a note as a line that begins with `cardctl:`.
  func note(_ text: String) { if printsNotes { say(text) } }

  /// Prints an error, or a note, at a location in an input.
  func say(_ text: String, in name: String, at position: TextPosition, isNote: Bool = false) {
    // A build system would execute a line that starts with one of its commands.
    let path = LineText.beginsCommand(name) ? "./" + name : name
    func painted(_ text: String, _ paint: TextStyle.Paint) -> String {
      isColored ? paint.on(text) : text
    }
    let location = position.location(in: LineText.visible(path))
    let label = isNote ? painted("note:", .note) : painted("error:", .error)
    write("\(painted(location, .heading)) \(label) \(LineText.visible(text))")
  }

  /// Prints the numbers of suppressed messages.
  func saySuppressedCounts() {
    for (code, count) in counts.suppressed { say(MessageCounts.text(count, of: code)) }
  }

  /// Errors of standard error are ignored, and the message is lost.
  private func write(_ line: String) {
    progress?.erase()
    try? stream.write(line + "\n")
  }
}

/// The number of messages of each kind; only the first ones are shown.
struct MessageCounts {
  /// The maximum number of messages of a kind to show.
  let limit: Int
  /// The kinds in order of first occurrence.
  ///
  /// There are so few that a linear search is faster than a hash table.
  private(set) var kinds: [(code: String, count: Int)] = []

  /// Counts a message of this kind; returns whether to show it.
  mutating func admits(_ code: String) -> Bool {
    if limit == .max { return true }
    let index = index(of: code)
    kinds[index].count += 1
    return kinds[index].count <= limit
  }

  /// Whether another message of this kind would be shown.
  func hasRoom(for code: String) -> Bool { (kinds.first { $0.code == code }?.count ?? 0) < limit }

  /// Counts suppressed messages of a kind.
  mutating func suppress(_ number: Int, of code: String) { kinds[index(of: code)].count += number }

  /// The kinds with suppressed messages, and their numbers.
  var suppressed: [(code: String, count: Int)] {
    kinds.filter { $0.count > limit }.map { ($0.code, $0.count - limit) }
  }

  /// Removes all counts.
  mutating func removeAll() { kinds.removeAll(keepingCapacity: true) }

  private mutating func index(of code: String) -> Int {
    if let index = kinds.firstIndex(where: { $0.code == code }) { return index }
    kinds.append((code, 0))
    return kinds.count - 1
  }

  /// The text about suppressed messages.
  static func text(_ count: Int, of code: String) -> String {
    "\(count) more of \(code) not shown; --max-messages N shows more"
  }
}

extension MessagePrinter {
  /// Reports a line that is not an event, a gap, or a failure.
  func say(_ entry: JournalEntry, of reader: borrowing JournalReader) {
    switch entry {
    case .invalid(let problem):
      guard admits("lines that are not events") else { return }
      let position = problem.position(on: reader.bytes, reader.lineNumber)
      say("\(problem)", in: reader.file.name, at: position)
    case .gap(let gap): if admits("gaps") { say(gap) }
    case .unreadable(let failure): say(failure.message)
    case .event, .skipped: break
    }
  }
}
