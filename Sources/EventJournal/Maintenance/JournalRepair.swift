import CardJSON
import CardPlatform

/// What a repair of a journal did.
package struct JournalRepair: Equatable, Sendable {
  /// How many lines were set aside.
  package private(set) var lines = 0

  /// Sets aside the lines of a journal that are no events, in `PATH.torn`.
  ///
  /// It is done while no writer is at work. The lines are on the disk in `PATH.torn` before a copy
  /// without them takes the place of the file, so that a crash leaves some of them in both files at
  /// worst and every event where it was.
  package init(_ files: JournalFiles, system: JournalSystem = JournalSystem())
    throws(SystemFailure)
  {
    let there = try files.inReadingOrder()
    guard !there.isEmpty else { throw .missing(files.name) }
    // Where all files are rotated away, the lock needs an empty one.
    var writer = JournalWriter(files, system: system)
    try writer.lockAsItIs()
    for file in try files.inReadingOrder() {
      try repair(file, writer)
    }
    writer.close()
  }

  private mutating func repair(_ file: JournalFile, _ writer: borrowing JournalWriter)
    throws(SystemFailure)
  {
    guard let open = try OpenJournalFile.regular(file) else { return }
    let (descriptor, status) = (open.descriptor, open.status)
    defer { SystemCalls.close(descriptor) }
    let bad = try badLines(file, descriptor, size: status.size)
    guard bad.count > 0 else { return }
    var quarantine = try Quarantine.open(writer.files, writer.system)
    try copy(bad.ranges, of: file, descriptor) { piece throws(SystemFailure) in
      try quarantine.append(piece)
    }
    try quarantine.finish()
    try replace(
      file, descriptor: descriptor, status: status, without: bad.ranges, system: writer.system)
    lines += bad.count
  }

  /// The suffix of the copy's name, one that no user would choose.
  private static let suffix = ".cardctl-repair"
  /// How many bytes are copied at a time.
  private static let pieceSize = 1 << 20

  /// Where the lines are that are to be set aside, in bytes, those next to each other as one, and
  /// how many there are.
  private func badLines(_ file: JournalFile, _ descriptor: Int32, size: Int)
    throws(SystemFailure) -> (ranges: [Range<Int>], count: Int)
  {
    var (ranges, count): ([Range<Int>], Int) = ([], 0)
    var start: Int?
    var lines = JournalLines(file, descriptor, to: size)
    while let finding = try lines.next() {
      if case .foreign(let problem) = finding, problem.isRepairable {
        count += 1
        start = start ?? lines.offset
      } else if let begin = start {
        ranges.append(begin..<lines.offset)
        start = nil
      }
    }
    if let start { ranges.append(start..<size) }
    return (ranges, count)
  }

  /// Hands over the bytes of ranges in their order, some of them at a time.
  private func copy(
    _ ranges: [Range<Int>], of file: JournalFile, _ descriptor: Int32,
    _ put: (ByteView) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    var buffer = ByteBuffer(capacity: JournalRepair.pieceSize)
    for range in ranges {
      var offset = range.lowerBound
      while offset < range.upperBound {
        let wanted = min(range.upperBound - offset, JournalRepair.pieceSize - buffer.count)
        offset += try read(file, descriptor, at: offset, wanted, into: &buffer)
        guard buffer.count == JournalRepair.pieceSize else { continue }
        try put(buffer.view)
        buffer.removeAll()
      }
    }
    try put(buffer.view)
  }

  /// Reads at least one byte after the content of `buffer`.
  private func read(
    _ file: JournalFile, _ descriptor: Int32, at offset: Int, _ wanted: Int,
    into buffer: inout ByteBuffer
  ) throws(SystemFailure) -> Int {
    let count = try SystemCalls.read(descriptor, at: offset, wanted, into: &buffer, name: file.name)
    guard count > 0 else { throw .nothingRead(file.name) }
    return count
  }

  /// Puts a copy of a file without the given ranges in its place.
  private func replace(
    _ file: JournalFile, descriptor: Int32, status: FileStatus, without bad: [Range<Int>],
    system: JournalSystem
  ) throws(SystemFailure) {
    let path = file.path + JournalRepair.suffix
    // What a crash during an earlier repair left: the copy is not to begin with it.
    if try SystemCalls.fileStatus(at: path, name: path) != nil {
      try system.remove(path, name: path)
    }
    do {
      let copy = try system.open(path)
      defer { SystemCalls.close(copy) }
      try SystemCalls.takeOver(status, copy, name: file.name)
      let starts = [0] + bad.map(\.upperBound)
      let kept = zip(starts, bad.map(\.lowerBound) + [status.size]).map { $0..<$1 }
      try self.copy(kept, of: file, descriptor) { piece throws(SystemFailure) in
        try system.writeAll(copy, piece, name: file.name)
      }
      try system.sync(copy, name: file.name)
      try system.rename(path, to: file.path)
      try system.syncDirectory(JournalFiles(path: file.path).directory)
    } catch {
      // The copy may be in place already; what is left of it goes with the next repair.
      try? SystemCalls.remove(path, name: path)
      throw error
    }
  }
}
