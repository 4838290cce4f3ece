import CardJSON
import CardPlatform

/// When a journal is rotated, and how many old files are kept.
package struct JournalRotation: Sendable {
  /// From this size in bytes on; nil for any size.
  package var size: Int?
  /// When its first event is so old, in milliseconds; nil for any age.
  package var age: Int64?
  /// How many rotated files there may be, older ones being removed; nil keeps all.
  package var kept: Int?

  /// A rotation of whatever is not empty, which keeps all files.
  package init() {}

  /// What a rotation did.
  package struct Outcome: Equatable, Sendable {
    /// Whether events were moved to `PATH.1`.
    package var isRotated = false
    /// What messages call the files that were removed.
    package var removed: [String] = []
    /// What was moved aside on the way.
    package var torn: TornTail?
  }

  /// Moves the events of a journal to `PATH.1`, those there to `PATH.2` and so on.
  ///
  /// It is done while no writer is at work; those that wait find that the file is another one now,
  /// and open it anew. Files are renamed from the oldest to the newest, so that a crash leaves a
  /// number out at worst; none takes the place of another file. With both a size and an age, either
  /// is enough.
  ///
  /// - Parameter now: milliseconds since 1970-01-01T00:00:00Z.
  package func run(
    _ files: JournalFiles, now: Int64, system: JournalSystem = JournalSystem()
  ) throws(SystemFailure) -> Outcome {
    var outcome = Outcome()
    let there = try SystemCalls.fileStatus(at: files.path, name: files.name)
    if there == nil {
      let old = try files.rotated().count
      guard old > 0 else {
        throw .missing(files.name)
      }
      // Rotated already, and nothing has been recorded since.
      if old <= kept ?? .max { return outcome }
    }
    var writer = JournalWriter(files, system: system)
    outcome.torn = try writer.lock()
    defer { writer.close() }
    if try isDue(writer, now) {
      try move(files, writer.descriptor, system)
      outcome.isRotated = true
    }
    guard let kept else { return outcome }
    // Not by their numbers, of which some may be missing.
    for file in try files.rotated().dropLast(kept) {
      try system.remove(file.path, name: file.name)
      outcome.removed.append(file.name)
    }
    if !outcome.removed.isEmpty { try system.syncDirectory(files.directory) }
    return outcome
  }

  /// Gives all files the next number.
  private func move(_ files: JournalFiles, _ descriptor: Int32, _ system: JournalSystem)
    throws(SystemFailure)
  {
    // Writers sync the journal alone: what was not synced yet never would be.
    try system.sync(descriptor, name: files.name)
    for file in try files.rotated() {
      try system.move(file.path, to: files.rotated(file.number + 1).path)
    }
    try system.move(files.path, to: files.rotated(1).path)
    try system.syncDirectory(files.directory)
  }

  private func isDue(_ writer: borrowing JournalWriter, _ now: Int64) throws(SystemFailure) -> Bool
  {
    guard writer.size > 0 else { return false }
    if size == nil, age == nil { return true }
    if let size, writer.size >= size { return true }
    guard let age, let first = try firstTime(writer) else { return false }
    return now - first >= age
  }

  /// The time of the first event.
  private func firstTime(_ writer: borrowing JournalWriter) throws(SystemFailure) -> Int64? {
    var lines = JournalLines(writer.files.current, writer.descriptor, to: writer.size)
    while let finding = try lines.next() {
      if case .event(let line) = finding { return line.time }
    }
    return nil
  }
}
