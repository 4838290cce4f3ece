import CardJSON
import CardPlatform

/// The deletion of a user's, a device's or a card's events from all files of a journal.
package struct JournalDeletion {
  /// The number of events found, including incomplete ones.
  package private(set) var events = 0
  /// The number of files that contain such events.
  package private(set) var files = 0
  /// The incomplete last line that was moved to `PATH.torn`.
  package private(set) var torn: TornTail?

  /// Deletes the events of `journal` whose `field` is `value`.
  ///
  /// It holds the journal's lock, so no writer runs at the same time. All files are read before any
  /// is changed. Each file is replaced with a copy without the events, the oldest first and the
  /// current one last. After a crash, some of the events remain in newer files, and another run
  /// deletes them.
  ///
  /// - Parameter isDryRun: whether to only count the events of a snapshot.
  /// - Throws: `SystemFailure`, which includes a rotated file that is compressed or unreadable.
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
    // The field as it appears in a line.
    let key = "\"\(field.name)\":"
    let member = ByteView(permanent: key + escaped.view.text)
    var writer = JournalWriter(journal, system: system)
    if !isDryRun { torn = try writer.lock() }
    defer { writer.close() }
    let snapshot = try JournalSnapshot(journal, isLocked: !isDryRun)
    if let (number, suffix) = snapshot.listing.compressed.min(by: { $0.key < $1.key }) {
      throw SystemFailure(
        action: "cannot delete events",
        reason: "\(journal.rotated(number).name)\(suffix) is compressed: decompress it first")
    }
    if let (file, kind) = snapshot.others.first { throw .notAFile(name: file.name, kind) }
    // `PATH.torn` needs no separate lock: writers append to it only while they hold the lock of the
    // current file.
    let removals = try LineRemoval.all(in: snapshot, and: journal.torn) {
      (entry, lines) throws(SystemFailure) in
      if case .event(let line) = entry { return line.text(field, equals: value) }
      // A damaged line matches if it has the value, or ends with the start of it.
      let bytes = lines.bytes
      let isCut = (key.utf8.count + 2..<member.count).contains { length in
        member.slice(0..<length).occurs(at: bytes.count - length, in: bytes)
      }
      if isCut { return true }
      return try lines.contains(member)
    }
    for removal in removals {
      if !isDryRun { try removal.run(system) }
      events += removal.count
      files += removal.count > 0 ? 1 : 0
    }
  }
}
