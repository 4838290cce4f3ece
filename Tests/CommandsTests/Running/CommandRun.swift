import Foundation
import TestSupport
import Testing

@testable import CardCommands

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A command line that runs in the process of the test, with its own streams, environment and clock.
struct CommandRun {
  /// The source of standard input.
  enum Input {
    /// A file with these bytes.
    case file([UInt8])
    /// A pipe into which they are written in pieces of this size.
    case pipe([UInt8], pieces: Int)
    /// A pipe into which each of these pieces is written after the previous one was read.
    case arriving([ArraySlice<UInt8>])
  }

  /// The result of the run.
  struct Result: Equatable, CustomTestStringConvertible {
    var output: [UInt8]
    var messages: [UInt8]
    var status: Int32

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text.
    var messageText: String { String(decoding: messages, as: UTF8.self) }

    /// The status and both texts, instead of their bytes.
    var testDescription: String { "status \(status)\n\(text)\nMESSAGES\n\(messageText)\n" }
  }

  var arguments: [String]
  var input = Input.file([])
  var environment: [String: String] = [:]
  var directory: String?
  var blockSizes = BlockSizes()
  var processors = 2

  /// The current time of all runs: 2026-11-20T09:00:00Z.
  static let now: Int64 = 1_795_165_200_000

  /// Runs the line.
  func result() throws -> Result {
    let output = try ScratchFile()
    let messages = try ScratchFile()
    let source = try InputSource(input)
    var console = Console(
      input: source.descriptor, output: output.descriptor, error: messages.descriptor,
      environment: environment, directory: directory, now: CommandRun.now,
      processors: processors)
    console.blockSizes = blockSizes
    let status = Tool.run(arguments, console)
    source.finish()
    return Result(output: try output.bytes(), messages: try messages.bytes(), status: status)
  }

  /// A console for code that needs only the sizes and the directory for temporary files.
  static func console(sorted: Int) -> Console {
    var console = Console(
      input: -1, output: -1, error: -1, environment: [:], now: now, processors: 1)
    console.blockSizes.sorted = sorted
    return console
  }

  /// Runs a line whose words are separated by spaces.
  static func result(
    _ line: String, _ input: Input = .file([]), _ sizes: BlockSizes = BlockSizes()
  ) throws -> Result {
    var run = CommandRun(arguments: line.split(separator: " ").map(String.init), input: input)
    run.blockSizes = sizes
    return try run.result()
  }
}

extension BlockSizes {
  /// Blocks of 16 KiB, so a small input has many.
  static let small = BlockSizes(first: 1 << 12, usual: 1 << 14)
}

/// A file without a name.
final class ScratchFile {
  let descriptor: Int32

  init(_ bytes: [UInt8] = []) throws {
    let folder = try ScratchFolder()
    descriptor = open(folder.path("file"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError.failed("open", errno) }
    try Descriptor.write(bytes[...], to: descriptor)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// The content of the file.
  func bytes() throws -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    return try Descriptor.readAll(descriptor)
  }
}

/// A descriptor to read given bytes from.
private final class InputSource {
  let descriptor: Int32
  private var file: ScratchFile?
  private var isWritten: DispatchSemaphore?

  init(_ input: CommandRun.Input) throws {
    switch input {
    case .file(let bytes):
      let file = try ScratchFile(bytes)
      (self.file, descriptor) = (file, file.descriptor)
    case .pipe(let bytes, let size):
      let ends = try Descriptor.makePipe()
      descriptor = ends.readEnd
      let starts = stride(from: 0, to: bytes.count, by: size)
      write(starts.map { bytes[$0..<min($0 + size, bytes.count)] }, to: ends.writeEnd)
    case .arriving(let pieces):
      let ends = try Descriptor.makePipe()
      descriptor = ends.readEnd
      write(pieces, to: ends.writeEnd, waits: true)
    }
  }

  /// Writes the pieces in another thread.
  private func write(_ pieces: [ArraySlice<UInt8>], to writeEnd: Int32, waits: Bool = false) {
    let done = DispatchSemaphore(value: 0)
    isWritten = done
    Thread.detachNewThread {
      for piece in pieces {
        guard (try? Descriptor.write(piece, to: writeEnd)) != nil else { break }
        while waits, Descriptor.unread(writeEnd) > 0 { sched_yield() }
      }
      close(writeEnd)
      done.signal()
    }
  }

  /// Closes the input and waits until its writer ends.
  func finish() {
    guard let isWritten else { return }
    close(descriptor)
    isWritten.wait()
  }
}

extension ScratchFolder {
  /// A console with this working directory.
  var console: Console {
    Console(
      input: -1, output: -1, error: -1, environment: [:], directory: path, now: 0, processors: 1)
  }
}
