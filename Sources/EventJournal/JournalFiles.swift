import CardJSON
import CardPlatform

/// The files of a journal: the current file, to which events are appended, and the rotated files.
///
/// The files `PATH.1`, `PATH.2` and so on have older events; the higher the number, the older.
/// `PATH.torn` has lines that are not events. A file is a journal if it is empty or its first
/// complete line is an event. This module changes no other file.
package struct JournalFiles: Sendable {
  /// The path of the current file.
  package let path: String
  /// The current file's name in messages.
  package let name: String

  /// Creates the files of the journal at `path`, whose name in messages is the path by default.
  package init(path: String, shownAs name: String? = nil) {
    self.path = path
    self.name = name ?? path
  }

  /// The file to which events are appended.
  package var current: JournalFile { JournalFile(path: path, name: name, number: 0) }

  /// The file for lines that are not events.
  package var torn: JournalFile {
    JournalFile(path: path + ".torn", name: name + ".torn", number: 0)
  }

  /// The rotated file with this number, from 1.
  package func rotated(_ number: Int) -> JournalFile {
    JournalFile(path: "\(path).\(number)", name: "\(name).\(number)", number: number)
  }

  /// The directory that contains the files.
  package var directory: String { PathNames.parent(of: path) ?? "." }

  /// All existing files, in the order of their events: `PATH.2`, `PATH.1`, `PATH`.
  package func inReadingOrder() throws(SystemFailure) -> [JournalFile] {
    let rotated = try listing().numbers.reversed().map(rotated)
    let there = try SystemCalls.fileStatus(behind: path, name: name)
    return there == nil ? rotated : rotated + [current]
  }

  /// Throws if the current file is not a regular file, such as a FIFO, which would block.
  package func refuseStream() throws(SystemFailure) {
    let there = try SystemCalls.fileStatus(at: path, name: name)
    if let there, there.kind != .regular { throw .notAFile(name: name, there.kind) }
  }

  /// The numbers of the rotated files, from the names in the directory.
  package func listing() throws(SystemFailure) -> Listing {
    // Compares bytes, because `String` comparison treats different byte sequences as equal.
    let start = Array(PathNames.last(of: path).utf8) + [UInt8(ascii: ".")]
    var listing = Listing()
    for entry in try SystemCalls.entries(ifThereIn: directory, shownAs: directory)
    where entry.name.utf8.starts(with: start) {
      var digits = String(decoding: entry.name.utf8.dropFirst(start.count), as: UTF8.self)
      let suffix = digits.firstIndex(of: ".").map { String(digits[$0...]) }
      if let suffix {
        guard Listing.compressedSuffixes.contains(suffix) else { continue }
        digits.removeLast(suffix.count)
      }
      // `Int.max` is excluded, because the next rotation adds 1.
      guard let number = Int(digits), (1..<Int.max).contains(number), String(number) == digits
      else { continue }
      if let suffix { listing.compressed[number] = suffix } else { listing.numbers.append(number) }
    }
    listing.numbers.sort()
    return listing
  }

  /// The numbers in the names of rotated files.
  package struct Listing: Equatable {
    /// The numbers N of all entries named `PATH.N`, ascending.
    package fileprivate(set) var numbers: [Int] = []
    /// The numbers of compressed files, with the suffixes of their names.
    package fileprivate(set) var compressed: [Int: String] = [:]

    static let compressedSuffixes = [".gz", ".bz2", ".xz", ".zst"]

    /// The number of files whose numbers are consecutive from 1.
    package var consecutiveCount: Int { zip(numbers, 1...).prefix { $0 == $1 }.count }
  }
}

/// One file of a journal.
package struct JournalFile: Hashable, Sendable {
  /// The path to open.
  package let path: String
  /// The name in messages.
  package let name: String
  /// The number of times the file was rotated; 0 for the current one.
  package let number: Int

  /// Opens a regular file for reading without following a link; nil if it does not exist.
  ///
  /// It never blocks on a FIFO, because the caller may hold the journal's lock.
  func open() throws(SystemFailure) -> (descriptor: Int32, status: FileStatus)? {
    guard let there = try SystemCalls.fileStatus(at: path, name: name) else { return nil }
    guard there.kind == .regular else { throw .notAFile(name: name, there.kind) }
    let descriptor: Int32
    do { descriptor = try SystemCalls.open(path, [.nonBlocking, .noFollow], shownAs: name) } catch {
      if error.isMissing { return nil }
      throw error
    }
    do { return (descriptor, try SystemCalls.fileStatus(descriptor, name: name)) } catch {
      SystemCalls.close(descriptor)
      throw error
    }
  }
}

/// The result of examining a file: whether it is a journal, and where its complete lines end.
///
/// A file is a journal if it is empty or its first complete line is an event. A file without a
/// complete line is a journal if a crash may have left it: its bytes are the start of an event as
/// cardctl writes it, or all zero because the data never reached the disk.
struct JournalContent {
  /// Whether the file is a journal.
  let isJournal: Bool
  /// The size of the file up to its last line feed.
  let completeSize: Int

  /// The prefix of every line that cardctl writes.
  private static let lineStart = ByteBuffer("{\"v\":\(JournalLine.version),\"id\":\"".utf8)

  /// Examines an open file.
  init(_ descriptor: Int32, size: Int, name: String) throws(SystemFailure) {
    completeSize = try JournalContent.completeSize(descriptor, size: size, name: name)
    if completeSize > 0 {
      var lines = JournalLines(descriptor, name: name, to: completeSize)
      let first = try lines.nextWhole()
      isJournal = first.map { lines.isEvent($0) } ?? false
    } else {
      isJournal = try JournalContent.isUnfinished(descriptor, size: size, name: name)
    }
  }

  /// Searches for the last line feed from the end, because it is usually the last byte.
  private static func completeSize(_ descriptor: Int32, size: Int, name: String)
    throws(SystemFailure) -> Int
  {
    var buffer = ByteBuffer()
    var (end, step) = (size, 1)
    while end > 0 {
      let start = max(0, end - step)
      buffer.removeAll()
      try FilePieces.forEach(in: [start..<end], of: descriptor, name: name) { buffer.append($0) }
      if let feed = buffer.view.lastIndex(of: UInt8(ascii: "\n"), before: buffer.count) {
        return start + feed + 1
      }
      (end, step) = (start, JournalLines.blockSize)
    }
    return 0
  }

  private static func isUnfinished(_ descriptor: Int32, size: Int, name: String)
    throws(SystemFailure) -> Bool
  {
    var isZero = true
    var start = ByteBuffer()
    try FilePieces.forEach(in: [0..<size], of: descriptor, name: name) { piece in
      if start.count == 0 { start.append(piece.slice(0..<min(piece.count, lineStart.count))) }
      isZero = isZero && piece.array.allSatisfy { $0 == 0 }
    }
    return isZero || start.view == lineStart.view.slice(0..<start.count)
  }
}
