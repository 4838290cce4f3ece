import CardJSON
import CardPlatform
import CardProcessing

/// An open input.
final class InputDescriptor {
  static let standardInputName = "<stdin>"

  /// The result of a read.
  enum Progress {
    /// The buffer contains the requested number of bytes.
    case filled
    /// The buffer contains new bytes; more would require waiting.
    case paused
    /// The input has ended.
    case end
  }

  private let descriptor: Int32
  let name: String
  /// Whether it is a regular file, which is always ready to read.
  let isRegular: Bool
  /// The identity of the file.
  let identity: FileStatus.Identity
  /// Whether the end was reached.
  private var hasEnded = false
  private let ownsDescriptor: Bool
  /// The copy of a pipe that owns the descriptor.
  private let spool: SpooledInput?
  /// The position of a regular file when it was opened, which a shell may have moved.
  private let start: Int
  private let output: Int32

  /// Opens a file; one found in a directory without waiting for a writer, in case it is a pipe now.
  ///
  /// - Parameter output: the descriptor of a pipe. Waiting for input ends when its reader closes
  ///   it.
  init(_ file: InputFile, _ console: Console, output: Int32 = -1) throws(SystemFailure) {
    self.output = output
    spool = file.spool
    if let spool {
      (descriptor, name, ownsDescriptor) = (spool.descriptor, file.path, false)
      try SystemCalls.rewind(descriptor, name: name)
    } else if file.path == "-" {
      (descriptor, name, ownsDescriptor) = (console.input, InputDescriptor.standardInputName, false)
    } else {
      descriptor = try SystemCalls.open(
        console.resolved(file.path), file.isWalked ? .nonBlocking : .readOnly)
      (name, ownsDescriptor) = (file.path, true)
    }
    do {
      let status = try SystemCalls.fileStatus(descriptor, name: name)
      (isRegular, identity) = (status.kind == .regular, status.identity)
      start = file.path == "-" && isRegular ? SystemCalls.position(descriptor) : 0
    } catch {
      if ownsDescriptor { SystemCalls.close(descriptor) }
      throw error
    }
    if !isRegular { SystemCalls.enlargePipe(descriptor, to: OutputStream.pipeSize) }
  }

  func close() { if ownsDescriptor { SystemCalls.close(descriptor) } }

  /// Copies `beginning` and all unread bytes to a temporary file.
  func spooled(_ console: Console, after beginning: ByteView = ByteView(""))
    throws(SystemFailure) -> SpooledInput
  {
    let file = try TemporaryFile.unnamed(in: console.temporaryDirectory)
    let spool = SpooledInput(file.descriptor)
    try SystemCalls.write(file.descriptor, beginning, name: file.name)
    var block = ByteBuffer()
    while try SystemCalls.read(descriptor, 1 << 18, into: &block, name: name) > 0 {
      try SystemCalls.write(file.descriptor, block.view, name: file.name)
      block.removeAll()
    }
    return spool
  }

  /// The time to wait for more bytes after new ones, in milliseconds.
  ///
  /// A few bytes, such as one card, are passed on immediately. A stream that pauses briefly gets a
  /// moment to continue, because full blocks can be processed in parallel. Waiting longer after a
  /// large incomplete value avoids examining it again after every few bytes.
  private static func waitTime(new: Int, seen: Int) -> Int32 {
    if seen > largeValueSize { return 50 }
    return new >= streamSize ? 2 : 0
  }

  private static let largeValueSize = 1 << 16

  /// The number of new bytes from which the writer is assumed to be still writing.
  private static let streamSize = 1 << 14

  /// Reads until `buffer` contains `wanted` bytes, the input ends, or it pauses after new bytes.
  ///
  /// - Parameter seen: the number of bytes in the buffer that contain no complete card.
  func read(into buffer: inout ByteBuffer, upTo wanted: Int, seen: Int = 0)
    throws(SystemFailure) -> Progress
  {
    while buffer.count < wanted {
      if hasEnded { return .end }
      let new = buffer.count - seen
      let wait = new > 0 ? InputDescriptor.waitTime(new: new, seen: seen) : -1
      if try !isReady(milliseconds: wait) { return .paused }
      let count = wanted - buffer.count
      if try SystemCalls.read(descriptor, count, into: &buffer, name: name) == 0 {
        hasEnded = true
        return .end
      }
    }
    return .filled
  }

  /// Reads up to `count` bytes at `offset` of a regular file, without moving its read position.
  func read(at offset: Int, _ count: Int, into buffer: inout ByteBuffer) throws(SystemFailure)
    -> Int
  { try SystemCalls.read(descriptor, at: start + offset, count, into: &buffer, name: name) }

  /// Whether more can be read after waiting for at most this time; -1 for no limit.
  private func isReady(milliseconds: Int32) throws(SystemFailure) -> Bool {
    if isRegular { return true }
    switch SystemCalls.waitForInput(descriptor, output: output, milliseconds: milliseconds) {
    case .readable: return true
    case .notYet: return false
    case .outputClosed: throw .outputClosed
    }
  }

}

/// The content of a pipe in an unnamed temporary file, so that it can be read more than once.
final class SpooledInput: Sendable {
  /// The descriptor of the file.
  let descriptor: Int32

  /// Takes ownership of a file's descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { SystemCalls.close(descriptor) }
}
