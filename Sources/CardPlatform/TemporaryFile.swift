import CardJSON
import CardLibC

/// A file that has another name until it is written, and that nothing leaves in the folder: no
/// failure and no signal that a process can catch.
package struct TemporaryFile {
  /// Where it is.
  package let path: String
  private let note: FileNotes.Note

  /// Makes a file in `folder`, which is empty or ends with a slash.
  ///
  /// - Parameters:
  ///   - isPrivate: whether only its owner may read it; others may as far as the process's mask
  ///     lets them.
  ///   - name: what messages call the file that it will be.
  package static func make(in folder: String, isPrivate: Bool, shownAs name: String)
    throws(SystemFailure) -> (file: TemporaryFile, descriptor: Int32)
  {
    FileNotes.catchSignals()
    var tries = attempts
    while true {
      let number = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
      let path = "\(folder).cardctl-\(number).tmp"
      let signals = SignalMask.all()
      // A signal between making the file and noting it would leave it in the folder.
      defer { signals.restore() }
      do throws(SystemFailure) {
        let descriptor = try SystemCalls.open(
          path, [.readWrite, .create, .exclusive, .noFollow], mode: isPrivate ? 0o600 : 0o666)
        return (TemporaryFile(path: path, note: FileNotes.add(path)), descriptor)
      } catch {
        tries -= 1
        if error.isExisting, tries > 0 { continue }
        throw SystemFailure(action: "cannot create \(name)", code: error.code)
      }
    }
  }

  /// How many names are tried.
  private static let attempts = 100

  /// Leaves the file alone from now on: it has got its name.
  package func forget() { note.clear() }

  /// Removes all files that have not got their names; for when the process ends at once.
  static func removeAll() {
    var node = unsafe firstNote
    while let current = unsafe node {
      if let path = unsafe current.pointee.path { _ = unsafe unlink(path) }
      unsafe node = current.pointee.next
    }
  }

  /// Removes the file, unless it has got its name.
  package func remove() {
    guard note.isSet else { return }
    // A file that cannot be removed stays; its name says what it is.
    try? SystemCalls.remove(path, name: path)
    note.clear()
  }
}

/// The signals that were blocked before all were.
private struct SignalMask {
  private var old = sigset_t()

  /// Blocks all signals of this thread.
  static func all() -> SignalMask {
    var mask = SignalMask()
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe pthread_sigmask(SIG_SETMASK, &signals, &mask.old)
    return mask
  }

  /// Blocks only those again that were blocked before.
  func restore() {
    var old = old
    unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}

/// The temporary files that there are, for when a signal ends the process.
///
/// A signal handler can know nothing but globals, and call only what is safe in the middle of
/// anything else: so this is a list of C strings that only grows, and nothing of it is ever freed.
private enum FileNotes {
  /// What the list says of one file.
  @safe
  struct Note {
    fileprivate let node: UnsafeMutablePointer<NoteNode>

    /// Whether a signal would remove the file.
    var isSet: Bool { unsafe node.pointee.path != nil }

    /// Lets a signal leave the file alone.
    func clear() { unsafe node.pointee.path = nil }
  }

  private static let monitor = Monitor()

  /// Sees to it that the file at `path` goes when a signal ends the process.
  static func add(_ path: String) -> Note {
    monitor.locked {
      let node = UnsafeMutablePointer<NoteNode>.allocate(capacity: 1)
      let copy = unsafe SystemText.copy(path)
      unsafe node.initialize(to: NoteNode(path: copy, next: firstNote))
      unsafe firstNote = node
      return unsafe Note(node: node)
    }
  }

  /// Catches each signal that would end the process.
  ///
  /// One that is ignored, as under `nohup`, stays so; an earlier handler is called afterwards.
  static func catchSignals() { _ = areCaught }

  private static let areCaught: Bool = {
    // All that the handler needs has to be there before the first signal.
    _ = unsafe firstNote
    for number in 1..<signalCount where !harmless.contains(number) {
      guard unsafe sigaction(number, nil, &earlierActions[Int(number)]) == 0 else { continue }
      let old = signal(number, removeTemporaryFiles)
      if address(of: old) == address(of: SIG_IGN) { _ = signal(number, SIG_IGN) }
    }
    return true
  }()

  #if canImport(Darwin)
    /// Signals that cannot be caught, or that end no process unasked.
    private static let harmless = [
      SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGIO,
      SIGINFO,
    ]
    fileprivate static let signalCount = NSIG
  #else
    /// Signals that cannot be caught, or that end no process unasked.
    private static let harmless = [
      SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH,
    ]
    /// Real-time signals are the last ones.
    fileprivate static let signalCount: Int32 = 65
  #endif

  /// What tells handlers apart: functions cannot be compared.
  private static func address(of handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafe unsafeBitCast(handler, to: Int.self)
  }
}

/// One file of the list, and the next one.
@unsafe
private struct NoteNode {
  var path: UnsafeMutablePointer<CChar>?
  var next: UnsafeMutablePointer<NoteNode>?
}

/// The list that the handler goes through.
nonisolated(unsafe) private var firstNote: UnsafeMutablePointer<NoteNode>?

/// What each signal did before it was caught.
nonisolated(unsafe) private let earlierActions: UnsafeMutablePointer<sigaction> = {
  let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: Int(FileNotes.signalCount))
  unsafe actions.initialize(repeating: sigaction(), count: Int(FileNotes.signalCount))
  return unsafe actions
}()

/// Removes the files and lets the signal do what it would have done; calls nothing that a signal
/// handler may not call.
private func removeTemporaryFiles(_ number: Int32) {
  TemporaryFile.removeAll()
  _ = unsafe sigaction(number, &earlierActions[Int(number)], nil)
  raise(number)
}
