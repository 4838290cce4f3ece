@_spi(CardTool) import CardJSON
import CardPlatform

/// The file beside a journal for lines that are set aside, `PATH.torn`, open for appending.
///
/// Whoever uses it has the lock of the journal.
struct Quarantine: ~Copyable {
  private let file: JournalFile
  private let system: any JournalSystem
  private let descriptor: Int32
  /// Whether what is appended next begins a line.
  private var isAtLineStart = true

  private init(_ file: JournalFile, _ system: any JournalSystem, _ descriptor: Int32) {
    (self.file, self.system, self.descriptor) = (file, system, descriptor)
  }

  /// The file of the journal of `files`, which is made when it is missing.
  static func open(_ files: JournalFiles, _ system: any JournalSystem) throws(JournalFailure)
    -> Quarantine
  {
    var quarantine = Quarantine(files.torn, system, try system.openFile(files.torn))
    // A crash may have left a line there without its end.
    if try !quarantine.endsWithLine(files.directory) { try quarantine.endLine() }
    return quarantine
  }

  deinit { SystemCalls.close(descriptor) }

  /// Whether the file ends with a whole line.
  ///
  /// Whoever writes the first one makes sure that the file will be found.
  private func endsWithLine(_ directory: String) throws(JournalFailure) -> Bool {
    let (descriptor, name, system) = (descriptor, file.name, system)
    return try attempt { () throws(SystemFailure) in
      let size = try SystemCalls.fileStatus(descriptor, name: name).size
      guard size > 0 else {
        try system.syncDirectory(directory)
        return true
      }
      var last = ByteBuffer(capacity: 1)
      let count = try SystemCalls.read(descriptor, at: size - 1, 1, into: &last, name: name)
      return count == 0 || last.view[0] == UInt8(ascii: "\n")
    }
  }

  /// Appends lines, or a piece of a long one.
  mutating func append(_ bytes: ByteView) throws(JournalFailure) {
    guard bytes.count > 0 else { return }
    let (descriptor, file, system) = (descriptor, file, system)
    try attempt { () throws(SystemFailure) in
      try system.writeAll(descriptor, bytes, name: file.name)
    }
    isAtLineStart = bytes[bytes.count - 1] == UInt8(ascii: "\n")
  }

  /// Ends the last line and returns when all is on the disk.
  mutating func finish() throws(JournalFailure) {
    if !isAtLineStart { try endLine() }
    let (descriptor, file, system) = (descriptor, file, system)
    try attempt { () throws(SystemFailure) in try system.sync(descriptor, name: file.name) }
  }

  private mutating func endLine() throws(JournalFailure) {
    try append(ByteView("\n"))
  }
}
