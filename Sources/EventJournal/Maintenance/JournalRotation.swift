import CardPlatform

/// The conditions for rotating a journal, and the number of rotated files to keep.
package struct JournalRotation: Sendable {
  /// The minimum size for a rotation, in bytes; nil for any size.
  package var size: Int?
  /// The minimum age of the first event for a rotation, in milliseconds; nil for any age.
  package var age: Int64?
  /// The number of rotated files to keep; nil for all.
  package var kept: Int?

  /// Creates a rotation that rotates any nonempty journal and keeps all files.
  package init() {}

  /// The result of a rotation.
  package struct Outcome: Equatable, Sendable {
    /// Whether the journal or a rotated file exists.
    package var hasFiles = true
    /// Whether events were moved to `PATH.1`.
    package var isRotated = false
    /// The removed files, by their names in messages.
    package var removed: [String] = []
    /// The incomplete last line that was moved to `PATH.torn`.
    package var torn: TornTail?
  }

  /// Renames `PATH` to `PATH.1`, `PATH.1` to `PATH.2` and so on.
  ///
  /// Only files whose numbers are consecutive from 1 are renamed or removed, and only if all of
  /// them are journals. It holds the journal's lock; waiting writers notice that the file was
  /// replaced and open the new one. Files are renamed from the oldest to the newest, and never
  /// replace another file, so a crash leaves a gap at worst. If both a size and an age are set,
  /// either is enough.
  ///
  /// - Parameter now: milliseconds since 1970-01-01T00:00:00Z.
  package func run(_ files: JournalFiles, now: Int64, system: JournalSystem = JournalSystem())
    throws(SystemFailure) -> Outcome
  {
    var outcome = Outcome()
    if try SystemCalls.fileStatus(at: files.path, name: files.name) == nil {
      let count = try files.listing().consecutiveCount
      outcome.hasFiles = count > 0
      // The journal was rotated, and nothing has been recorded since.
      if count <= kept ?? .max { return outcome }
    }
    var writer = JournalWriter(files, system: system)
    outcome.torn = try writer.lock()
    defer { writer.close() }
    let isDue = try isDue(writer, now)
    let listing = try files.listing()
    var count = listing.consecutiveCount
    if isDue || count > kept ?? .max { try check(files, listing) }
    if isDue {
      try move(files, count: count, writer, system: system)
      outcome.isRotated = true
      count += 1
    }
    for number in stride(from: count, to: kept ?? .max, by: -1) {
      let file = files.rotated(number)
      try system.remove(file.path, name: file.name)
      outcome.removed.append(file.name)
    }
    if !outcome.removed.isEmpty { try system.syncDirectory(files.directory) }
    return outcome
  }

  /// Throws if anything that has the name of one of the files is not a journal.
  private func check(_ files: JournalFiles, _ listing: JournalFiles.Listing) throws(SystemFailure) {
    for number in listing.numbers.prefix(listing.consecutiveCount) {
      let file = files.rotated(number)
      let status = try SystemCalls.fileStatus(at: file.path, name: file.name)
      guard status?.kind == .regular, let (descriptor, open) = try file.open() else {
        throw .inTheWay(name: file.name)
      }
      defer { SystemCalls.close(descriptor) }
      let content = try JournalContent(descriptor, size: open.size, name: file.name)
      guard content.isJournal else { throw .inTheWay(name: file.name) }
    }
    for number in 1...listing.consecutiveCount + 1 {
      guard let suffix = listing.compressed[number] else { continue }
      throw SystemFailure(
        action: "cannot rotate",
        reason: "\(files.rotated(number).name)\(suffix) exists: decompress or move it first")
    }
  }

  /// Renames the current file and the first `count` rotated files to the next number.
  private func move(
    _ files: JournalFiles, count: Int, _ writer: borrowing JournalWriter, system: JournalSystem
  ) throws(SystemFailure) {
    // Writers sync only the current file, so unsynced data in a rotated file would stay unsynced.
    try system.sync(writer.descriptor, name: files.name)
    for number in stride(from: count, to: 0, by: -1) {
      try system.move(files.rotated(number).path, to: files.rotated(number + 1).path)
    }
    try system.move(files.path, to: files.rotated(1).path)
    try system.syncDirectory(files.directory)
  }

  private func isDue(_ writer: borrowing JournalWriter, _ now: Int64) throws(SystemFailure) -> Bool
  {
    guard writer.size > 0 else { return false }
    if size == nil, age == nil { return true }
    if let size, writer.size >= size { return true }
    guard let age else { return false }
    var lines = JournalLines(writer.descriptor, name: writer.files.name, to: writer.size)
    while let entry = try lines.next() {
      if case .event(let first) = entry { return now - first.time >= age }
    }
    return false
  }
}
