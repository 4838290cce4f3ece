import CardPlatform

/// When to rotate a journal, and how many rotated files to keep.
package struct JournalRotation: Sendable {
  /// The size in bytes from which on to rotate; nil for any size.
  package var size: Int?
  /// The age of the first event from which on to rotate, in milliseconds; nil for any age.
  package var age: Int64?
  /// The number of rotated files to keep; nil keeps all.
  package var kept: Int?

  /// A rotation of every journal that is not empty, which keeps all files.
  package init() {}

  /// The result of a rotation.
  package struct Outcome: Equatable, Sendable {
    /// Whether there is a journal, or a rotated file.
    package var hasFiles = true
    /// Whether events were moved to `PATH.1`.
    package var isRotated = false
    /// The names in messages of the removed files.
    package var removed: [String] = []
    /// The incomplete last line that was moved to `PATH.torn`.
    package var torn: TornTail?
  }

  /// Moves the events of a journal to `PATH.1`, those there to `PATH.2` and so on.
  ///
  /// Only files whose numbers follow each other from 1 are renamed or removed, and only if all of
  /// them are journals. No writer is at work meanwhile; waiting writers find that the file was
  /// replaced, and open it again. Files are renamed from the oldest to the newest, so that a crash
  /// leaves a gap at worst; none replaces another file. If both a size and an age are given, either
  /// is enough.
  ///
  /// - Parameter now: milliseconds since 1970-01-01T00:00:00Z.
  package func run(_ files: JournalFiles, now: Int64, system: JournalSystem = JournalSystem())
    throws(SystemFailure) -> Outcome
  {
    var outcome = Outcome()
    if try SystemCalls.fileStatus(at: files.path, name: files.name) == nil {
      let count = try files.listing().consecutiveCount
      outcome.hasFiles = count > 0
      // Already rotated, and nothing was recorded since.
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

  /// Refuses whatever is called like one of the files and is not a journal.
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
        reason: "\(files.rotated(number).name)\(suffix) is in the way: decompress or move it first")
    }
  }

  /// Gives the current file and the first `count` rotated ones the next number.
  private func move(
    _ files: JournalFiles, count: Int, _ writer: borrowing JournalWriter, system: JournalSystem
  ) throws(SystemFailure) {
    // Writers sync only the current file: what is not synced now never would be.
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
    while let outcome = try lines.next() {
      if case .event(let first) = outcome { return now - first.time >= age }
    }
    return false
  }
}
