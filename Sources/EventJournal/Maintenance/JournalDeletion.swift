import CardJSON
import CardPlatform

/// Removes the events of a user, a device or a card from all files of a journal.
package struct JournalDeletion {
  /// The number of events found, incomplete ones included.
  package private(set) var events = 0
  /// The number of files that have such events.
  package private(set) var files = 0
  /// The incomplete last line that was moved to `PATH.torn`.
  package private(set) var torn: TornTail?

  private let field: JournalField
  private let value: ByteView
  /// The beginning of the field in a line, up to its value.
  private let key: ByteView
  /// The value as JSON, without the first quote.
  private let quoted: ByteView

  /// Removes the events of `journal` whose `field` is `value`.
  ///
  /// No writer is at work meanwhile. All files are read before one is changed. Each file is
  /// replaced by a copy without the events, the oldest first and the current one last: a crash
  /// leaves some of the events in newer files, and another run removes them.
  ///
  /// - Parameter isDryRun: whether the events are only counted, without the lock.
  /// - Throws: `SystemFailure`, also if a rotated file is compressed or cannot be read.
  package init(
    _ journal: JournalFiles, of field: JournalField, _ value: String, isDryRun: Bool = false,
    system: JournalSystem = JournalSystem()
  ) throws(SystemFailure) {
    precondition(!value.isEmpty)
    self.field = field
    self.value = ByteView(permanent: value)
    key = ByteView(permanent: "\"\(field.name)\":\"")
    var json = ByteBuffer()
    var escaped = ByteBuffer()
    JSONText.appendQuoted(self.value, to: &json)
    ControlEscapes.append(json.view, to: &escaped, keepingLines: true)
    quoted = ByteView(permanent: escaped.view.slice(1..<escaped.count))
    var writer = JournalWriter(journal, system: system)
    if !isDryRun { torn = try writer.lock() }
    defer { writer.close() }
    for removal in try removals(from: journal) {
      if !isDryRun { try removal.run(system) }
      events += removal.count
      files += removal.count > 0 ? 1 : 0
    }
  }

  private func removals(from journal: JournalFiles) throws(SystemFailure) -> [LineRemoval] {
    let listing = try journal.listing()
    if let (number, suffix) = listing.compressed.min(by: { $0.key < $1.key }) {
      throw SystemFailure(
        action: "cannot delete events",
        reason: "\(journal.rotated(number).name)\(suffix) is compressed: decompress it first")
    }
    let rotated = listing.numbers.reversed().map(journal.rotated)
    // Writers append to the torn lines only while they hold the lock of the current file.
    return try LineRemoval.all(
      in: rotated + [journal.torn, journal.current], of: journal, where: matches)
  }

  /// Whether a line is such an event, or is incomplete or damaged and has the value, or has its
  /// beginning where the line ends.
  private func matches(_ outcome: JournalLineReader.Outcome, _ bytes: ByteView) -> Bool {
    if case .event(let line) = outcome { return line.text(field, equals: value) }
    guard let start = bytes.firstIndex(of: key) else { return false }
    let rest = bytes.slice(start + key.count..<bytes.count).prefix(quoted.count)
    return rest.count > 0 && rest == quoted.slice(0..<rest.count)
  }
}
