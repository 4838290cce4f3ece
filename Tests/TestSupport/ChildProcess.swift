import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A child process, with its three streams connected to the test.
public final class ChildProcess {
  /// The other end of one of the child's streams.
  public enum Stream {
    /// A pipe to or from the test.
    case pipe
    /// A pipe whose end in the child is nonblocking.
    case nonBlockingPipe
    /// A file, opened with these flags.
    case file(String, flags: Int32)
    /// Nothing: the descriptor is closed.
    case closed
  }

  /// The result of a child that has ended.
  public struct Result: Equatable {
    /// The bytes of standard output.
    public var output: [UInt8] = []
    /// The bytes of standard error.
    public var messages: [UInt8] = []
    /// The exit status; 128 and the number of the signal for one that was killed, as in a shell.
    public var status: Int32 = 0

    /// Creates a result.
    public init(output: [UInt8] = [], messages: [UInt8] = [], status: Int32 = 0) {
      (self.output, self.messages, self.status) = (output, messages, status)
    }

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text.
    public var messageText: String { String(decoding: messages, as: UTF8.self) }
  }

  /// The maximum time that a test waits, in seconds.
  public static let patience = 60.0

  /// The number of the process.
  public let id: pid_t
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var messages: Int32 = -1
  private var unread: [UInt8] = []
  private var isReaped = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name.
  ///   - environment: all of the child's variables.
  public init(
    _ arguments: [String], of program: String = Repository.tool, input: Stream = .pipe,
    output: Stream = .pipe, messages: Stream = .pipe, environment: [String: String] = [:]
  ) throws {
    let setup = SpawnSetup()
    self.input = try setup.connect(input, to: 0)
    self.output = try setup.connect(output, to: 1)
    self.messages = try setup.connect(messages, to: 2)
    id = try setup.start(program, arguments, environment)
  }

  deinit {
    for descriptor in [input, output, messages] where descriptor >= 0 { close(descriptor) }
    guard !isReaped else { return }
    kill(id, SIGKILL)
    _ = waitpid(id, nil, 0)
  }

  /// Writes to the child's standard input.
  public func write(_ bytes: [UInt8]) throws {
    try Descriptor.write(bytes[...], to: input)
  }

  /// Writes to the child's standard input.
  public func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Ends the child's standard input.
  public func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Closes the test's end of the child's standard output.
  public func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// The next line of the child's standard output, without its end.
  public func readLine() throws -> String {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let ready = try Descriptor.waitForInput([output], seconds: ChildProcess.patience)
      if ready.isEmpty { throw SystemError.tookTooLong }
      let more = try Descriptor.readSome(output)
      if more.isEmpty { throw SystemError.failed("the output has ended", 0) }
      unread += more
    }
  }

  /// Waits until the child has written something, which stays unread.
  public func waitForOutput() throws {
    let ready = try Descriptor.waitForInput([output], seconds: ChildProcess.patience)
    if ready.isEmpty { throw SystemError.tookTooLong }
  }

  /// Waits until the child has read what was written to it.
  public func waitUntilRead() throws {
    let deadline = Date(timeIntervalSinceNow: ChildProcess.patience)
    var waiting: Int32 = 1
    while true {
      // Both ends of a pipe report the number of bytes in it; on macOS only the reader's end.
      guard ioctl(input, UInt(FIONREAD), &waiting) == 0, waiting > 0 else { return }
      if Date() > deadline { throw SystemError.tookTooLong }
      usleep(20)
    }
  }

  /// Reads both outputs to their ends and waits for the child.
  ///
  /// The child's input is closed first, unless `closingInput` is false.
  public func result(closingInput: Bool = true) throws -> Result {
    if closingInput { closeInput() }
    var result = Result(output: unread)
    var open = [output, messages].filter { $0 >= 0 }
    while !open.isEmpty {
      let ready = try Descriptor.waitForInput(open, seconds: ChildProcess.patience)
      if ready.isEmpty { throw SystemError.tookTooLong }
      for descriptor in ready {
        let more = try Descriptor.readSome(descriptor)
        if more.isEmpty {
          open.removeAll { $0 == descriptor }
        } else if descriptor == output {
          result.output += more
        } else {
          result.messages += more
        }
      }
    }
    result.status = try wait()
    return result
  }

  private func wait() throws -> Int32 {
    var status: Int32 = 0
    let deadline = Date(timeIntervalSinceNow: ChildProcess.patience)
    while true {
      switch waitpid(id, &status, WNOHANG) {
      case 0:
        if Date() > deadline { throw SystemError.tookTooLong }
        usleep(1000)
      case id:
        isReaped = true
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
      default: throw SystemError.failed("waitpid", errno)
      }
    }
  }

  /// Runs a program to its end with `input` as a pipe.
  public static func run(
    _ arguments: [String], of program: String = Repository.tool, input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    let child = try ChildProcess(arguments, of: program, environment: environment)
    try child.write(input)
    return try child.result()
  }
}
