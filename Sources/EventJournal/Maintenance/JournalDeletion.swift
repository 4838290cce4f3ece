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
    let value = ByteView(permanent: value)
    var json = ByteBuffer()
    var escaped = ByteBuffer()
    JSONText.appendQuoted(value, to: &json)
    ControlEscapes.append(json.view, to: &escaped, keepingLines: true)
    // The field in a line, in two parts: up to the first quote of its value, and after it.
    let key = ByteView(permanent: "\"\(field.name)\":\"")
    let quoted = ByteView(permanent: escaped.view.slice(1..<escaped.count))
    var writer = JournalWriter(journal, system: system)
    if !isDryRun { torn = try writer.lock() }
    defer { writer.close() }
    let listing = try journal.listing()
    if let (number, suffix) = listing.compressed.min(by: { $0.key < $1.key }) {
      throw SystemFailure(
        action: "cannot delete events",
        reason: "\(journal.rotated(number).name)\(suffix) is compressed: decompress it first")
    }
    // Writers append to the torn lines only while they hold the lock of the current file.
    let removals = try LineRemoval.all(
      in: listing.numbers.reversed().map(journal.rotated) + [journal.torn, journal.current],
      of: journal
    ) { outcome, bytes in
      if case .event(let line) = outcome { return line.text(field, equals: value) }
      // An incomplete or damaged line has the value, or its beginning where the line ends.
      guard let start = bytes.firstIndex(of: key) else { return false }
      let rest = bytes.slice(start + key.count..<bytes.count).prefix(quoted.count)
      return rest.count > 0 && rest == quoted.slice(0..<rest.count)
    }
    for removal in removals {
      if !isDryRun { try removal.run(system) }
      events += removal.count
      files += removal.count > 0 ? 1 : 0
    }
  }
}
