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
    var repairs: [FileRepair] = []
    for file in try files.listing().numbers.reversed().map(files.rotated) + [files.current] {
      guard let repair = try FileRepair(file) else { continue }
      if repair.isAllowed {
        repairs.append(repair)
      } else if file.number == 0 {
        throw .notAJournal(name: file.name)
      }
    }
    for repair in repairs where repair.count > 0 {
      try repair.run(writer)
      lines += repair.count
    }
  }
}

/// The repair of one file.
private struct FileRepair {
  private let file: JournalFile
  /// The bytes of the bad lines, consecutive ones as one.
  private var bad: [Range<Int>] = []
  /// The number of bad lines.
  private(set) var count = 0
  /// Whether some line is an event, or a writer would move the only line aside.
  private(set) var isAllowed = false

  /// The suffix of the copy's name, which a user would not choose.
  private static let suffix = ".cardctl-repair"

  /// Finds the bad lines of `file`; nil if it is not a regular file.
  init?(_ file: JournalFile) throws(SystemFailure) {
    let there = try SystemCalls.fileStatus(at: file.path, name: file.name)
    guard there?.kind == .regular || file.number == 0, let open = try file.open() else {
      return nil
    }
    defer { SystemCalls.close(open.descriptor) }
    self.file = file
    let (descriptor, size) = (open.descriptor, open.status.size)
    isAllowed = try JournalContent(descriptor, size: size, name: file.name).isJournal
    var start: Int?
    var lines = JournalLines(descriptor, name: file.name, to: size)
    while let outcome = try lines.next() {
      if lines.isEvent(outcome) { isAllowed = true }
      if case .invalid(let problem) = outcome, problem.isRepairable {
        count += 1
        start = start ?? lines.offset
      } else if let begin = start {
        bad.append(begin..<lines.offset)
        start = nil
      }
    }
    if let start { bad.append(start..<size) }
  }

  /// Moves the bad lines aside.
  func run(_ writer: borrowing JournalWriter) throws(SystemFailure) {
    guard let open = try file.open() else { return }
    let (descriptor, status) = (open.descriptor, open.status)
    defer { SystemCalls.close(descriptor) }
    var quarantine = try Quarantine.open(writer.files, writer.system)
    try FilePieces.forEach(in: bad, of: descriptor, name: file.name) {
      piece throws(SystemFailure) in
      try quarantine.append(piece)
    }
    try quarantine.finish()
    try replace(descriptor, status, writer.system)
  }

  /// Replaces the file by a copy without the bad lines.
  private func replace(_ descriptor: Int32, _ status: FileStatus, _ system: JournalSystem)
    throws(SystemFailure)
  {
    let path = file.path + FileRepair.suffix
    // A crash during an earlier repair may have left a copy.
    if try SystemCalls.fileStatus(at: path, name: path) != nil {
      try system.remove(path, name: path)
    }
    do {
      let copy = try system.open(path)
      defer { SystemCalls.close(copy) }
      try SystemCalls.takeOver(status, copy, name: file.name)
      let starts = [0] + bad.map(\.upperBound)
      let kept = zip(starts, bad.map(\.lowerBound) + [status.size]).map { $0..<$1 }
      try FilePieces.forEach(in: kept, of: descriptor, name: file.name) {
        piece throws(SystemFailure) in
        try system.writeAll(copy, piece, name: file.name)
      }
      try system.sync(copy, name: file.name)
      try system.rename(path, to: file.path)
      try system.syncDirectory(JournalFiles(path: file.path).directory)
    } catch {
      // The copy may be in place already; the next repair removes its rest.
      try? SystemCalls.remove(path, name: path)
      throw error
    }
  }
}
