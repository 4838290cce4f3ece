import CardJSON
import CardPlatform

/// The lines to remove from one file of a journal.
///
/// The caller holds the journal's lock.
struct LineRemoval {
  /// The number of lines.
  private(set) var count = 0
  /// Whether any line of the file is an event, or the file is a journal without a complete line.
  private(set) var isJournal: Bool

  private let file: JournalFile
  private var ranges: [Range<Int>] = []

  /// The suffix of the copy's name, one that no user would choose.
  private static let suffix = ".cardctl-repair"

  /// A function that returns whether to remove the last line, whose entry it receives.
  typealias Condition = (JournalEntry, borrowing JournalLines) throws(SystemFailure) -> Bool

  /// Finds the lines for which `isRemoved` is true in an open file.
  private init(
    _ file: JournalFile, _ descriptor: Int32, size: Int, where isRemoved: Condition
  ) throws(SystemFailure) {
    self.file = file
    isJournal = try JournalContent(descriptor, size: size, name: file.name).isJournal
    var start: Int?
    var lines = JournalLines(descriptor, name: file.name, to: size)
    while let entry = try lines.next() {
      if lines.isEvent(entry) { isJournal = true }
      if try isRemoved(entry, lines) {
        count += 1
        start = start ?? lines.offset
      } else if let begin = start {
        ranges.append(begin..<lines.offset)
        start = nil
      }
    }
    if let start { ranges.append(start..<size) }
  }

  /// Finds the lines to remove in the files of a journal and in `torn`.
  ///
  /// Skips rotated files that are not journals, and throws if the current file is not one, or if a
  /// file is a symbolic link, which would be replaced.
  static func all(
    in snapshot: borrowing JournalSnapshot, and torn: JournalFile? = nil,
    where isRemoved: Condition
  ) throws(SystemFailure) -> [LineRemoval] {
    var removals: [LineRemoval] = []
    if let torn, let open = try torn.open() {
      defer { SystemCalls.close(open.descriptor) }
      removals.append(
        try LineRemoval(torn, open.descriptor, size: open.status.size, where: isRemoved))
    }
    for open in snapshot.files {
      let file = open.file
      if let failure = open.failure { throw failure }
      let there = try SystemCalls.fileStatus(at: file.path, name: file.name)
      if let there, there.kind != .regular { throw .notAFile(name: file.name, there.kind) }
      let removal = try LineRemoval(
        file, open.descriptor, size: open.status.size, where: isRemoved)
      if removal.isJournal {
        removals.append(removal)
      } else if file.number == 0 {
        throw .notAJournal(name: file.name)
      }
    }
    return removals
  }

  /// Appends the lines to `PATH.torn` and syncs it.
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

  /// Replaces the file with a copy without the lines.
  func run(_ system: JournalSystem) throws(SystemFailure) {
    let path = file.path + LineRemoval.suffix
    // An earlier run that crashed may have left a copy.
    if try SystemCalls.fileStatus(at: path, name: path) != nil {
      try system.remove(path, name: path)
    }
    guard count > 0, let (descriptor, status) = try file.open() else { return }
    defer { SystemCalls.close(descriptor) }
    do {
      let copy = try system.open(path)
      defer { SystemCalls.close(copy) }
      try SystemCalls.copyAttributes(status, copy, name: file.name)
      let starts = [0] + ranges.map(\.upperBound)
      let kept = zip(starts, ranges.map(\.lowerBound) + [status.size]).map { $0..<$1 }
      try FilePieces.forEach(in: kept, of: descriptor, name: file.name) {
        piece throws(SystemFailure) in try system.writeAll(copy, piece, name: file.name)
      }
      try system.sync(copy, name: file.name)
      try system.rename(path, to: file.path)
      try system.syncDirectory(JournalFiles(path: file.path).directory)
    } catch {
      // If the copy was already renamed, there is nothing to remove. If it cannot be removed, the
      // next run does so.
      try? SystemCalls.remove(path, name: path)
      throw error
    }
  }
}

extension JournalFiles {
  /// Moves the journal lines that are not events to `PATH.torn`.
  ///
  /// It holds the journal's lock. The lines are on disk in `PATH.torn` before a copy without them
  /// replaces the file. So a crash leaves some of them in both files at worst, and every event in
  /// its file. A rotated file without events is not a journal and is not changed.
  ///
  /// - Returns: the number of moved lines.
  /// - Throws: `SystemFailure`, which includes a current file without any event.
  package func repair(system: JournalSystem = JournalSystem()) throws(SystemFailure) -> Int {
    // Creates an empty current file if all events were rotated away, because the lock needs a file.
    var writer = JournalWriter(self, system: system)
    try writer.lockWithoutRepair()
    defer { writer.close() }
    let snapshot = try JournalSnapshot(self, isLocked: true)
    let removals = try LineRemoval.all(in: snapshot) { entry, _ in
      if case .invalid(let problem) = entry { problem.isRepairable } else { false }
    }
    for removal in removals where removal.count > 0 {
      try removal.moveToQuarantine(of: writer)
      try removal.run(system)
    }
    return removals.reduce(0) { $0 + $1.count }
  }
}
