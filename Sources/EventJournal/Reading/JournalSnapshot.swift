import CardJSON
import CardPlatform

/// The files of a journal at one moment, open for reading.
///
/// Every command that reads a journal opens it here. While the files are opened, they are locked
/// for reading, so no event is half written, and no rotation, deletion or repair is half done. Then
/// the names are listed again, because other programs, such as logrotate, rename files without a
/// lock. So a snapshot has every event that was recorded before, once, whatever happens to the
/// files afterwards.
package struct JournalSnapshot: ~Copyable {
  /// The files in the order of their events: `PATH.2`, `PATH.1`, `PATH`.
  private(set) var files: [OpenFile] = []
  /// The numbers in the names of rotated files.
  private(set) var listing = JournalFiles.Listing()
  /// Entries with the name of a rotated file that are not regular files.
  private(set) var others: [(file: JournalFile, kind: FileStatus.Kind)] = []

  private let journal: JournalFiles

  /// A file of a snapshot.
  struct OpenFile {
    let file: JournalFile
    /// The status when the snapshot was made.
    fileprivate(set) var status: FileStatus
    /// The descriptor; -1 if the file cannot be read.
    fileprivate(set) var descriptor: Int32 = -1
    /// The reason why the file cannot be read.
    fileprivate(set) var failure: SystemFailure?
    /// Whether the file has an event or no complete line, or cannot be read.
    fileprivate(set) var isJournal = true

    /// The lines of the snapshot; of a file that is still written, all lines if `end` is nil.
    func lines(to end: Int?) -> JournalLines {
      // A pipe has no size.
      let isStream = status.kind != .regular
      return JournalLines(
        descriptor, name: file.name, to: isStream ? .max : end ?? .max, isStream: isStream)
    }
  }

  /// Creates a snapshot without files.
  init(empty journal: JournalFiles) { self.journal = journal }

  /// Opens all files of `journal`, or the rotated ones.
  ///
  /// It waits for writers for at most 10 seconds.
  ///
  /// - Parameter isLocked: whether the caller holds the journal's lock.
  package init(
    _ journal: JournalFiles, includesCurrent: Bool = true, isLocked: Bool = false,
    system: JournalSystem = JournalSystem()
  ) throws(SystemFailure) {
    self.journal = journal
    SystemCalls.raiseOpenFileLimit()
    do throws(SystemFailure) {
      try system.waitForLock(named: journal.name) { () throws(SystemFailure) in
        if try open(includesCurrent: includesCurrent, locks: !isLocked) { return true }
        close()
        return false
      }
    } catch {
      close()
      throw error
    }
    for index in files.indices { files[index].examine() }
  }

  deinit { for open in files where open.descriptor >= 0 { SystemCalls.close(open.descriptor) } }

  /// Whether the journal exists, if only as a compressed file.
  package var hasFiles: Bool { !files.isEmpty || !listing.compressed.isEmpty }

  private mutating func close() {
    for open in files where open.descriptor >= 0 { SystemCalls.close(open.descriptor) }
    files = []
  }

  /// Opens the files; returns false if one is locked or if they change meanwhile.
  private mutating func open(includesCurrent: Bool, locks: Bool) throws(SystemFailure) -> Bool {
    try list(includesCurrent)
    for index in files.indices where try !files[index].open(locks: locks) { return false }
    var later = JournalSnapshot(empty: journal)
    try later.list(includesCurrent)
    guard later.listing == listing,
      later.files.map(\.status.identity) == files.map(\.status.identity)
    else { return false }
    for open in files where locks && open.descriptor >= 0 { SystemCalls.unlock(open.descriptor) }
    return true
  }

  /// Finds the existing files and their statuses.
  private mutating func list(_ includesCurrent: Bool) throws(SystemFailure) {
    (listing, files, others) = (try journal.listing(), [], [])
    let rotated = listing.numbers.reversed().map(journal.rotated)
    for file in rotated + (includesCurrent ? [journal.current] : []) {
      let status = try SystemCalls.fileStatus(behind: file.path, name: file.name)
      guard let status else { continue }
      if file.number == 0 || status.kind == .regular {
        files.append(OpenFile(file: file, status: status))
      } else {
        others.append((file, status.kind))
      }
    }
  }
}

extension JournalSnapshot.OpenFile {
  /// Opens the file and locks it for reading; returns false if a writer holds the lock, or if the
  /// name now is another file's.
  fileprivate mutating func open(locks: Bool) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      // The current file may be a FIFO that another program writes to.
      descriptor = try SystemCalls.open(
        file.path, file.number == 0 ? .readOnly : .nonBlocking, shownAs: file.name)
    } catch {
      failure = error
      return !error.isMissing
    }
    if locks, status.kind == .regular,
      // A file system without locks has no other writers of journals.
      (try? SystemCalls.tryLock(descriptor, isShared: true, name: file.name)) == false
    {
      return false
    }
    let identity = status.identity
    status = try SystemCalls.fileStatus(descriptor, name: file.name)
    return status.identity == identity
  }

  /// Determines whether a rotated file is a journal.
  fileprivate mutating func examine() {
    guard file.number > 0, failure == nil else { return }
    do throws(SystemFailure) {
      var lines = lines(to: status.size)
      var hasLines = false
      while let entry = try lines.nextWhole() {
        if lines.isEvent(entry) { return }
        hasLines = true
      }
      isJournal = !hasLines
    } catch { failure = error }
  }
}

/// A place between the lines of a snapshot.
package struct JournalPlace {
  /// The index of the file.
  let index: Int
  /// The byte offset of the next line, and the number of the line before it.
  var offset = 0, line = 0
}

extension JournalSnapshot {
  /// The place after the events of an earlier snapshot, whose files were read to their ends.
  ///
  /// A deletion or a repair replaced files with copies that have the rest of their lines in the
  /// same order. For a moment it takes up to 22 bytes for each event in the old files.
  func place(after earlier: borrowing JournalSnapshot) throws(SystemFailure) -> JournalPlace {
    var (start, oldStart) = (0, 0)
    for (index, open) in files.enumerated() {
      let old = earlier.files.firstIndex { $0.status.identity == open.status.identity }
      if let old { (start, oldStart) = (index + 1, old + 1) }
    }
    var ids = HashSet()
    for open in earlier.files[oldStart...] {
      try open.forEachID(to: nil) { id, _ in _ = ids.insert(id) }
    }
    var place = JournalPlace(index: start)
    for index in start..<files.count where !ids.isEmpty {
      try files[index].forEachID(to: files[index].status.size) { id, lines in
        guard ids.contains(id) else { return }
        place = JournalPlace(index: index, offset: lines.nextOffset, line: lines.number)
      }
    }
    return place
  }
}

extension JournalSnapshot.OpenFile {
  /// Calls `body` with the hash of the id of each event of a regular file.
  fileprivate func forEachID(
    to end: Int?, _ body: (UInt64, borrowing JournalLines) -> Void
  ) throws(SystemFailure) {
    guard descriptor >= 0, status.kind == .regular else { return }
    var text = ByteBuffer()
    var lines = lines(to: end)
    while let entry = try lines.nextWhole() {
      guard case .event(let line) = entry else { continue }
      body(TextHash(line.text(.id, decodedInto: &text)).first, lines)
    }
  }
}

/// Missing rotated events.
package struct JournalGap {
  /// The lowest number of the missing files.
  let number: Int
  /// The gap in words.
  package let message: String
}

extension JournalSnapshot {
  /// The compressed files, and the missing numbers below those of journals, the oldest first.
  var gaps: [JournalGap] {
    var gaps = listing.compressed.sorted { $0.key > $1.key }.map { number, suffix in
      let name = journal.rotated(number).name + suffix
      return JournalGap(
        number: number, message: "\(name) is compressed, so its events are missing")
    }
    let journals = files.filter { $0.file.number > 0 && $0.isJournal }.map(\.file.number)
    let oldest = journals.first ?? 0
    let known = Set(journals).union(listing.compressed.keys).filter { $0 <= oldest }
    let numbers = known.sorted(by: >) + [0]
    for (above, below) in zip(numbers, numbers.dropFirst()) where above - below > 1 {
      let (first, last) = (journal.rotated(below + 1).name, journal.rotated(above - 1).name)
      let message =
        first == last
        ? "\(last) is missing, and so are its events"
        : "\(first) to \(last) are missing, and so are their events"
      gaps.append(JournalGap(number: below + 1, message: message))
    }
    return gaps
  }
}
