#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The name of the file that is being written, which a signal must not leave behind.
///
/// There is one for the process: a signal handler can know nothing but globals.
enum TemporaryName {
  /// Signals that end the process unasked, as Ctrl-C, `kill` and a closed terminal send them, or a
  /// limit to the size of files.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGXFSZ]

  /// Sees to it that the file at `path` goes when a signal ends the process.
  ///
  /// A signal that is ignored, as under `nohup`, stays so.
  static func set(_ path: String) {
    // Never freed: the handler may be reading it.
    unsafe temporaryPath = unsafe strdup(path)
    for number in signals {
      let old = signal(number, removeTemporary)
      if address(of: old) == address(of: SIG_IGN) { _ = signal(number, SIG_IGN) }
    }
  }

  /// What tells handlers apart: functions cannot be compared.
  private static func address(of handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafe unsafeBitCast(handler, to: Int.self)
  }

  /// Forgets the file, which has its final name now or is gone.
  static func clear() { unsafe temporaryPath = nil }
}

/// The path that the handler removes.
nonisolated(unsafe) private var temporaryPath: UnsafeMutablePointer<CChar>?

/// Removes the file and lets the signal do what it would have done; calls nothing that a signal
/// handler may not call.
private func removeTemporary(_ number: Int32) {
  if let path = unsafe temporaryPath { _ = unsafe unlink(path) }
  _ = signal(number, SIG_DFL)
  raise(number)
}
