import CardJSON
import CardPlatform

/// A line that a crash or a full disk left without its end, and that was moved aside.
package struct TornTail: Equatable, Sendable {
  /// How long it was, in bytes.
  package let length: Int
  /// What messages call the journal it was in.
  package let journal: String
  /// What messages call the file it is in now.
  package let quarantine: String

  /// What happened, in words.
  package var message: String {
    "\(journal) ended inside a line: its \(length) bytes are now in \(quarantine)"
  }
}

/// How a journal that is not empty ends, and whether it is one.
struct JournalEnding: ~Copyable {
  /// Whether the file holds events, as far as its ends tell.
  private(set) var isJournal = true
  /// The bytes after the last line feed.
  private(set) var torn = ByteBuffer()

  var tornLength: Int { torn.count }

  /// How every line of a journal begins.
  private static let mark = ByteView("{\"v\":")

  init(_ descriptor: Int32, size: Int, name: String) throws(SystemFailure) {
    var ending = ByteBuffer(capacity: 1 << 10)
    var last = 0
    // Usually the last byte is all there is to see.
    for wanted in [1, JournalLine.maximumLength, 2 * JournalLine.maximumLength] {
      let start = max(0, size - wanted)
      ending.removeAll()
      try JournalEnding.read(descriptor, start..<size, into: &ending, name: name)
      last = (ending.view.lastIndex(of: UInt8(ascii: "\n"), before: ending.count) ?? -1) + 1
      if last > 0 || start == 0 { break }
    }
    torn.append(ending.view.slice(last..<ending.count))
    let end = size - torn.count
    if last == 0, size > ending.count {
      isJournal = false
    } else if try !JournalEnding.begins(descriptor, name: name) {
      isJournal =
        try end == 0
        ? JournalEnding.isUnwritten(torn.view)
        : JournalEnding.endsWithEvent(descriptor, before: end, name: name)
    }
  }

  /// Whether the file begins as a line of a journal does.
  private static func begins(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
    var start = ByteBuffer(capacity: mark.count)
    let count = try SystemCalls.read(descriptor, at: 0, mark.count, into: &start, name: name)
    return start.view == mark.slice(0..<count)
  }

  /// Whether these bytes, all that a file holds, are what a crash of the whole machine left
  /// unwritten.
  ///
  /// Where more comes after them there has to be an event: films and pictures begin with zeros
  /// too.
  private static func isUnwritten(_ torn: ByteView) -> Bool {
    torn.array.allSatisfy { $0 == 0 }
  }

  /// Whether the whole line that ends at `end` is an event.
  private static func endsWithEvent(_ descriptor: Int32, before end: Int, name: String)
    throws(SystemFailure) -> Bool
  {
    let start = max(0, end - JournalLine.maximumLength)
    var lines = ByteBuffer()
    try read(descriptor, start..<end, into: &lines, name: name)
    let view = lines.view
    let first = (view.lastIndex(of: UInt8(ascii: "\n"), before: view.count - 1) ?? -1) + 1
    var reader = JournalLineReader()
    if case .event = reader.read(view.slice(first..<view.count)) { return true }
    return false
  }

  /// Reads a part of a file into an empty buffer; less of it where the file ends before.
  private static func read(
    _ descriptor: Int32, _ part: Range<Int>, into buffer: inout ByteBuffer, name: String
  ) throws(SystemFailure) {
    while buffer.count < part.count {
      let offset = part.lowerBound + buffer.count
      let count = try SystemCalls.read(
        descriptor, at: offset, part.upperBound - offset, into: &buffer, name: name)
      if count == 0 { return }
    }
  }
}

extension JournalWriter {
  /// Moves the torn line at the end of the locked file to `PATH.torn`.
  ///
  /// It is on the disk there before it is cut off here, so that a crash in between leaves it twice
  /// and never loses it.
  mutating func moveToQuarantine(_ ending: borrowing JournalEnding) throws(SystemFailure)
    -> TornTail
  {
    var quarantine = try Quarantine.open(files, system)
    try quarantine.append(ending.torn.view)
    try quarantine.finish()
    let (descriptor, rest) = (descriptor, size - ending.tornLength)
    try system.truncate(descriptor, to: rest, name: name)
    size = rest
    return TornTail(length: ending.tornLength, journal: name, quarantine: files.torn.name)
  }
}

/// The file beside a journal for lines that are set aside, `PATH.torn`, open for appending.
///
/// Whoever uses it has the lock of the journal.
struct Quarantine: ~Copyable {
  private let file: JournalFile
  private let system: JournalSystem
  private let descriptor: Int32
  /// Whether what is appended next begins a line.
  private var isAtLineStart = true

  private init(_ file: JournalFile, _ system: JournalSystem, _ descriptor: Int32) {
    (self.file, self.system, self.descriptor) = (file, system, descriptor)
  }

  /// The file of the journal of `files`, which is made when it is missing.
  static func open(_ files: JournalFiles, _ system: JournalSystem) throws(SystemFailure)
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
  private func endsWithLine(_ directory: String) throws(SystemFailure) -> Bool {
    let (descriptor, name, system) = (descriptor, file.name, system)
    let size = try SystemCalls.fileStatus(descriptor, name: name).size
    guard size > 0 else {
      try system.syncDirectory(directory)
      return true
    }
    var last = ByteBuffer(capacity: 1)
    let count = try SystemCalls.read(descriptor, at: size - 1, 1, into: &last, name: name)
    return count == 0 || last.view[0] == UInt8(ascii: "\n")
  }

  /// Appends lines, or a piece of a long one.
  mutating func append(_ bytes: ByteView) throws(SystemFailure) {
    guard bytes.count > 0 else { return }
    let (descriptor, file, system) = (descriptor, file, system)
    try system.writeAll(descriptor, bytes, name: file.name)
    isAtLineStart = bytes[bytes.count - 1] == UInt8(ascii: "\n")
  }

  /// Ends the last line and returns when all is on the disk.
  mutating func finish() throws(SystemFailure) {
    if !isAtLineStart { try endLine() }
    let (descriptor, file, system) = (descriptor, file, system)
    try system.sync(descriptor, name: file.name)
  }

  private mutating func endLine() throws(SystemFailure) {
    try append(ByteView("\n"))
  }
}
