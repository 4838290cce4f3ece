import CardLibC
import Platform

/// The files of a journal as they were at one moment, open for reading.
///
/// They are opened while no writer is at work, so that no line is half-written unless a crash left
/// it so, and none is met twice or not at all because of a rotation. Reading needs no lock then.
struct JournalSnapshot: ~Copyable {
  /// One file, and how many bytes it held.
  struct Part {
    let file: JournalFile
    let descriptor: Int32
    let size: Int
  }

  /// The files, the oldest events first.
  private(set) var parts: [Part] = []

  /// Opens the files of a journal.
  ///
  /// - Throws: when there are none, or they cannot be read.
  init(_ files: JournalFiles, seconds: Int, system: any JournalSystem) throws(JournalFailure) {
    let deadline = system.uptime() + Int64(seconds) * 1_000_000
    while true {
      let current = try JournalSnapshot.open(files.current)
      if let current {
        do {
          try JournalSnapshot.wait(for: current, until: deadline, seconds, system)
        } catch {
          SystemCalls.close(current.descriptor)
          throw error
        }
      }
      // With the lock nobody rotates; without a file there is nothing to lock.
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

  deinit { for part in parts { SystemCalls.close(part.descriptor) } }

  private mutating func openAll(_ files: JournalFiles, _ current: Part?) throws(JournalFailure) {
    for file in try attempt({ () throws(SystemFailure) in try files.rotated() }) {
      if let part = try JournalSnapshot.open(file) { parts.append(part) }
    }
    if let current {
      let status = try attempt { () throws(SystemFailure) in
        try SystemCalls.fileStatus(current.descriptor, name: current.file.name)
      }
      parts.append(
        Part(file: current.file, descriptor: current.descriptor, size: status.size))
    } else if parts.isEmpty {
      throw .system(SystemFailure(action: "cannot open \(files.name)", code: ENOENT))
    }
  }

  private static func open(_ file: JournalFile) throws(JournalFailure) -> Part? {
    let there = try attempt { () throws(SystemFailure) in
      try SystemCalls.fileStatus(at: file.path, name: file.name)
    }
    guard let there else { return nil }
    guard there.kind == .regular else { throw .notAFile(name: file.name, there.kind) }
    return try attempt { () throws(SystemFailure) in
      do throws(SystemFailure) {
        let descriptor = try SystemCalls.open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        let status = try SystemCalls.fileStatus(descriptor, name: file.name)
        return Part(file: file, descriptor: descriptor, size: status.size)
      } catch {
        if error.code == ENOENT { return nil }
        throw SystemFailure(action: "cannot read \(file.name)", code: error.code)
      }
    }
  }

  private static func wait(
    for part: Part, until deadline: Int64, _ seconds: Int, _ system: any JournalSystem
  ) throws(JournalFailure) {
    while try !attempt({ () throws(SystemFailure) in
      try system.tryLock(part.descriptor, name: part.file.name)
    }) {
      if system.uptime() >= deadline { throw .locked(name: part.file.name, seconds: seconds) }
      system.pause(microseconds: Int.random(in: 500...2000))
    }
  }

  /// Whether the file that was opened, or none, is still what is called like the journal.
  private static func isThere(_ part: Part?, _ files: JournalFiles) throws(JournalFailure) -> Bool {
    try attempt { () throws(SystemFailure) in
      let there = try SystemCalls.fileStatus(at: files.path, name: files.name)
      guard let part else { return there == nil }
      return try SystemCalls.fileStatus(part.descriptor, name: files.name).identity
        == there?.identity
    }
  }
}
