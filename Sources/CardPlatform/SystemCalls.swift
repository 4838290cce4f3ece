import CardLibC

// Platform: the operating system, as far as cardctl needs it.
//
// libc behind names that say what they do: every call is checked, repeated when a signal interrupts
// it, and throws the system's own reason. It knows nothing of cards, journals or command lines. No
// other module calls libc, but for CardJSON, which needs memory and locks.

import CardJSON
import CardLibC

/// The system calls that cardctl makes, each checked and repeated when a signal interrupts it.
package enum SystemCalls {
  /// The reason that belongs to an error number, in the system's words but without a capital.
  package static func text(of code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    let text = unsafe String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Makes a call, and again as long as signals interrupt it; what it returns is below 0 when it
  /// fails.
  ///
  /// - Throws: that what was tried, as in "cannot read cards.json", failed for the system's reason.
  @discardableResult
  static func repeated<Result: SignedInteger>(
    _ action: @autoclosure () -> String, _ call: () -> Result
  ) throws(SystemFailure) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemFailure(action: action(), code: code) }
    }
  }

  /// Opens a file; the descriptor is closed in programs that are started.
  ///
  /// - Parameters:
  ///   - mode: who may do what with a file that is made, as in `chmod`, as far as the process's
  ///     mask lets them.
  ///   - name: what messages call the file; nil for its path.
  package static func open(
    _ path: String, _ options: OpenOptions = .readOnly, mode: UInt16 = 0o666,
    shownAs name: String? = nil
  ) throws(SystemFailure) -> Int32 {
    while true {
      let descriptor = unsafe openFile(path, options.rawValue | O_CLOEXEC, mode_t(mode))
      if descriptor >= 0 { return descriptor }
      let code = errno
      if code == EMFILE, raiseFileLimit() { continue }
      if code != EINTR { throw .opening(name ?? path, code) }
    }
  }

  /// Lets this process have as many files open at once as it may; false when it does already.
  private static func raiseFileLimit() -> Bool {
    var limit = rlimit()
    #if canImport(Darwin)
      let (kind, most) = (RLIMIT_NOFILE, rlim_t(OPEN_MAX))
    #else
      let (kind, most) = (__rlimit_resource_t(RLIMIT_NOFILE.rawValue), rlim_t.max)
    #endif
    guard unsafe getrlimit(kind, &limit) == 0 else { return false }
    let wanted = min(limit.rlim_max, most)
    guard limit.rlim_cur < wanted else { return false }
    limit.rlim_cur = wanted
    return unsafe setrlimit(kind, &limit) == 0
  }

  /// Another descriptor for what `descriptor` is open for.
  package static func duplicate(_ descriptor: Int32, name: String) throws(SystemFailure) -> Int32 {
    try repeated("cannot open \(name)") { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
  }

  /// The descriptors of the standard streams.
  package static let standardInput = STDIN_FILENO, standardOutput = STDOUT_FILENO,
    standardError = STDERR_FILENO

  /// Ends the process.
  package static func exit(_ status: Int32) -> Never { CardLibC.exit(status) }

  /// Keeps files that are opened from getting the place of a standard stream that is closed, where
  /// messages or output would be written into them.
  ///
  /// The place is taken the wrong way round, so that using the stream still fails.
  package static func occupyStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      _ = unsafe openFile("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY, 0)
    }
  }

  /// Gives a descriptor back.
  package static func close(_ descriptor: Int32) { _ = closeFile(descriptor) }

  /// Reads up to `count` bytes after the content of `buffer`; 0 at the end of the file.
  package static func read(
    _ descriptor: Int32, _ count: Int, into buffer: inout ByteBuffer, name: String
  )
    throws(SystemFailure) -> Int
  {
    while true {
      let length = unsafe buffer.fill(count) { memory, size in
        unsafe readFile(descriptor, memory, size)
      }
      if length >= 0 { return length }
      let code = errno
      if !mayRepeat(descriptor, POLLIN, code) {
        throw SystemFailure(action: "cannot read \(name)", code: code)
      }
    }
  }

  /// Whether a call that failed is to be made again: a signal interrupted it, or the descriptor
  /// does not block, and then it is waited for as one that does.
  ///
  /// Whether a stream blocks is decided by whoever shares it, such as a program that reads the
  /// other end of a terminal; it is no reason to lose data.
  static func mayRepeat(_ descriptor: Int32, _ event: Int32, _ code: Int32) -> Bool {
    if code == EINTR { return true }
    guard code == EAGAIN || code == EWOULDBLOCK else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR
  }

  /// Writes all of `bytes`.
  package static func write(_ descriptor: Int32, _ bytes: ByteView, name: String)
    throws(SystemFailure)
  {
    var start = 0
    while start < bytes.count {
      let rest = bytes.slice(start..<bytes.count)
      let length = unsafe rest.withPointer { unsafe writeFile(descriptor, $0, $1) }
      let code = errno
      if length > 0 {
        start += length
      } else if length == 0 || !mayRepeat(descriptor, POLLOUT, code) {
        // Where nothing is written the system gives no reason, and asking again might never end.
        throw length == 0
          ? .nothingWritten(name) : SystemFailure(action: "cannot write \(name)", code: code)
      }
    }
  }

  /// What `waitForInput` waited for.
  package enum Readiness {
    /// There are bytes to read, or the end of the file.
    case readable
    /// The time is over.
    case notYet
    /// Nobody reads the output any more.
    case outputClosed
  }

  /// Waits until `input` can be read or the reader of `output` has gone.
  ///
  /// - Parameter milliseconds: how long at most; -1 for ever.
  package static func waitForInput(_ input: Int32, output: Int32, milliseconds: Int32) -> Readiness
  {
    var descriptors = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: 0, revents: 0),
    ]
    while true {
      let count = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      if count < 0 && errno == EINTR { continue }
      if count < 0 || descriptors[0].revents != 0 { return .readable }
      if descriptors[1].revents & Int16(POLLERR) != 0 { return .outputClosed }
      return .notYet
    }
  }

  /// Lets a pipe hold so many bytes, where the system can: its writer then waits less often.
  package static func enlargePipe(_ descriptor: Int32, to size: Int) {
    #if os(Linux)
      _ = fcntl(descriptor, setPipeSize, Int32(truncatingIfNeeded: size))
    #endif
  }

  #if os(Linux)
    /// `F_SETPIPE_SZ`, which the headers give only to programs that ask for all of GNU's.
    private static let setPipeSize: Int32 = 1031
  #endif

  /// Whether a descriptor is open for a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The directory that relative paths start from; nil when it is gone.
  package static func workingDirectory() throws(SystemFailure) -> String? {
    guard let path = unsafe getcwd(nil, 0) else {
      if isAbsence(errno) { return nil }
      throw SystemFailure(action: "cannot find the working directory", code: errno)
    }
    defer { unsafe free(path) }
    return unsafe SystemText.text(path)
  }

  /// The absolute path of the file at `path`, without symbolic links; nil if it cannot be found.
  package static func realPath(_ path: String) -> String? {
    unsafe SystemText.withPath(path) { path in
      guard let found = unsafe realpath(path, nil) else { return nil }
      defer { unsafe free(found) }
      return unsafe SystemText.text(found)
    }
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static func now() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// How many processors are there to work with.
  package static func processorCount() -> Int {
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// An environment variable of the process; nil when it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe SystemText.text(value)
  }
}

// The C functions whose names the enum above takes for its own.
@unsafe
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe SystemText.withPath(path) { unsafe open($0, flags, mode) }
}
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
@unsafe
private func readFile(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer, _ size: Int) -> Int {
  unsafe read(descriptor, memory, size)
}
@unsafe
func writeFile(_ descriptor: Int32, _ memory: UnsafePointer<UInt8>, _ size: Int) -> Int {
  unsafe write(descriptor, memory, size)
}

extension SystemCalls {
  /// The path of the program that runs, symbolic links resolved; nil when the system does not say.
  package static func programPath() throws(SystemFailure) -> String? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(path.count)
      guard unsafe _NSGetExecutablePath(&path, &size) == 0,
        let resolved = unsafe realpath(path, nil)
      else { return nil }
      defer { unsafe free(resolved) }
      return unsafe SystemText.text(resolved)
    #else
      return try link(at: "/proc/self/exe", name: "/proc/self/exe")
    #endif
  }

  /// Puts another program, which is looked for in PATH, in the place of this one.
  ///
  /// Returns only when that cannot be done. No shell is in between: each argument arrives as it is.
  package static func become(_ program: String, _ arguments: [String]) {
    var words = unsafe ([program] + arguments).map { unsafe SystemText.copy($0) } + [nil]
    _ = unsafe execvp(program, &words)
    for index in unsafe words.indices { unsafe free(words[index]) }
  }
}
