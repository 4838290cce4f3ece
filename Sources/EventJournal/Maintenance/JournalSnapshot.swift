import CardLibC
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
  init(_ files: JournalFiles, seconds: Int, system: any JournalSystem) throws(JournalFailure) {
    let deadline = system.uptime() + Int64(seconds) * 1_000_000
    while true {
      let current = try OpenJournalFile.regular(files.current)
      if let current {
        do {
          try JournalSnapshot.wait(for: current, until: deadline, seconds, system)
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
      if system.uptime() >= deadline { throw .locked(name: files.name, seconds: seconds) }
    }
  }

  deinit { for file in files { SystemCalls.close(file.descriptor) } }

  private mutating func openAll(_ journal: JournalFiles, _ current: OpenJournalFile?)
    throws(JournalFailure)
  {
    for file in try attempt({ () throws(SystemFailure) in try journal.rotated() }) {
      if let open = try OpenJournalFile.regular(file) { files.append(open) }
    }
    if var current {
      // Others may have appended to it before it was locked.
      try attempt { () throws(SystemFailure) in try current.lookAgain() }
      files.append(current)
    } else if files.isEmpty {
      throw .system(SystemFailure(action: "cannot open \(journal.name)", code: ENOENT))
    }
  }

  private static func wait(
    for current: OpenJournalFile, until deadline: Int64, _ seconds: Int, _ system: any JournalSystem
  ) throws(JournalFailure) {
    while try !attempt({ () throws(SystemFailure) in
      try system.tryLock(current.descriptor, name: current.file.name)
    }) {
      if system.uptime() >= deadline { throw .locked(name: current.file.name, seconds: seconds) }
      system.pause(microseconds: Int.random(in: 500...2000))
    }
  }

  /// Whether the file that was opened, or none, is still what is called like the journal.
  private static func isThere(_ current: OpenJournalFile?, _ files: JournalFiles)
    throws(JournalFailure) -> Bool
  {
    try attempt { () throws(SystemFailure) in
      let there = try SystemCalls.fileStatus(at: files.path, name: files.name)
      return current?.status.identity == there?.identity
    }
  }
}
