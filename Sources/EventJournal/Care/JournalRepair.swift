import CardJSON
import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a repair of a journal did.
public struct JournalRepair: Equatable, Sendable {
  /// How many lines were set aside.
  public private(set) var lines = 0
  /// What messages call the files that had such lines.
  public private(set) var files: [String] = []

  /// Sets the lines of a journal that are no events aside, in `PATH.torn`.
  ///
  /// It is done while no writer is at work. The lines are on the disk in `PATH.torn` before a copy
  /// without them takes the place of the file, so that a crash leaves some of them in both files at
  /// worst and every event where it was.
  public init(_ files: JournalFiles, system: any JournalSystem = OperatingSystem())
    throws(JournalFailure)
  {
    let there = try attempt { () throws(SystemFailure) in try files.inReadingOrder() }
    guard !there.isEmpty else {
      throw .system(SystemFailure(action: "cannot open \(files.name)", code: ENOENT))
    }
    // Where all files are rotated away, the lock needs an empty one.
    var writer = JournalWriter(files, system: system)
    try writer.lockAsItIs()
    for file in try attempt({ () throws(SystemFailure) in try files.inReadingOrder() }) {
      try repair(file, writer)
    }
    writer.close()
  }

  private mutating func repair(_ file: JournalFile, _ writer: borrowing JournalWriter)
    throws(JournalFailure)
  {
    let descriptor = try attempt { () throws(SystemFailure) in
      try SystemCalls.open(file.path, O_RDONLY | O_NOFOLLOW)
    }
    defer { SystemCalls.close(descriptor) }
    let status = try attempt { () throws(SystemFailure) in
      try SystemCalls.fileStatus(descriptor, name: file.name)
    }
    let bad = try badLines(file, descriptor, size: status.size)
    guard !bad.isEmpty else { return }
    var aside = ByteBuffer()
    for range in bad {
      try copy(range, of: file, descriptor, to: &aside)
      if aside.count >= JournalRepair.pieceSize {
        try writer.setAside(aside.view)
        aside.removeAll()
      }
    }
    if aside.count > 0 { try writer.setAside(aside.view) }
    try replace(file, descriptor, status, without: bad, writer.system)
    lines += bad.count
    files.append(file.name)
  }

  /// How many bytes are copied at a time.
  private static let pieceSize = 1 << 20

  /// The byte ranges of the lines that are to be set aside.
  private func badLines(_ file: JournalFile, _ descriptor: Int32, size: Int)
    throws(JournalFailure) -> [Range<Int>]
  {
    var starts: [(offset: Int, isBad: Bool)] = []
    var lines = FileLines(descriptor, to: size, name: file.name)
    var reader = JournalLineReader()
    while let piece = try attempt({ () throws(SystemFailure) in try lines.next() }) {
      guard piece.isStart else { continue }
      let isBad = !piece.isEnd || JournalRepair.isBad(reader.read(piece.bytes))
      // Only where good and bad lines meet there is something to remember.
      if isBad || starts.last?.isBad ?? false { starts.append((piece.offset, isBad)) }
    }
    var ranges: [Range<Int>] = []
    for (index, start) in starts.enumerated() where start.isBad {
      ranges.append(start.offset..<(index + 1 < starts.count ? starts[index + 1].offset : size))
    }
    return ranges
  }

  private static func isBad(_ finding: JournalLineReader.Finding) -> Bool {
    switch finding {
    case .event, .foreign(.otherVersion): false
    case .foreign: true
    }
  }

  /// Appends the bytes of a range, and the end of its last line.
  private func copy(
    _ range: Range<Int>, of file: JournalFile, _ descriptor: Int32, to buffer: inout ByteBuffer
  ) throws(JournalFailure) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = range.upperBound - offset
      var taken = ByteBuffer(capacity: wanted)
      let count = try attempt { () throws(SystemFailure) in
        try SystemCalls.read(descriptor, at: offset, wanted, into: &taken, name: file.name)
      }
      guard count > 0 else { return }
      buffer.append(taken.view)
      offset += count
    }
    if buffer.count > 0, buffer.view[buffer.count - 1] != UInt8(ascii: "\n") {
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// Puts a copy of a file without the given ranges in its place.
  private func replace(
    _ file: JournalFile, _ descriptor: Int32, _ status: FileStatus, without bad: [Range<Int>],
    _ system: any JournalSystem
  ) throws(JournalFailure) {
    let path = file.path + ".repair"
    // What a crash during an earlier repair left.
    SystemCalls.remove(path)
    do {
      try attempt { () throws(SystemFailure) in
        let copy = try system.open(path)
        defer { SystemCalls.close(copy) }
        try SystemCalls.takeOver(status, copy, name: file.name)
        var start = 0
        for range in bad + [status.size..<status.size] {
          try write(start..<range.lowerBound, of: file, descriptor, to: copy, system)
          start = range.upperBound
        }
        try system.sync(copy, name: file.name)
        try system.rename(path, to: file.path)
        try system.syncDirectory(JournalFiles(path: file.path).directory)
      }
    } catch {
      SystemCalls.remove(path)
      throw error
    }
  }

  private func write(
    _ range: Range<Int>, of file: JournalFile, _ descriptor: Int32, to copy: Int32,
    _ system: any JournalSystem
  ) throws(SystemFailure) {
    var offset = range.lowerBound
    var buffer = ByteBuffer(capacity: JournalRepair.pieceSize)
    while offset < range.upperBound {
      buffer.removeAll()
      let wanted = min(JournalRepair.pieceSize, range.upperBound - offset)
      let count = try SystemCalls.read(
        descriptor, at: offset, wanted, into: &buffer, name: file.name)
      guard count > 0 else {
        throw SystemFailure(action: "cannot read \(file.name)", code: EIO)
      }
      try system.writeAll(copy, buffer.view, name: file.name)
      offset += count
    }
  }
}
