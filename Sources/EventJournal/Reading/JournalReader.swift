import CardJSON
import CardLibC
import Platform

/// What a reader of journals comes upon.
public enum JournalEntry {
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
public struct JournalReader: ~Copyable {
  /// How many bytes are read at a time.
  static let blockSize = 1 << 18
  private static let patience = 3

  /// The file that the last entry came from.
  public private(set) var file: JournalFile
  /// The number of the last entry's line in its file, from 1.
  public private(set) var lineNumber = 0
  /// Where the last entry's line begins, in bytes from the start of its file.
  public private(set) var offset = 0

  private let journal: JournalFiles
  /// Whether the end of the current file is not the end of the journal.
  private let follows: Bool
  private var waiting: [OpenJournalFile] = []
  private var failures: [SystemFailure] = []
  /// The file that is read; -1 for none.
  private var descriptor: Int32 = -1
  /// Whether the file that is read is no longer the one that events are appended to.
  private var isReplaced = false
  private var block = ByteBuffer(capacity: blockSize)
  private var rest = ByteBuffer()
  /// How much of the block is read.
  private var position = 0
  /// Where the next line begins in the file.
  private var nextOffset = 0
  /// Whether the beginning of the next line was given up, because it is too long.
  private var isSkipping = false
  /// How often an end without a line feed is still looked at again.
  private var patience = 0
  /// The line of the last event that was followed.
  private var lastEvent = ByteBuffer()
  private var lastLine = 0..<0
  private var lines = JournalLineReader()

  /// A reader of all files of `journal`.
  ///
  /// - Parameter follows: whether `next` returns nil at the end of the current file without being
  ///   done with it; `lookAgain` then finds what came after.
  public init(_ journal: JournalFiles, follows: Bool = false) {
    self.journal = journal
    self.follows = follows
    file = journal.current
    queue(OpenJournalFile.all(of: journal))
  }

  /// A reader of one file that is open and belongs to the reader.
  private init(_ file: JournalFile, _ descriptor: Int32) {
    journal = JournalFiles(path: file.path, shownAs: file.name)
    (follows, hasFiles) = (false, true)
    (self.file, self.descriptor) = (file, descriptor)
  }

  deinit {
    if descriptor >= 0 { SystemCalls.close(descriptor) }
    for file in waiting { SystemCalls.close(file.descriptor) }
  }

  /// Whether there is a file to read, or was.
  public private(set) var hasFiles = false

  /// Whether nothing more can come, because the current file cannot be read.
  public var isFinished: Bool { hasFiles && descriptor < 0 && waiting.isEmpty }

  /// The bytes of the last line, without its line feed; of one that is too long the end.
  public var bytes: ByteView { block.view.slice(lastLine) }

  /// The next line; nil when there is none, or none yet.
  public mutating func next() -> JournalEntry? {
    while true {
      if let failure = failures.popLast() { return .unreadable(failure) }
      if descriptor < 0 {
        guard openNext() else { return nil }
        continue
      }
      if let end = block.view.firstIndex(of: UInt8(ascii: "\n"), from: position, to: block.count) {
        return line(to: end)
      }
      do {
        if try fill() { continue }
      } catch {
        close()
        return .unreadable(error)
      }
      if isAwaitingMore {
        stepBack()
        if failures.isEmpty { return nil }
        continue
      }
      if position < block.count, patience > 0 {
        // A writer that is at work just now gets to the end of its line.
        patience -= 1
        _ = SystemCalls.pause(milliseconds: 10, output: -1)
        continue
      }
      if let torn = tail() { return torn }
    }
  }

  /// The line up to the line feed at `end`.
  private mutating func line(to end: Int) -> JournalEntry {
    begin(position..<end)
    position = end + 1
    nextOffset += lastLine.count + 1
    if isSkipping {
      isSkipping = false
      return .foreign(.tooLong)
    }
    switch lines.read(bytes) {
    case .event(let line):
      if follows { remember() }
      return .event(line)
    case .foreign(let problem): return .foreign(problem)
    }
  }

  private mutating func remember() {
    lastEvent.removeAll()
    lastEvent.append(bytes)
  }

  private mutating func begin(_ line: Range<Int>) {
    lastLine = line
    lineNumber += 1
    if !isSkipping { offset = nextOffset }
  }

  /// What stands behind the last line feed of a file that is read to its end.
  private mutating func tail() -> JournalEntry? {
    defer { close() }
    guard position < block.count || isSkipping else { return nil }
    begin(position..<block.count)
    return .foreign(isSkipping ? .tooLong : .torn)
  }

  // MARK: Files

  private mutating func queue(_ opening: OpenJournalFile.Opening) {
    waiting += opening.files
    failures = opening.failures.reversed() + failures
    if !waiting.isEmpty || !failures.isEmpty { hasFiles = true }
  }

  private mutating func openNext() -> Bool {
    guard !waiting.isEmpty else { return false }
    let next = waiting.removeFirst()
    (file, descriptor) = (next.file, next.descriptor)
    isReplaced = !waiting.isEmpty
    restart()
    guard lastEvent.count > 0 else { return true }
    do {
      try skipWhatWasRead()
    } catch {
      giveUp(error)
    }
    return true
  }

  /// Goes on behind the last event that was followed, where the file has it.
  ///
  /// A repair puts a copy of the file in its place, from which only foreign lines are missing.
  private mutating func skipWhatWasRead() throws(SystemFailure) {
    var reader = JournalReader(file, try SystemCalls.duplicate(descriptor, name: file.name))
    var place: (offset: Int, line: Int)?
    while let entry = reader.next() {
      switch entry {
      case .event where reader.bytes == lastEvent.view:
        place = (reader.nextOffset, reader.lineNumber)
      case .event, .foreign: continue
      case .unreadable(let failure): throw failure
      }
    }
    // Both descriptors share one place in the file.
    guard try seek(to: place?.offset ?? 0), let place else { return }
    (nextOffset, lineNumber) = (place.offset, place.line)
  }

  private func seek(to offset: Int) throws(SystemFailure) -> Bool {
    try SystemCalls.seek(descriptor, to: offset, name: file.name)
  }

  /// Reads no more of the file, for this reason.
  private mutating func giveUp(_ failure: SystemFailure) {
    close()
    failures.append(failure)
  }

  /// Begins at the beginning of the file.
  private mutating func restart() {
    block.removeAll()
    (position, nextOffset, offset, lineNumber, isSkipping) = (0, 0, 0, 0, false)
    (lastLine, patience) = (0..<0, JournalReader.patience)
  }

  private mutating func close() {
    SystemCalls.close(descriptor)
    descriptor = -1
    position = block.count
  }

  /// Reads on behind what is left of the block; false at the end of the file.
  private mutating func fill() throws(SystemFailure) -> Bool {
    let left = block.view.slice(position..<block.count)
    if left.count >= JournalLine.maximumLength, !isSkipping {
      (isSkipping, offset) = (true, nextOffset)
    }
    rest.removeAll()
    if isSkipping { nextOffset += left.count } else { rest.append(left) }
    swap(&rest, &block)
    position = 0
    lastLine = 0..<0
    let count = try SystemCalls.read(
      descriptor, JournalReader.blockSize, into: &block, name: file.name)
    return count > 0
  }

  // MARK: Following

  private var isAwaitingMore: Bool { follows && !isReplaced }

  /// Gives what stands behind the last line feed back: it is half a line still being written, or a
  /// torn one that the next writer moves away.
  private mutating func stepBack() {
    guard block.count > position, !isSkipping else { return }
    block.truncate(to: position)
    do {
      if try !seek(to: nextOffset) { close() }
    } catch {
      giveUp(error)
    }
  }

  /// Finds out, where `next` has returned nil, whether the journal was rotated, deleted or cut off
  /// in the meantime; what came after is then read by `next`.
  public mutating func lookAgain() {
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
      if here.size < nextOffset, try seek(to: 0) { restart() }
    } catch {
      giveUp(error)
    }
  }
}
