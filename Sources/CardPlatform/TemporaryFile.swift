import CardJSON
import CardLibC

/// A file that has a temporary name until it is complete.
///
/// It is removed after any failure and after any signal that can be caught.
@safe
package struct TemporaryFile {
  /// The path of the file.
  package let path: String
  /// Its entry in the list of files to remove after a signal.
  private let note: UnsafeMutablePointer<CleanupEntry>

  /// Creates a file in `folder`, which must be empty or end with a slash.
  ///
  /// - Parameter isPrivate: whether only its owner can read it, regardless of the umask.
  package static func make(in folder: String, isPrivate: Bool, shownAs name: String)
    throws(SystemFailure) -> (file: TemporaryFile, descriptor: Int32)
  {
    CleanupList.catchSignals()
    let number = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    let path = "\(folder).cardctl-\(number).tmp"
    // A signal between creating and registering the file would leave it in the directory.
    var mask = blockSignals()
    defer { unsafe pthread_sigmask(SIG_SETMASK, &mask, nil) }
    do throws(SystemFailure) {
      let descriptor = try SystemCalls.open(
        path, [.readWrite, .create, .exclusive, .noFollow], mode: isPrivate ? 0o600 : 0o666)
      return (unsafe TemporaryFile(path: path, note: CleanupList.add(path)), descriptor)
    } catch {
      throw SystemFailure(action: "cannot create \(name)", code: error.code)
    }
  }

  /// Creates a file without a name in `folder`, which is deleted when its descriptor is closed.
  package static func unnamed(in folder: String) throws(SystemFailure)
    -> (descriptor: Int32, name: String)
  {
    let name = "the temporary file in \(folder)"
    let made = try make(in: folder + "/", isPrivate: true, shownAs: name)
    made.file.remove()
    return (made.descriptor, name)
  }

  /// Keeps the file, which has been renamed to its final name.
  package func forget() { unsafe note.pointee.path = nil }

  /// Removes all temporary files before an immediate exit.
  static func removeAll() {
    var node = unsafe firstEntry
    while let current = unsafe node {
      if let path = unsafe current.pointee.path { _ = unsafe unlink(path) }
      unsafe node = current.pointee.next
    }
  }

  /// Removes the file unless it is kept.
  package func remove() {
    guard unsafe note.pointee.path != nil else { return }
    // A file that cannot be removed is left; its name shows that it is temporary.
    try? SystemCalls.remove(path, name: path)
    forget()
  }
}

/// Blocks all signals for this thread, and returns the previous mask.
private func blockSignals() -> sigset_t {
  var old = sigset_t()
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe pthread_sigmask(SIG_SETMASK, &signals, &old)
  return old
}

/// The list of temporary files that a signal handler removes before the process ends.
///
/// A signal handler may access only globals and call only async-signal-safe functions. So this is a
/// linked list of C strings that only grows and is never freed.
private enum CleanupList {
  private static let monitor = Monitor()

  /// Registers the file at `path` for removal if a signal ends the process.
  static func add(_ path: String) -> UnsafeMutablePointer<CleanupEntry> {
    unsafe monitor.locked {
      let node = UnsafeMutablePointer<CleanupEntry>.allocate(capacity: 1)
      let copy = unsafe SystemText.copy(path)
      unsafe node.initialize(to: CleanupEntry(path: copy, next: firstEntry))
      unsafe firstEntry = node
      return unsafe node
    }
  }

  /// Catches each signal that would end the process.
  ///
  /// An ignored signal, as under `nohup`, stays ignored. An earlier handler is called after the
  /// removal.
  static func catchSignals() { _ = areCaught }

  private static let areCaught: Bool = {
    // Globals that the handler uses must be initialized before the first signal.
    _ = unsafe firstEntry
    for number in 1..<signalCount where !harmless.contains(number) {
      guard unsafe sigaction(number, nil, &earlierActions[Int(number)]) == 0 else { continue }
      let old = signal(number, removeTemporaryFiles)
      if address(of: old) == address(of: SIG_IGN) { _ = signal(number, SIG_IGN) }
    }
    return true
  }()

  /// Signals that cannot be caught or do not end the process by default.
  private static let harmless =
    [SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH] + more
  #if canImport(Darwin)
    private static let more = [SIGIO, SIGINFO]
    fileprivate static let signalCount = NSIG
  #else
    private static let more: [Int32] = []
    /// One more than the highest signal number, a real-time signal.
    fileprivate static let signalCount: Int32 = 65
  #endif

  /// The address of a handler, because Swift cannot compare functions.
  private static func address(of handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafe unsafeBitCast(handler, to: Int.self)
  }
}

/// A list entry: a file and the next entry.
@unsafe
private struct CleanupEntry {
  var path: UnsafeMutablePointer<CChar>?
  var next: UnsafeMutablePointer<CleanupEntry>?
}

/// The list that the handler iterates over.
nonisolated(unsafe) private var firstEntry: UnsafeMutablePointer<CleanupEntry>?

/// The previous action of each signal.
nonisolated(unsafe) private let earlierActions: UnsafeMutablePointer<sigaction> = {
  let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: Int(CleanupList.signalCount))
  unsafe actions.initialize(repeating: sigaction(), count: Int(CleanupList.signalCount))
  return unsafe actions
}()

/// Removes the files, then performs the signal's previous action; async-signal-safe.
private func removeTemporaryFiles(_ number: Int32) {
  TemporaryFile.removeAll()
  _ = unsafe sigaction(number, &earlierActions[Int(number)], nil)
  raise(number)
}
