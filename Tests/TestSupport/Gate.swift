import Foundation

/// The slow suites: they start browsers, Python or many processes, or let each system call fail.
///
/// `swift test` skips them and says how many in its last line; `CARDCTL_GATE=1`, which `.ci/run`
/// sets, runs them.
public enum Gate {
  /// Whether slow suites run.
  private static let isOpen = ProcessInfo.processInfo.environment["CARDCTL_GATE"] == "1"

  /// The names of the skipped suites.
  private nonisolated(unsafe) static var skipped: Set<String> = []
  private static let lock = NSLock()
  private static let registration: Void = {
    atexit {
      print("\(Gate.skipped.count) slow suites were skipped: CARDCTL_GATE=1 swift test runs them")
    }
  }()

  /// Whether to run a slow suite, which is counted if not.
  public static func opens(_ suite: String) -> Bool {
    if isOpen { return true }
    lock.withLock {
      registration
      skipped.insert(suite)
    }
    return false
  }
}
