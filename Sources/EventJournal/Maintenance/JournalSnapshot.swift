import CardPlatform

/// The files of a journal as they were at one moment, open for reading.
///
/// They are opened while no writer is at work, so that no line is half-written unless a crash left
/// it so, and none is met twice or not at all because of a rotation. Reading needs no lock then.
struct JournalSnapshot: ~Copyable {
  /// The files, the oldest events first.
  private(set) var files: [OpenJournalFile] = []

  /// Opens the files of a journal.
  ///
  /// - Throws: when there are none, or they cannot be read.
  init(_ files: JournalFiles, system: JournalSystem) throws(SystemFailure) {
    let deadline = system.lockDeadline
    while true {
      let current = try OpenJournalFile.regular(files.current)
      if let current {
        do {
          try system.waitForLock(current.descriptor, name: files.name, until: deadline)
        } catch {
          SystemCalls.close(current.descriptor)
          throw error
        }
      }
      // With the lock no process rotates; without a file there is nothing to lock.
      if try JournalSnapshot.isThere(current, files) {
        defer { if let current { SystemCalls.unlock(current.descriptor) } }
        try openAll(files, current)
        return
      }
      if let current { SystemCalls.close(current.descriptor) }
      // A file that is another one each time must not keep this waiting for ever.
      try system.stopWaiting(for: files.name, at: deadline)
    }
  }

  deinit { for file in files { SystemCalls.close(file.descriptor) } }

  private mutating func openAll(_ journal: JournalFiles, _ current: OpenJournalFile?)
    throws(SystemFailure)
  {
    for file in try journal.rotated() {
      if let open = try OpenJournalFile.regular(file) { files.append(open) }
    }
    if var current {
      // Others may have appended to it before it was locked.
      try current.lookAgain()
      files.append(current)
    } else if files.isEmpty {
      throw .missing(journal.name)
    }
  }

  /// Whether the file that was opened, or none, is still what is called like the journal.
  private static func isThere(_ current: OpenJournalFile?, _ files: JournalFiles)
    throws(SystemFailure) -> Bool
  {
    let there = try SystemCalls.fileStatus(at: files.path, name: files.name)
    return current?.status.identity == there?.identity
  }
}
