import CardJSON
import CardPlatform
import CardProcessing

/// An input that is open for reading.
final class InputDescriptor {
  static let standardInputName = "<stdin>"

  /// The result of reading.
  enum Progress {
    /// The buffer contains the requested number of bytes.
    case filled
    /// There are new bytes; more would require waiting.
    case paused
    /// The input has ended.
    case end
  }

  private let descriptor: Int32
  let name: String
  /// Whether it is a regular file, for which reading never waits.
  let isRegular: Bool
  /// The identity of the file.
  let identity: FileStatus.Identity
  /// Whether all of it was read.
  private var hasEnded = false
  private let ownsDescriptor: Bool
  /// The file of the descriptor, if it is a copy of a pipe.
  private let spool: SpooledInput?
  private let output: Int32

  /// Opens a file.
  ///
  /// A file from a directory is opened without waiting for a writer, in case it has become a pipe.
  ///
  /// - Parameter output: waiting for input ends when this descriptor's reader has closed it.
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
        console.resolved(file.path), file.isFound ? .nonBlocking : .readOnly)
      (name, ownsDescriptor) = (file.path, true)
    }
    do {
      let status = try SystemCalls.fileStatus(descriptor, name: name)
      (isRegular, identity) = (status.kind == .regular, status.identity)
    } catch {
      if ownsDescriptor { SystemCalls.close(descriptor) }
      throw error
    }
    if !isRegular { SystemCalls.enlargePipe(descriptor, to: CardStream.pipeSize) }
  }

  func close() { if ownsDescriptor { SystemCalls.close(descriptor) } }

  /// Copies all unread bytes to a file, after `beginning`.
  func spooled(_ console: Console, after beginning: ByteView = ByteView(""))
    throws(SystemFailure) -> SpooledInput
  {
    let file = try TemporaryFile.unnamed(in: console.temporaryFolder)
    let spool = SpooledInput(file.descriptor)
    try SystemCalls.write(file.descriptor, beginning, name: file.name)
    var block = ByteBuffer()
    while try SystemCalls.read(descriptor, 1 << 18, into: &block, name: name) > 0 {
      try SystemCalls.write(file.descriptor, block.view, name: file.name)
      block.removeAll()
    }
    return spool
  }

  /// The time to wait for more bytes if there are new ones, in milliseconds.
  ///
  /// Single values are passed on immediately. A stream that pauses briefly is given some time,
  /// because whole blocks can be read in parallel. A large incomplete value is not examined again
  /// after every few bytes.
  private static func patience(new: Int, seen: Int) -> Int32 {
    if seen > largeValue { return 50 }
    return new >= streamSize ? 2 : 0
  }

  /// The size, in bytes, from which an incomplete value is large.
  private static let largeValue = 1 << 16

  /// The number of bytes in one read from which a program is assumed to be still writing.
  private static let streamSize = 1 << 14

  /// Reads until `buffer` contains `wanted` bytes, the input ends or, after new bytes, pauses.
  ///
  /// - Parameter seen: the number of bytes in the buffer that are known to contain no complete card.
  /// - Throws: `SystemFailure`; with `isClosedPipe` if the reader of the output has closed it.
  func read(into buffer: inout ByteBuffer, upTo wanted: Int, seen: Int = 0)
    throws(SystemFailure) -> Progress
  {
    while buffer.count < wanted {
      if hasEnded { return .end }
      let new = buffer.count - seen
      let wait = new > 0 ? InputDescriptor.patience(new: new, seen: seen) : -1
      if try !isReady(milliseconds: wait) { return .paused }
      let count = wanted - buffer.count
      if try SystemCalls.read(descriptor, count, into: &buffer, name: name) == 0 {
        hasEnded = isRegular
        return .end
      }
    }
    return .filled
  }

  /// Reads up to `count` bytes at `offset` of a file, without moving its read position.
  func read(at offset: Int, _ count: Int, into buffer: inout ByteBuffer) throws(SystemFailure)
    -> Int
  { try SystemCalls.read(descriptor, at: offset, count, into: &buffer, name: name) }

  /// Whether the next bytes, or the end, can be read after at most this time; -1 for no limit.
  func isReady(milliseconds: Int32 = 0) throws(SystemFailure) -> Bool {
    if isRegular { return true }
    switch SystemCalls.waitForInput(descriptor, output: output, milliseconds: milliseconds) {
    case .readable: return true
    case .notYet: return false
    case .outputClosed: throw .outputClosed
    }
  }

  /// Reads the beginning, without moving the read position of a file, and detects the carrier.
  func carrier(beginning: inout ByteBuffer) throws(SystemFailure) -> Carrier {
    if isRegular {
      _ = try read(at: 0, Carrier.beginningSize, into: &beginning)
    } else {
      _ = try read(into: &beginning, upTo: Carrier.beginningSize)
    }
    return Carrier(beginning: beginning.sealed(), name: name)
  }
}

/// The content of a pipe in an unnamed temporary file, so that it can be read more than once.
final class SpooledInput: Sendable {
  /// The descriptor of the file.
  let descriptor: Int32

  /// Takes over the descriptor of a file.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { SystemCalls.close(descriptor) }
}
