import CardJSON
import CardPlatform

/// What a reader of journals comes upon.
package enum JournalEntry {
  /// An event, good until the reader goes on.
  case event(JournalLine)
  /// A line that holds none, and why.
  case foreign(LineProblem)
  /// The file, or the rest of it, cannot be read.
  case unreadable(SystemFailure)
}

/// Reads the lines of a journal, the oldest first, from the rotated files to the current one.
///
/// All files are opened before the first is read, so that a rotation meanwhile takes no line away
/// and shows none twice. What is no event is handed over as such and never stops the reading. The
/// memory for it is one block, whatever the size of the files.
///
///     var reader = JournalReader(files)
///     while let entry = reader.next() {
///       switch entry {
///       case .event(let line): ids.append(line.text(.cardID) ?? "")
///       case .foreign(let problem): foreign.append((reader.file.name, reader.lineNumber, problem))
///       case .unreadable(let failure): throw failure
///       }
///     }
package struct JournalReader: ~Copyable {
  private static let patience = 3

  /// The file that the last entry came from.
  package private(set) var file: JournalFile
  /// The number of the last entry's line in its file, from 1.
  package var lineNumber: Int { lines.number }
  /// Where the last entry's line begins, in bytes from the start of its file.
  package var offset: Int { lines.offset }

  private let journal: JournalFiles
  /// Whether the end of the current file is not the end of the journal.
  private let follows: Bool
  private var waiting: [OpenJournalFile] = []
  private var failures: [SystemFailure] = []
  /// The file that is read; -1 for none.
  private var descriptor: Int32 = -1
  /// Whether the file that is read is no longer the one that events are appended to.
  private var isReplaced = false
  private var lines = JournalLines()
  /// How often an end without a line feed is still looked at again.
  private var patience = 0
  /// Whether `next` returns nil at the end of each file, because the next one may be read in parts.
  private var stopsBetweenFiles = false
  private var isBetweenFiles = false
  /// The line of the last event that was followed.
  private var lastEvent = ByteBuffer()

  /// A reader of all files of `journal`.
  ///
  /// - Parameter follows: whether `next` returns nil at the end of the current file without being
  ///   done with it; `lookAgain` then finds what came after.
  package init(_ journal: JournalFiles, follows: Bool = false) {
    self.journal = journal
    self.follows = follows
    file = journal.current
    queue(OpenJournalFile.all(of: journal))
  }

  /// A reader of the lines that begin in the last bytes of the current file and have their end; nil
  /// when it is no regular file, or cannot be read.
  ///
  /// - Parameter size: how many bytes.
  package init?(_ journal: JournalFiles, last size: Int) {
    guard let open = (try? OpenJournalFile.regular(journal.current, followsLinks: true)) ?? nil
    else { return nil }
    (self.journal, file, follows, hasFiles) = (journal, journal.current, false, true)
    descriptor = open.descriptor
    let start = max(0, open.status.size - size)
    // What comes before the first line feed is the end of a line.
    lines.begin(open, from: max(0, start - 1))
    if start > 0 { _ = try? lines.nextWhole() }
  }

  deinit {
    if descriptor >= 0 { SystemCalls.close(descriptor) }
    for file in waiting { SystemCalls.close(file.descriptor) }
  }

  /// Whether there is a file to read, or was.
  package private(set) var hasFiles = false

  /// Whether nothing more can come, because the current file cannot be read.
  package var isFinished: Bool { hasFiles && descriptor < 0 && waiting.isEmpty }

  /// The bytes of the last line, without its line feed; of one that is too long the end.
  package var bytes: ByteView { lines.bytes }

  /// The next line; nil when there is none, or none yet.
  package mutating func next() -> JournalEntry? {
    while true {
      if let failure = failures.popLast() { return .unreadable(failure) }
      guard descriptor >= 0 else {
        if isBetweenFiles {
          isBetweenFiles = false
          return nil
        }
        guard openNext() != nil else { return nil }
        continue
      }
      do {
        if let finding = try lines.nextWhole() { return entry(finding) }
      } catch {
        close()
        return .unreadable(error)
      }
      if follows, !isReplaced {
        if !lines.dropTail() { close() }
        return nil
      }
      if lines.hasTail, patience > 0 {
        // A writer that is at work just now gets to the end of its line.
        patience -= 1
        _ = SystemCalls.pause(milliseconds: 10, output: -1)
        continue
      }
      close()
      if let torn = lines.tail() { return entry(torn) }
    }
  }

  private mutating func entry(_ finding: JournalLineReader.Outcome) -> JournalEntry {
    switch finding {
    case .foreign(let problem): return .foreign(problem)
    case .event(let line):
      if follows {
        lastEvent.removeAll()
        lastEvent.append(bytes)
      }
      return .event(line)
    }
  }

  private mutating func queue(_ opening: OpenJournalFile.Opening) {
    waiting += opening.files
    failures = opening.failures.reversed() + failures
    if !waiting.isEmpty || !failures.isEmpty { hasFiles = true }
  }

  private mutating func openNext() -> OpenJournalFile? {
    guard !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    (file, descriptor) = (next.file, next.descriptor)
    isReplaced = !waiting.isEmpty
    patience = JournalReader.patience
    lines.begin(next)
    guard lastEvent.count > 0 else { return next }
    do {
      // A repair puts a copy of the file in its place, from which only foreign lines are missing.
      try lines.skip(behind: lastEvent.view)
    } catch {
      giveUp(error)
    }
    return next
  }

  /// Whether there are files of which nothing is read yet.
  package var hasMoreFiles: Bool { !waiting.isEmpty }

  /// Goes on after the parts of the file, which were read.
  ///
  /// - Parameter lines: how many lines they have.
  package mutating func goOn(behind parts: [JournalPart], lines count: Int) {
    lines.go(to: parts.last?.range.upperBound ?? 0, line: count)
  }

  /// Reads no more of the file, for this reason, which `next` returns.
  package mutating func giveUp(_ failure: SystemFailure) {
    close()
    failures.append(failure)
  }

  private mutating func close() {
    SystemCalls.close(descriptor)
    descriptor = -1
    isBetweenFiles = stopsBetweenFiles && !waiting.isEmpty
  }

  /// Finds out, where `next` has returned nil, whether the journal was rotated, deleted or cut off
  /// in the meantime; what came after is then read by `next`.
  package mutating func lookAgain() {
    guard hasFiles else { return queue(OpenJournalFile.all(of: journal)) }
    guard descriptor >= 0 else { return }
    do {
      let here = try SystemCalls.fileStatus(descriptor, name: file.name)
      let there = try SystemCalls.fileStatus(behind: journal.path, name: journal.name)
      guard let there else { return }
      if here.identity != there.identity {
        // What was appended between the last reading and the rotation is still to be read.
        isReplaced = true
        return queue(OpenJournalFile.all(of: journal, after: here.identity))
      }
      if lines.isBeyond(here.size) { lines.go(to: 0, line: 0) }
    } catch {
      giveUp(error)
    }
  }
}

/// A part of a file of a journal, some whole lines, which one thread reads.
package struct JournalPart: Sendable {
  let file: JournalFile
  let descriptor: Int32
  /// From the beginning of a line to the end of one, in bytes.
  let range: Range<Int>

  /// Reads all lines of the part.
  ///
  /// - Parameter visit: is given an event or a problem and the bytes of the line, good until it
  ///   returns, and the line's number in the part, from 1.
  /// - Returns: how many lines there are.
  /// - Throws: `SystemFailure` when the file cannot be read.
  package func read(
    _ visit: (JournalLineReader.Outcome, ByteView, Int) -> Void
  ) throws(SystemFailure) -> Int {
    var lines = JournalLines(file, descriptor, from: range.lowerBound, to: range.upperBound)
    while let finding = try lines.nextWhole() { visit(finding, lines.bytes, lines.number) }
    return lines.number
  }
}

extension JournalReader {
  /// The whole lines that the next file has now, in parts for several threads; nil where the file
  /// is none that can be read at several places, or there is none.
  ///
  /// Whoever reads them calls `goOn` or `giveUp` then, and `next` for what comes after them, which
  /// from now on returns nil at the end of each file.
  ///
  /// - Parameters:
  ///   - count: how many parts there are at most.
  ///   - least: how many bytes a part has, but for the line at its end.
  package mutating func parts(_ count: Int, least: Int) -> [JournalPart]? {
    (stopsBetweenFiles, isBetweenFiles) = (true, false)
    guard descriptor < 0, failures.isEmpty, let open = openNext(), open.status.kind == .regular
    else { return nil }
    let size = open.status.size
    let count = min(count, size / max(least, 1))
    guard count > 1 else { return nil }
    var parts: [JournalPart] = []
    var start = 0
    for number in 1...count {
      // What cannot be read here cannot be read by `next` either, which says so.
      let place = number == count ? size : size / count * number
      guard let end = try? JournalLines.lineEnd(in: open, from: place, to: size) else {
        return nil
      }
      if end > start {
        parts.append(
          JournalPart(file: open.file, descriptor: open.descriptor, range: start..<end))
        start = end
      }
    }
    return parts
  }
}

extension JournalLines {
  /// Where a line ends: the first one that ends at `place` or after it, else the last one that
  /// ends before `size`.
  fileprivate static func lineEnd(in file: OpenJournalFile, from place: Int, to size: Int)
    throws(SystemFailure) -> Int
  {
    var step = JournalLine.maximumLength
    var start = max(0, place - 1)
    while true {
      var lines = JournalLines(file.file, file.descriptor, from: start, to: size)
      if try lines.nextWhole() != nil {
        while lines.nextOffset < place, try lines.nextWhole() != nil {}
        return lines.nextOffset
      }
      if start == 0 { return 0 }
      start = max(0, start - step)
      step *= 2
    }
  }
}
