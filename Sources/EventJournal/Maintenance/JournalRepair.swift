import CardJSON
import CardPlatform

/// The result of a repair of a journal.
package struct JournalRepair: Equatable, Sendable {
  /// The number of moved lines.
  package private(set) var lines = 0

  /// Moves the lines of a journal that are not events to `PATH.torn`.
  ///
  /// No writer is at work meanwhile. The lines are on disk in `PATH.torn` before a copy without
  /// them replaces the file, so that a crash leaves some of them in both files at worst and every
  /// event where it was. A rotated file without any event is not ours and stays.
  ///
  /// - Throws: `SystemFailure`, also if no line of the current file is an event.
  package init(_ files: JournalFiles, system: JournalSystem = JournalSystem())
    throws(SystemFailure)
  {
    // If all files are rotated away, the lock needs an empty one.
    var writer = JournalWriter(files, system: system)
    try writer.lockWithoutRepair()
    defer { writer.close() }
    var rotated: [JournalFile] = []
    for file in try files.listing().numbers.reversed().map(files.rotated) {
      let there = try SystemCalls.fileStatus(at: file.path, name: file.name)
      if there?.kind == .regular { rotated.append(file) }
    }
    let removals = try LineRemoval.all(in: rotated + [files.current], of: files) { outcome, _ in
      if case .invalid(let problem) = outcome { problem.isRepairable } else { false }
    }
    for removal in removals where removal.count > 0 {
      try removal.moveToQuarantine(of: writer)
      try removal.run(system)
      lines += removal.count
    }
  }
}
