import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit
import EventJournal

/// The journal events of the selected user or device.
struct DeviceJournal {
  /// The events by card.
  let history: DeviceHistory
  /// The number of lines that are not events.
  private(set) var invalidLines = 0
  /// A note about events of several users, or about excluded events; nil if not needed.
  let note: String?

  /// Receives a selected event, the name of its file, and its line number.
  typealias Visitor = (JournalLine, _ file: String, _ line: Int) -> Void

  /// Reads the journal in `options`, including rotated files, up to the time `now` in epoch
  /// milliseconds; nil if there is no journal option.
  ///
  /// - Throws: `SystemFailure` if the journal does not exist or cannot be read, because viewed
  ///   cards would appear to be new.
  init?(
    _ options: DeviceOptions, until now: Int64, _ console: Console, printer: MessagePrinter?,
    visit: Visitor?
  ) throws(SystemFailure) {
    guard let path = options.journal else { return nil }
    var reader = JournalReader(JournalFiles(path: console.resolved(path), shownAs: path))
    guard reader.hasFiles else { throw .missing("the journal \(path)") }
    var events = DeviceHistory.Events()
    var selection = OwnedEvents(options)
    var invalidLines = 0
    var id = ByteBuffer()
    while let entry = reader.next() {
      switch entry {
      case .event(let line):
        guard line.time <= now, selection.includes(line) else { continue }
        visit?(line, reader.file.name, reader.lineNumber)
        events.add(line.kind.fields, to: line.text(.cardID, decodedInto: &id))
      case .invalid, .gap:
        invalidLines += 1
        printer?.say(entry, of: reader)
      case .unreadable(let failure): throw failure
      case .skipped: break
      }
    }
    history = DeviceHistory(events)
    note = selection.note(path)
    self.invalidLines = invalidLines
  }
}

/// Selects events by `--user` and `--device`, and counts users and excluded events.
private struct OwnedEvents: ~Copyable {
  private let wanted: [(field: JournalField, text: ByteView)]
  private var users = TextNumbers()
  private var text = ByteBuffer()
  /// The number of events that were excluded because they lack a field, by field.
  private var excluded: [JournalField: Int] = [:]

  init(_ options: DeviceOptions) {
    // Permanent memory is fine for the few strings of the command line, which are needed until the
    // end.
    wanted = [(.userID, options.user), (.deviceID, options.device)].compactMap { field, text in
      text.map { (field, ByteView(permanent: $0)) }
    }
  }

  /// Whether the event is selected.
  mutating func includes(_ line: borrowing JournalLine) -> Bool {
    for (field, text) in wanted where !line.text(field, equals: text) {
      if line.node(field) == nil { excluded[field, default: 0] += 1 }
      return false
    }
    let user = line.text(.userID, decodedInto: &text)
    if user.count > 0 { _ = users.number(of: user) }
    return true
  }

  /// Returns the note about the journal at `path`, if any.
  func note(_ path: String) -> String? {
    var parts: [String] = []
    if users.count > 1 {
      parts.append("it holds events of \(users.count) users; --user ID keeps those of one")
    }
    for (field, kind) in [(JournalField.userID, "user"), (.deviceID, "device")] {
      guard let count = excluded[field] else { continue }
      parts.append("\(counted(count, "event")) without a \(kind) excluded")
    }
    return parts.isEmpty ? nil : "\(path): " + parts.joined(separator: "; ")
  }
}

extension EventKind {
  /// The fields that the event sets on its card; a clicked card was also viewed.
  fileprivate var fields: CardFields {
    switch self {
    case .impression: CardFields(.viewed)
    case .click: [CardFields(.viewed), CardFields(.clicked)]
    case .dismissal: CardFields(.dismissed)
    case .send, .abort: []
    }
  }
}
