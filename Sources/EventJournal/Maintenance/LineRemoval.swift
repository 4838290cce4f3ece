import CardJSON
import CardPlatform

/// The lines to remove from one file of a journal, whose lock the caller has.
struct LineRemoval {
  /// The number of lines.
  private(set) var count = 0
  /// Whether some line of the file is an event, or a writer would move the only line aside.
  private(set) var isJournal: Bool

  private let file: JournalFile
  /// Their bytes, consecutive lines as one range.
  private var ranges: [Range<Int>] = []

  /// The suffix of the copy's name, which a user would not choose.
  private static let suffix = ".cardctl-repair"

  /// Finds the lines of `file` for which `isRemoved` is true; nil if the file does not exist.
  ///
  /// - Parameter isRemoved: takes a line and its bytes.
  init?(_ file: JournalFile, where isRemoved: (JournalLineReader.Outcome, ByteView) -> Bool)
    throws(SystemFailure)
  {
    guard let open = try file.open() else { return nil }
    defer { SystemCalls.close(open.descriptor) }
    self.file = file
    let (descriptor, size) = (open.descriptor, open.status.size)
    isJournal = try JournalContent(descriptor, size: size, name: file.name).isJournal
    var start: Int?
    var lines = JournalLines(descriptor, name: file.name, to: size)
    while let outcome = try lines.next() {
      if lines.isEvent(outcome) { isJournal = true }
      if isRemoved(outcome, lines.bytes) {
        count += 1
        start = start ?? lines.offset
      } else if let begin = start {
        ranges.append(begin..<lines.offset)
        start = nil
      }
    }
    if let start { ranges.append(start..<size) }
  }

  /// Finds the lines in files of a journal, the oldest first; a rotated file that is not a journal
  /// has none to remove.
  ///
  /// - Throws: `SystemFailure`, also if the current file is not a journal.
  static func all(
    in files: [JournalFile], of journal: JournalFiles,
    where isRemoved: (JournalLineReader.Outcome, ByteView) -> Bool
  ) throws(SystemFailure) -> [LineRemoval] {
    var removals: [LineRemoval] = []
    for file in files {
      guard let removal = try LineRemoval(file, where: isRemoved) else { continue }
      if removal.isJournal || file == journal.torn {
        removals.append(removal)
      } else if file == journal.current {
        throw .notAJournal(name: file.name)
      }
    }
    return removals
  }

  /// Appends the lines to `PATH.torn`; on return they are on disk there.
  func moveToQuarantine(of writer: borrowing JournalWriter) throws(SystemFailure) {
    guard let open = try file.open() else { return }
    let descriptor = open.descriptor
    defer { SystemCalls.close(descriptor) }
    var quarantine = try Quarantine.open(writer.files, writer.system)
    try FilePieces.forEach(in: ranges, of: descriptor, name: file.name) {
      piece throws(SystemFailure) in try quarantine.append(piece)
    }
    try quarantine.finish()
  }

  /// Replaces the file by a copy without the lines.
  func run(_ system: JournalSystem) throws(SystemFailure) {
    let path = file.path + LineRemoval.suffix
    // A crash of an earlier run may have left a copy.
    if try SystemCalls.fileStatus(at: path, name: path) != nil {
      try system.remove(path, name: path)
    }
    guard count > 0, let (descriptor, status) = try file.open() else { return }
    defer { SystemCalls.close(descriptor) }
    do {
      let copy = try system.open(path)
      defer { SystemCalls.close(copy) }
      try SystemCalls.takeOver(status, copy, name: file.name)
      let starts = [0] + ranges.map(\.upperBound)
      let kept = zip(starts, ranges.map(\.lowerBound) + [status.size]).map { $0..<$1 }
      try FilePieces.forEach(in: kept, of: descriptor, name: file.name) {
        piece throws(SystemFailure) in try system.writeAll(copy, piece, name: file.name)
      }
      try system.sync(copy, name: file.name)
      try system.rename(path, to: file.path)
      try system.syncDirectory(JournalFiles(path: file.path).directory)
    } catch {
      // The copy may be in place already; the next run removes its rest.
      try? SystemCalls.remove(path, name: path)
      throw error
    }
  }
}

extension JournalFiles {
  /// Moves the lines of the journal that are not events to `PATH.torn`.
  ///
  /// No writer is at work meanwhile. The lines are on disk in `PATH.torn` before a copy without
  /// them replaces the file, so that a crash leaves some of them in both files at worst and every
  /// event where it was. A rotated file without any event is not ours and stays.
  ///
  /// - Returns: the number of moved lines.
  /// - Throws: `SystemFailure`, also if no line of the current file is an event.
  package func repair(system: JournalSystem = JournalSystem()) throws(SystemFailure) -> Int {
    // If all files are rotated away, the lock needs an empty one.
    var writer = JournalWriter(self, system: system)
    try writer.lockWithoutRepair()
    defer { writer.close() }
    var rotated: [JournalFile] = []
    for file in try listing().numbers.reversed().map(self.rotated) {
      let there = try SystemCalls.fileStatus(at: file.path, name: file.name)
      if there?.kind == .regular { rotated.append(file) }
    }
    let removals = try LineRemoval.all(in: rotated + [current], of: self) { outcome, _ in
      if case .invalid(let problem) = outcome { problem.isRepairable } else { false }
    }
    for removal in removals where removal.count > 0 {
      try removal.moveToQuarantine(of: writer)
      try removal.run(system)
    }
    return removals.reduce(0) { $0 + $1.count }
  }
}
