import CardJSON
import CardPlatform

/// The calls with which a journal changes files, and its clock.
///
/// Tests put a system in its place that fails at the n-th call.
package class JournalSystem: @unchecked Sendable {
  /// The operating system.
  package init() {}

  /// Opens a file to read and to append to, and makes it when it is missing; never a symbolic link.
  package func open(_ path: String) throws(SystemFailure) -> Int32 {
    // Without waiting, because opening a FIFO would wait for its other end.
    try SystemCalls.open(
      path, [.readWrite, .append, .create, .noFollow, .nonBlocking, .noControllingTerminal],
      mode: 0o600)
  }

  /// Writes some of `bytes` and says how many.
  package func write(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure)
    -> Int
  {
    try SystemCalls.writeOnce(descriptor, bytes, name: name)
  }

  /// Returns when the content of the file is on the disk.
  package func sync(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try SystemCalls.syncData(descriptor, name: name)
  }

  /// Returns when the names in the directory are on the disk.
  package func syncDirectory(_ path: String) throws(SystemFailure) {
    try SystemCalls.syncDirectory(path)
  }

  /// Cuts the file off after its first `size` bytes.
  package func truncate(_ descriptor: Int32, to size: Int, name: String) throws(SystemFailure) {
    try SystemCalls.truncate(descriptor, to: size, name: name)
  }

  /// Gives a file another name, in place of what has that name.
  package func rename(_ old: String, to new: String) throws(SystemFailure) {
    try SystemCalls.rename(old, to: new)
  }

  /// Gives a file another name, which nothing else may have.
  package func move(_ old: String, to new: String) throws(SystemFailure) {
    try SystemCalls.move(old, to: new)
  }

  /// Removes a file's name.
  package func remove(_ path: String, name: String) throws(SystemFailure) {
    try SystemCalls.remove(path, name: name)
  }

  /// Takes the lock of the file; false when another process has it.
  package func tryLock(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
    try SystemCalls.tryLock(descriptor, name: name)
  }

  /// Microseconds of a monotonic clock.
  package func uptime() -> Int64 { SystemCalls.uptime() }

  /// Does nothing for a while.
  package func pause(microseconds: Int) { SystemCalls.pause(microseconds: microseconds) }

  /// Opens a regular file to read and to append to, and makes it when it is missing.
  ///
  /// The kind of the file is checked before it is opened, because opening alone can change a
  /// device, and again afterwards, because the file may have been replaced.
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

  /// Writes some of `bytes`, which is not empty, and returns the number: at least one.
  ///
  /// A call that writes nothing and gives no reason would be made for ever.
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
