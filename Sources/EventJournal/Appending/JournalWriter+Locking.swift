@_spi(CardTool) import CardJSON
import CardPlatform

extension JournalWriter {
  /// Opens the journal, takes its lock and makes sure that it ends with a whole line.
  ///
  /// - Returns: the torn line that was moved aside; nil when there was none.
  /// - Throws: why not; the lock is not held then.
  @discardableResult
  package mutating func lock() throws(JournalFailure) -> TornTail? {
    try lockAsItIs()
    do {
      return try prepare()
    } catch {
      close()
      throw error
    }
  }

  /// Opens the journal and takes its lock, whatever is in it.
  mutating func lockAsItIs() throws(JournalFailure) {
    precondition(!isLocked)
    let deadline = system.uptime() + Int64(options.lockSeconds) * 1_000_000
    while true {
      if descriptor < 0 { try open() }
      do {
        try waitForLock(until: deadline)
        let here = try status(of: descriptor)
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
      if system.uptime() >= deadline { throw .locked(name: name, seconds: options.lockSeconds) }
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

  private mutating func open() throws(JournalFailure) {
    if options.makesDirectories, try statusAtPath() == nil { try makeDirectories() }
    descriptor = try system.openFile(files.current)
    openings += 1
  }

  private func makeDirectories() throws(JournalFailure) {
    let directory = files.directory
    var end = directory.startIndex
    while end < directory.endIndex {
      let start = directory.index(after: end)
      end = directory[start...].firstIndex(of: "/") ?? directory.endIndex
      let path = String(directory[..<end])
      try attempt { () throws(SystemFailure) in
        if try SystemCalls.fileStatus(behind: path, name: path) != nil { return }
        try SystemCalls.makeDirectory(path)
        try system.syncDirectory(JournalFiles(path: path).directory)
      }
    }
  }

  /// Asks for the lock again and again, at first soon, then at intervals that differ from process to
  /// process.
  private func waitForLock(until deadline: Int64) throws(JournalFailure) {
    var pause = 50
    while true {
      let isTaken = try attempt { () throws(SystemFailure) in
        try system.tryLock(descriptor, name: name)
      }
      if isTaken { return }
      if system.uptime() >= deadline { throw .locked(name: name, seconds: options.lockSeconds) }
      system.pause(microseconds: Int.random(in: pause / 2...pause))
      pause = min(2 * pause, 8000)
    }
  }

  /// Looks at the end of the locked file before something is written after it.
  private mutating func prepare() throws(JournalFailure) -> TornTail? {
    if size == 0 {
      // Whoever writes the first event makes sure that the file will be found.
      try attempt { () throws(SystemFailure) in try system.syncDirectory(files.directory) }
      return nil
    }
    let (descriptor, size, name) = (descriptor, size, name)
    let ending = try attempt { () throws(SystemFailure) in
      try JournalEnding(descriptor, size: size, name: name)
    }
    guard ending.isJournal else { throw .foreign(name: name) }
    guard ending.tornLength > 0 else { return nil }
    return try moveToQuarantine(ending)
  }

  func status(of descriptor: Int32) throws(JournalFailure) -> FileStatus {
    try attempt { () throws(SystemFailure) in
      try SystemCalls.fileStatus(descriptor, name: name)
    }
  }

  func statusAtPath() throws(JournalFailure) -> FileStatus? {
    try attempt { () throws(SystemFailure) in
      try SystemCalls.fileStatus(at: files.path, name: name)
    }
  }
}

/// Passes on what `body` gives; what the system refuses is a failure of the journal.
func attempt<Result: ~Copyable>(_ body: () throws(SystemFailure) -> Result) throws(JournalFailure)
  -> Result
{
  do { return try body() } catch { throw .system(error) }
}
