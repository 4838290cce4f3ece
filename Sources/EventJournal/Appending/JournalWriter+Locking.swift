import CardPlatform

extension JournalWriter {
  /// Opens and locks the journal, and makes sure that it ends with a complete line.
  ///
  /// - Returns: the torn line that was moved to the quarantine; nil if there was none.
  /// - Throws: if the file is not a journal or cannot be used. The lock is then not held.
  @discardableResult
  package mutating func lock() throws(SystemFailure) -> TornTail? {
    try lockWithoutRepair()
    do { return try prepare() } catch {
      close()
      throw error
    }
  }

  /// The id of the last event in the locked file, or in `PATH.1` if it is empty; nil if unknown.
  package func lastEventID() -> String? {
    if size > 0 { return try? lastEventID(descriptor, size: size) }
    guard let rotated = try? files.rotated(1).open() else { return nil }
    defer { SystemCalls.close(rotated.descriptor) }
    return try? lastEventID(rotated.descriptor, size: rotated.status.size)
  }

  private func lastEventID(_ descriptor: Int32, size: Int) throws(SystemFailure) -> String? {
    var id: String?
    for length in [1 << 12, 2 * JournalLine.maximumLength] where id == nil {
      let start = max(0, size - length)
      var lines = JournalLines(descriptor, name: name, from: start, to: size)
      // The first line may be incomplete.
      if start > 0 { _ = try lines.nextWhole() }
      while let entry = try lines.nextWhole() {
        if case .event(let line) = entry { id = line.text(.id) }
      }
    }
    return id
  }

  /// Opens and locks the file, whatever it contains.
  mutating func lockWithoutRepair() throws(SystemFailure) {
    precondition(!isLocked)
    let (system, name) = (system, name)
    do throws(SystemFailure) {
      try system.waitForLock(named: name) { () throws(SystemFailure) in try takeLock() }
    } catch {
      close()
      throw error
    }
  }

  /// Locks the file that has the journal's name now; returns false if that failed and should be
  /// retried.
  private mutating func takeLock() throws(SystemFailure) -> Bool {
    if descriptor < 0 { try open() }
    guard try system.tryLock(descriptor, name: name) else { return false }
    let here = try SystemCalls.fileStatus(descriptor, name: name)
    (isLocked, size) = (try statusAtPath()?.identity == here.identity, here.size)
    // Another process may have rotated or removed the file since it was opened.
    if !isLocked { close() }
    return isLocked
  }

  /// Releases the lock.
  ///
  /// The file stays open for the next batch.
  package mutating func unlock() {
    guard isLocked else { return }
    isLocked = false
    SystemCalls.unlock(descriptor)
  }

  /// Closes the file, which releases the lock.
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

  /// Checks the locked file before anything is written to it.
  private mutating func prepare() throws(SystemFailure) -> TornTail? {
    if size == 0 {
      // Before the first event, syncs the directory, so that the file exists after a crash.
      try system.syncDirectory(files.directory)
      return nil
    }
    let content = try JournalContent(descriptor, size: size, name: name)
    guard content.isJournal else { throw .notAJournal(name: name) }
    return content.completeSize < size ? try moveToQuarantine(from: content.completeSize) : nil
  }

  private func statusAtPath() throws(SystemFailure) -> FileStatus? {
    try SystemCalls.fileStatus(at: files.path, name: name)
  }
}
