import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A child process, with its three streams connected to the test.
final class ChildProcess {
  /// The other end of one of the child's streams.
  enum Stream {
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
  struct Result: Equatable {
    var output: [UInt8] = []
    var messages: [UInt8] = []
    /// The exit status; 128 and the number of the signal for one that was killed, as in a shell.
    var status: Int32 = 0

    var text: String { String(decoding: output, as: UTF8.self) }
    var messageText: String { String(decoding: messages, as: UTF8.self) }
  }

  /// The maximum time that a test waits, in seconds.
  static let patience = 60.0

  let id: pid_t
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
  init(
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
  func write(_ bytes: [UInt8]) throws {
    try Descriptor.write(bytes[...], to: input)
  }

  /// Writes to the child's standard input.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Ends the child's standard input.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Closes the test's end of the child's standard output.
  func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// The next line of the child's standard output, without its end.
  func readLine() throws -> String {
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
  func waitForOutput() throws {
    let ready = try Descriptor.waitForInput([output], seconds: ChildProcess.patience)
    if ready.isEmpty { throw SystemError.tookTooLong }
  }

  /// Waits until the child has read what was written to it.
  func waitUntilRead() throws {
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
  func result(closingInput: Bool = true) throws -> Result {
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

  /// The peak memory of the running child, in bytes.
  func peakMemory() throws -> Int {
    #if canImport(Darwin)
      var usage = rusage_info_v4()
      let status = withUnsafeMutablePointer(to: &usage) {
        $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(id, RUSAGE_INFO_V4, $0)
        }
      }
      guard status == 0 else { throw SystemError.failed("proc_pid_rusage", errno) }
      return Int(usage.ri_lifetime_max_phys_footprint)
    #else
      // The result of wait4 includes the memory of the process that started the child.
      let lines = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8).split(
        separator: "\n")
      let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
      guard let words, words.count == 3, let size = Int(words[1]) else {
        throw SystemError.failed("no VmHWM", 0)
      }
      return size << 10
    #endif
  }

  /// Runs a program to its end with `input` as a pipe.
  static func run(
    _ arguments: [String], of program: String = Repository.tool, input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    let child = try ChildProcess(arguments, of: program, environment: environment)
    try child.write(input)
    return try child.result()
  }
}
