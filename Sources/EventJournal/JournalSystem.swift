import CardJSON
import CardPlatform

/// The system calls that change a journal's files, and its clock.
///
/// Tests replace it with a subclass that fails at the n-th call.
package class JournalSystem: @unchecked Sendable {
  /// Creates an interface to the operating system.
  package init() {}

  /// Opens a file for reading and appending, and creates it if it is missing; fails for a symbolic
  /// link.
  package func open(_ path: String) throws(SystemFailure) -> Int32 {
    // Nonblocking, because opening a FIFO would wait for its other end.
    try SystemCalls.open(
      path, [.readWrite, .append, .create, .noFollow, .nonBlocking, .noControllingTerminal],
      mode: 0o600)
  }

  /// Writes some of `bytes` and returns the number of bytes written.
  package func write(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure)
    -> Int
  {
    try SystemCalls.writeOnce(descriptor, bytes, name: name)
  }

  /// Flushes the content of a file to disk.
  package func sync(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try SystemCalls.syncData(descriptor, name: name)
  }

  /// Flushes the entries of a directory to disk.
  package func syncDirectory(_ path: String) throws(SystemFailure) {
    try SystemCalls.syncDirectory(path)
  }

  /// Truncates a file to `size` bytes.
  package func truncate(_ descriptor: Int32, to size: Int, name: String) throws(SystemFailure) {
    try SystemCalls.truncate(descriptor, to: size, name: name)
  }

  /// Renames a file, replacing any file that has the new name.
  package func rename(_ old: String, to new: String) throws(SystemFailure) {
    try SystemCalls.rename(old, to: new)
  }

  /// Renames a file; fails if the new name exists.
  package func move(_ old: String, to new: String) throws(SystemFailure) {
    try SystemCalls.move(old, to: new)
  }

  /// Removes a file's name.
  package func remove(_ path: String, name: String) throws(SystemFailure) {
    try SystemCalls.remove(path, name: name)
  }

  /// Locks a file; returns false if another process holds the lock.
  package func tryLock(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
    try SystemCalls.tryLock(descriptor, name: name)
  }

  /// The time of a monotonic clock, in microseconds.
  package func uptime() -> Int64 { SystemCalls.uptime() }

  /// Sleeps for a number of microseconds.
  package func pause(microseconds: Int) { SystemCalls.pause(microseconds: microseconds) }

  /// The number of seconds to wait for a lock.
  static let lockSeconds = 10

  /// Calls `attempt` until it returns true, and fails after `lockSeconds`.
  ///
  /// It pauses for randomized intervals that grow from 50 µs to 8 ms.
  func waitForLock(named name: String, _ attempt: () throws(SystemFailure) -> Bool)
    throws(SystemFailure)
  {
    let deadline = uptime() + Int64(JournalSystem.lockSeconds) * 1_000_000
    var interval = 50
    while try !attempt() {
      if uptime() >= deadline { throw .locked(name: name) }
      pause(microseconds: Int.random(in: interval / 2...interval))
      interval = min(2 * interval, 8000)
    }
  }

  /// Opens a regular file for reading and appending, and creates it if it is missing.
  ///
  /// The type of the file is checked before it is opened, because opening a device can have side
  /// effects, and again afterwards, because the file may have been replaced.
  func openFile(_ file: JournalFile) throws(SystemFailure) -> Int32 {
    let there = try SystemCalls.fileStatus(at: file.path, name: file.name)
    if let there, there.kind != .regular { throw .notAFile(name: file.name, there.kind) }
    let descriptor: Int32
    do { descriptor = try open(file.path) } catch {
      if error.isLink { throw .notAFile(name: file.name, .symbolicLink) }
      if error.isMissing { throw .noDirectory(name: file.name) }
      throw SystemFailure(action: "cannot open \(file.name)", code: error.code)
    }
    do throws(SystemFailure) {
      let here = try SystemCalls.fileStatus(descriptor, name: file.name)
      guard here.kind == .regular else { throw .notAFile(name: file.name, here.kind) }
      return descriptor
    } catch {
      SystemCalls.close(descriptor)
      throw error
    }
  }

  /// Writes some of `bytes`, which must not be empty, and returns the number of bytes written, at
  /// least one.
  ///
  /// It throws if the call writes nothing without an error, which would be retried forever.
  func writeSome(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure) -> Int
  {
    let count = try write(descriptor, bytes, name: name)
    guard count > 0 else { throw .nothingWritten(name) }
    return count
  }

  /// Writes all of `bytes`.
  func writeAll(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.slice(written..<bytes.count)
      written += try writeSome(descriptor, rest, name: name)
    }
  }
}
