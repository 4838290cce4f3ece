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
/// Files are opened one at a time. They are identified by device and inode from the start, so a
/// rotation during reading neither loses nor repeats lines. Memory use does not depend on their
/// size. Gaps are reported after all events.
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
  package private(set) var hasFiles = false
  /// The number of opened files, except skipped ones.
  package private(set) var fileCount = 0

  private let journal: JournalFiles
  /// Whether `next` keeps the current file open at its end, so that `refresh` finds more events.
  private let follows: Bool
  /// The files to open, in reverse order.
  private var waiting: [(file: JournalFile, identity: FileStatus.Identity)] = []
  private var listing = JournalFiles.Listing()
  /// The numbers of the rotated files that are journals, descending.
  private var journals: [Int] = []
  /// The gaps to report, in reverse order; nil until all files are read.
  private var gaps: [String]?
  private var failure: SystemFailure?
  /// The open file, or -1.
  private var descriptor: Int32 = -1
  /// Whether the open file is no longer the current file.
  private var isReplaced = false
  private var lines = JournalLines()
  /// The number of times to wait for the last line to be completed.
  private var remainingWaits = 0
  /// The line of the last event, if `follows`.
  private var lastEvent = ByteBuffer()

  private static let tailWaits = 3
  private static let tailWaitMicroseconds = 10_000
  /// The maximum number of rotations during reading after which a file is still found.
  private static let maximumRotations = 8

  /// Creates a reader of all files of `journal`, or of the rotated ones.
  package init(_ journal: JournalFiles, follows: Bool = false, includesCurrent: Bool = true) {
    (self.journal, self.follows, file) = (journal, follows, journal.current)
    do throws(SystemFailure) { try findFiles(includesCurrent: includesCurrent) } catch {
      (failure, hasFiles) = (error, true)
    }
  }

  deinit { if descriptor >= 0 { SystemCalls.close(descriptor) } }

  /// Whether there can be no more entries.
  package var isFinished: Bool { hasFiles && descriptor < 0 && waiting.isEmpty }

  /// Returns the next entry; nil at the end, or if there are no more entries yet.
  package mutating func next() -> JournalEntry? {
    do throws(SystemFailure) {
      while true {
        if descriptor < 0 {
          guard let (file, identity) = waiting.popLast() else { break }
          if file.number > 0 { journals.append(file.number) }
          try open(file, identity)
          if file.number > 0, try !containsEvents() {
            journals.removeLast()
            close()
            return .skipped(file)
          }
          fileCount += 1
        }
        if let entry = try lines.nextWhole() {
          if follows, case .event = entry {
            lastEvent.removeAll()
            lastEvent.append(bytes)
          }
          return entry
        }
        if follows, file.number == 0, !isReplaced {
          lines.dropTail()
          break
        }
        if lines.hasTail, remainingWaits > 0 {
          // A writer may be about to complete its line.
          remainingWaits -= 1
          SystemCalls.pause(microseconds: JournalReader.tailWaitMicroseconds)
          continue
        }
        close()
        if let torn = lines.tail() { return torn }
        if isReplaced { try reopen() }
      }
    } catch {
      close()
      return .unreadable(error)
    }
    if let failure = failure.take() { return .unreadable(failure) }
    if gaps == nil { gaps = listing.gaps(of: journal, below: journals).reversed() }
    return gaps?.popLast().map { .gap($0) }
  }

  private mutating func findFiles(includesCurrent: Bool) throws(SystemFailure) {
    listing = try journal.listing()
    gaps = nil
    for file in (includesCurrent ? [journal.current] : []) + listing.numbers.map(journal.rotated) {
      let status = try SystemCalls.fileStatus(behind: file.path, name: file.name)
      if let status, file.number == 0 || status.kind == .regular {
        waiting.append((file, status.identity))
      }
    }
    hasFiles = !waiting.isEmpty || !listing.compressed.isEmpty
  }

  /// Opens a file, which may have been rotated to a higher number since it was listed; without an
  /// identity, any file of this name.
  private mutating func open(_ listed: JournalFile, _ identity: FileStatus.Identity?)
    throws(SystemFailure)
  {
    (file, isReplaced, remainingWaits) = (listed, false, JournalReader.tailWaits)
    for number in listed.number...listed.number + JournalReader.maximumRotations {
      let path = number == 0 ? journal.path : journal.rotated(number).path
      do {
        // The current file may be a FIFO that another program writes to.
        descriptor = try SystemCalls.open(
          path, number == 0 ? .readOnly : .nonBlocking, shownAs: listed.name)
      } catch {
        if error.isMissing { continue }
        throw error
      }
      let status = try SystemCalls.fileStatus(descriptor, name: listed.name)
      if identity == nil || status.identity == identity {
        let isStream = status.kind != .regular
        lines = JournalLines(descriptor, name: listed.name, isStream: isStream)
        return
      }
      close()
    }
    throw .missing(listed.name)
  }

  /// Whether the open file has an event, or has no complete line.
  private mutating func containsEvents() throws(SystemFailure) -> Bool {
    var (hasLines, hasEvents) = (false, false)
    while !hasEvents, let entry = try lines.nextWhole() {
      (hasLines, hasEvents) = (true, lines.isEvent(entry))
    }
    lines.seek()
    return hasEvents || !hasLines
  }

  private mutating func close() {
    if descriptor >= 0 { SystemCalls.close(descriptor) }
    descriptor = -1
  }

  /// Checks, after `next` returned nil, whether the current file was rotated, deleted or truncated,
  /// so that `next` reads the newer events.
  package mutating func refresh() {
    do throws(SystemFailure) {
      guard hasFiles else { return try findFiles(includesCurrent: true) }
      guard descriptor >= 0 else { return }
      let here = try SystemCalls.fileStatus(descriptor, name: file.name)
      let there = try SystemCalls.fileStatus(behind: journal.path, name: journal.name)
      // Events that were appended before the rotation are still read first.
      if let there, there.identity != here.identity { isReplaced = true }
      if lines.hasReadBeyond(here.size) { lines.seek() }
    } catch {
      close()
      failure = error
    }
  }

  /// Opens the file that now has the journal's name.
  private mutating func reopen() throws(SystemFailure) {
    try open(journal.current, nil)
    // The file may not be new: a repair replaces the file with a copy without the lines that are
    // not events.
    try lines.skip(past: lastEvent.view)
  }
}

extension JournalFiles.Listing {
  /// The gaps in words: compressed files, and missing numbers below those of the `journals`, which
  /// are in descending order.
  fileprivate func gaps(of journal: JournalFiles, below journals: [Int]) -> [String] {
    var gaps = compressed.sorted { $0.key > $1.key }.map { number, suffix in
      "\(journal.rotated(number).name)\(suffix) is compressed, so its events are missing"
    }
    let oldest = journals.first ?? 0
    let known = Set(journals).union(compressed.keys).filter { $0 <= oldest }.sorted(by: >) + [0]
    for (above, below) in zip(known, known.dropFirst()) where above - below > 1 {
      let (first, last) = (journal.rotated(below + 1).name, journal.rotated(above - 1).name)
      gaps.append(
        first == last
          ? "\(last) is missing, and so are its events"
          : "\(first) to \(last) are missing, and so are their events")
    }
    return gaps
  }
}
