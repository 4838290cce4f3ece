import CardJSON
import CardPlatform

extension JournalWriter {
  /// Opens the journal, takes its lock and makes sure that it ends with a whole line.
  ///
  /// - Returns: the torn line that was moved aside; nil when there was none.
  /// - Throws: why not; the lock is not held then.
  @discardableResult
  package mutating func lock() throws(SystemFailure) -> TornTail? {
    try lockAsItIs()
    do {
      return try prepare()
    } catch {
      close()
      throw error
    }
  }

  /// Opens the journal and takes its lock, whatever is in it.
  mutating func lockAsItIs() throws(SystemFailure) {
    precondition(!isLocked)
    let deadline = system.lockDeadline
    while true {
      if descriptor < 0 { try open() }
      do {
        try system.waitForLock(descriptor, name: name, until: deadline)
        let here = try SystemCalls.fileStatus(descriptor, name: name)
        // While the lock was waited for, another process may have rotated or removed the file.
        if try statusAtPath()?.identity == here.identity {
          (isLocked, size) = (true, here.size)
          return
        }
      } catch {
        close()
        throw error
      }
      close()
      // A file that is another one each time must not keep this waiting for ever.
      try system.stopWaiting(for: name, at: deadline)
    }
  }

  /// Gives the lock back; the file stays open for the next batch.
  package mutating func unlock() {
    guard isLocked else { return }
    isLocked = false
    SystemCalls.unlock(descriptor)
  }

  /// Closes the file, and with it gives the lock back.
  mutating func close() {
    isLocked = false
    if descriptor >= 0 { SystemCalls.close(descriptor) }
    descriptor = -1
  }

  private mutating func open() throws(SystemFailure) {
    if makesDirectories, try statusAtPath() == nil { try makeDirectories() }
    descriptor = try system.openFile(files.current)
    openings += 1
  }

  private func makeDirectories() throws(SystemFailure) {
    let directory = files.directory
    var end = directory.startIndex
    while end < directory.endIndex {
      let start = directory.index(after: end)
      end = directory[start...].firstIndex(of: "/") ?? directory.endIndex
      let path = String(directory[..<end])
      if try SystemCalls.fileStatus(behind: path, name: path) != nil { continue }
      try SystemCalls.makeDirectory(path)
      try system.syncDirectory(JournalFiles(path: path).directory)
    }
  }

  /// Looks at the end of the locked file before something is written after it.
  private mutating func prepare() throws(SystemFailure) -> TornTail? {
    if size == 0 {
      // Whoever writes the first event makes sure that the file will be found.
      try system.syncDirectory(files.directory)
      return nil
    }
    let ending = try JournalEnding(descriptor, size: size, name: name)
    guard ending.isJournal else { throw .foreign(name: name) }
    guard ending.tornLength > 0 else { return nil }
    return try moveToQuarantine(ending)
  }

  private func statusAtPath() throws(SystemFailure) -> FileStatus? {
    try SystemCalls.fileStatus(at: files.path, name: name)
  }
}
