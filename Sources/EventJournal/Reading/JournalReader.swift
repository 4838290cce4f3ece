import CardJSON
import CardPlatform

/// A result of reading a journal.
package enum JournalEntry {
  /// An event, valid until the reader advances.
  case event(JournalLine)
  /// A line that is not an event, with the reason.
  case invalid(LineProblem)
  /// The file, or the rest of it, cannot be read.
  case unreadable(SystemFailure)
  /// Rotated events are missing, with the reason in words.
  case gap(String)
  /// A file was skipped: it has the name of a rotated journal, but is not a journal.
  case skipped(JournalFile)
}

/// Reads the lines of a journal from the oldest to the newest: the rotated files, then the current
/// file.
///
/// It reads a `JournalSnapshot`, so changes during reading neither lose nor repeat lines. Memory use
/// does not depend on the size of the files. Gaps are reported after all events.
///
///     var reader = JournalReader(files)
///     while let entry = reader.next() {
///       switch entry {
///       case .event(let line): ids.append(line.text(.cardID) ?? "")
///       case .unreadable(let failure): throw failure
///       case .invalid, .gap, .skipped: break
///       }
///     }
package struct JournalReader: ~Copyable {
  /// The file of the last entry.
  package private(set) var file: JournalFile
  /// The line number of the last entry in its file, from 1.
  package var lineNumber: Int { lines.number }
  /// The byte offset of the last entry's line in its file.
  package var offset: Int { lines.offset }
  /// The bytes of the last line, without its line feed; of a line that is too long, only the end.
  package var bytes: ByteView { lines.bytes }
  /// Whether the journal has any files.
  package var hasFiles: Bool { snapshot.hasFiles || hasFailed }
  /// The number of opened files, except skipped ones.
  package private(set) var fileCount = 0

  private let journal: JournalFiles
  /// Whether `next` keeps the current file open at its end, so that `refresh` finds more events.
  private let follows: Bool
  private var snapshot: JournalSnapshot
  /// The snapshot to continue with, after a followed file was replaced.
  private var successor: JournalSnapshot?
  /// The index of the file in the snapshot, and whether its lines are being read.
  private var index = 0, isReading = false
  private var lines = JournalLines()
  /// The gaps to report, in reverse order.
  private var gaps: [JournalGap]
  /// A failure to report.
  private var failure: SystemFailure?
  /// Whether nothing can be followed, because the journal or its current file cannot be read.
  private var hasFailed = false

  /// Creates a reader of all files of `journal`, or of the rotated ones.
  package init(_ journal: JournalFiles, follows: Bool = false, includesCurrent: Bool = true) {
    (self.journal, self.follows, file) = (journal, follows, journal.current)
    do throws(SystemFailure) {
      snapshot = try JournalSnapshot(journal, includesCurrent: includesCurrent)
    } catch {
      snapshot = JournalSnapshot(empty: journal)
      (failure, hasFailed) = (error, true)
    }
    gaps = snapshot.gaps.reversed()
  }

  /// Whether there can be no more entries.
  package var isFinished: Bool { !follows || hasFailed }

  /// Returns the next entry; nil at the end, or if there are no more entries yet.
  package mutating func next() -> JournalEntry? {
    do throws(SystemFailure) {
      repeat {
        while index < snapshot.files.count {
          if !isReading {
            if !snapshot.files[index].isJournal { return skip() }
            try begin()
          }
          if let entry = try lines.nextWhole() { return entry }
          if isLive, successor == nil {
            lines.dropTail()
            break
          }
          end()
          if let torn = lines.tail() { return torn }
        }
      } while try succeed()
    } catch {
      if file.number == 0 { hasFailed = true }
      if index < snapshot.files.count { end() }
      return .unreadable(error)
    }
    if let failure = failure.take() { return .unreadable(failure) }
    return gaps.popLast().map { .gap($0.message) }
  }

  /// Whether the file at `index` is the current file, to be followed.
  private var isLive: Bool { follows && snapshot.files[index].file.number == 0 }

  private mutating func skip() -> JournalEntry {
    end()
    return .skipped(snapshot.files[index - 1].file)
  }

  private mutating func begin() throws(SystemFailure) {
    let open = snapshot.files[index]
    file = open.file
    if let failure = open.failure { throw failure }
    lines = open.lines(to: isLive ? nil : open.status.size)
    isReading = true
    fileCount += 1
  }

  private mutating func end() { (index, isReading) = (index + 1, false) }

  /// The place after the last entry.
  package var place: JournalPlace {
    JournalPlace(index: index, offset: lines.nextOffset, line: lines.number)
  }

  /// The first gap after `place`, or after the start of the journal.
  package func gap(after place: JournalPlace?) -> String? {
    let oldest = place.map { snapshot.files[$0.index].file.number } ?? .max
    return snapshot.gaps.first { $0.number <= oldest }?.message
  }

  /// Continues at `place`, and reports no gaps.
  package mutating func seek(to place: JournalPlace) throws(SystemFailure) {
    (index, isReading, gaps) = (place.index, false, [])
    guard place.offset > 0 else { return }
    try begin()
    lines.seek(to: place.offset, line: place.line)
  }

  /// Checks, after `next` returned nil, whether the current file was rotated, deleted or truncated,
  /// so that `next` reads the newer events.
  package mutating func refresh() {
    do throws(SystemFailure) {
      let there = try SystemCalls.fileStatus(behind: journal.path, name: journal.name)
      let live = isReading ? snapshot.files[index] : nil
      if let there, there.identity != live?.status.identity {
        successor = try JournalSnapshot(journal)
      }
      guard let live else { return }
      let size = try SystemCalls.fileStatus(live.descriptor, name: file.name).size
      if lines.hasReadBeyond(size) { lines.seek() }
    } catch {
      // A long deletion may hold the lock; the next call tries again.
      if error == .locked(name: journal.name) { return }
      (failure, hasFailed) = (error, true)
    }
  }

  /// Continues after the last event in the newer snapshot; returns false without one.
  private mutating func succeed() throws(SystemFailure) -> Bool {
    guard let newer = successor.take() else { return false }
    let place = try newer.place(after: snapshot)
    snapshot = newer
    try seek(to: place)
    return true
  }
}
