import CardJSON
import CardPlatform

/// An incomplete last line, left by a crash or a full disk, that was moved to `PATH.torn`.
package struct TornTail: Equatable, Sendable {
  /// The length in bytes.
  package let length: Int
  /// The name in messages of the journal that contained the line.
  package let journal: String
  /// The name in messages of the file that the line was moved to.
  package let quarantine: String

  /// The message for the user.
  package var message: String {
    "\(journal) ended inside a line: its \(length) bytes are now in \(quarantine)"
  }
}

extension JournalWriter {
  /// Moves the bytes of the locked file after `end` to `PATH.torn`.
  ///
  /// They are on disk there before the file is truncated, so that a crash in between duplicates
  /// them but does not lose them.
  mutating func moveToQuarantine(from end: Int) throws(SystemFailure) -> TornTail {
    var quarantine = try Quarantine.open(files, system)
    let (descriptor, length) = (descriptor, size - end)
    try FilePieces.forEach(in: [end..<size], of: descriptor, name: name) {
      piece throws(SystemFailure) in try quarantine.append(piece)
    }
    try quarantine.finish()
    try system.truncate(descriptor, to: end, name: name)
    size = end
    return TornTail(length: length, journal: name, quarantine: files.torn.name)
  }
}

/// The file `PATH.torn` for lines that are not events, opened for appending.
///
/// The caller holds the journal's lock.
struct Quarantine: ~Copyable {
  private let file: JournalFile
  private let system: JournalSystem
  private let descriptor: Int32
  /// Whether the next appended byte begins a line.
  private var isAtLineStart = true

  private init(_ file: JournalFile, _ system: JournalSystem, descriptor: Int32) {
    (self.file, self.system, self.descriptor) = (file, system, descriptor)
  }

  /// Opens the file, or creates it.
  static func open(_ files: JournalFiles, _ system: JournalSystem) throws(SystemFailure)
    -> Quarantine
  {
    var quarantine = Quarantine(files.torn, system, descriptor: try system.openFile(files.torn))
    // A crash may have left an incomplete line there.
    if try !quarantine.endsWithLine(files.directory) { try quarantine.endLine() }
    return quarantine
  }

  deinit { SystemCalls.close(descriptor) }

  /// Whether the file is empty or ends with a complete line.
  ///
  /// If it is empty, syncs the directory, so that the file exists after a crash.
  private func endsWithLine(_ directory: String) throws(SystemFailure) -> Bool {
    let size = try SystemCalls.fileStatus(descriptor, name: file.name).size
    guard size > 0 else {
      try system.syncDirectory(directory)
      return true
    }
    var last = ByteBuffer(capacity: 1)
    let count = try SystemCalls.read(descriptor, at: size - 1, 1, into: &last, name: file.name)
    return count == 0 || last.view[0] == UInt8(ascii: "\n")
  }

  /// Appends lines, or part of a long line.
  mutating func append(_ bytes: ByteView) throws(SystemFailure) {
    guard bytes.count > 0 else { return }
    try system.writeAll(descriptor, bytes, name: file.name)
    isAtLineStart = bytes[bytes.count - 1] == UInt8(ascii: "\n")
  }

  /// Ends the last line and syncs the file.
  mutating func finish() throws(SystemFailure) {
    if !isAtLineStart { try endLine() }
    try system.sync(descriptor, name: file.name)
  }

  private mutating func endLine() throws(SystemFailure) { try append(ByteView("\n")) }
}
