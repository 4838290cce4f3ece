import CardJSON
import CardLibC

// CardPlatform: the parts of the operating system that cardctl uses.
//
// This module wraps libc. Every call is checked, retried if a signal interrupts it, and throws the
// system's error. The module knows nothing about cards, journals or command lines. No other module
// calls libc, except CardJSON for memory and locks.

/// The system calls that cardctl makes.
package enum SystemCalls {
  /// The system's description of an error number, without an initial capital.
  package static func text(of code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    let text = unsafe String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Makes a system call, retrying it if a signal interrupts it; a negative result is a failure of
  /// `action`, such as "cannot read cards.json".
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

  /// Opens a file, whose descriptor is not inherited by programs that this process starts.
  ///
  /// - Parameter mode: the permissions of a created file, as in `chmod`, before the process's umask
  ///   is applied.
  package static func open(
    _ path: String, _ options: OpenOptions = .readOnly, mode: UInt16 = 0o666,
    shownAs name: String? = nil
  ) throws(SystemFailure) -> Int32 {
    let flags = options.rawValue | O_CLOEXEC
    return try repeated("cannot open \(name ?? path)") {
      unsafe SystemText.withPath(path) { unsafe CardLibC.open($0, flags, mode_t(mode)) }
    }
  }

  /// Duplicates a descriptor.
  package static func duplicate(_ descriptor: Int32, name: String) throws(SystemFailure) -> Int32 {
    try repeated("cannot open \(name)") { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
  }

  /// The descriptors of the standard streams.
  package static let standardInput = STDIN_FILENO, standardOutput = STDOUT_FILENO,
    standardError = STDERR_FILENO

  /// Ends the process.
  package static func exit(_ status: Int32) -> Never { CardLibC.exit(status) }

  /// Opens /dev/null on closed standard streams.
  ///
  /// Otherwise a file could get one of these descriptors, and messages or output would be written
  /// to it. Each stream is opened in the wrong direction, so that using it still fails.
  package static func reserveStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      _ = unsafe CardLibC.open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Closes a descriptor.
  package static func close(_ descriptor: Int32) { _ = CardLibC.close(descriptor) }

  /// Reads up to `count` bytes and appends them to `buffer`; returns 0 at the end of the file.
  package static func read(
    _ descriptor: Int32, _ count: Int, into buffer: inout ByteBuffer, name: String
  ) throws(SystemFailure) -> Int {
    while true {
      let length = unsafe buffer.fill(count) { unsafe CardLibC.read(descriptor, $0, $1) }
      if length >= 0 { return length }
      let code = errno
      if !mayRepeat(descriptor, POLLIN, after: code) {
        throw SystemFailure(action: "cannot read \(name)", code: code)
      }
    }
  }

  /// Whether to retry a failed call: a signal interrupted it, or the descriptor is nonblocking and
  /// has become ready.
  ///
  /// Another process that shares the stream, such as one that reads from the same terminal, may
  /// make it nonblocking. That must not lose data.
  static func mayRepeat(_ descriptor: Int32, _ event: Int32, after code: Int32) -> Bool {
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
      let length = unsafe rest.withPointer { unsafe CardLibC.write(descriptor, $0, $1) }
      let code = errno
      if length > 0 {
        start += length
      } else if length == 0 || !mayRepeat(descriptor, POLLOUT, after: code) {
        // The system sets no error if it writes nothing, and retrying might never end.
        throw length == 0
          ? .nothingWritten(name) : SystemFailure(action: "cannot write \(name)", code: code)
      }
    }
  }

  /// The result of `waitForInput`.
  package enum Readiness {
    /// Bytes are available, or the end of the file.
    case readable
    /// The timeout has expired.
    case notYet
    /// The reader of the output has closed it.
    case outputClosed
  }

  /// Waits until `input` is readable or the reader of `output` has closed it; -1 is no timeout.
  package static func waitForInput(_ input: Int32, output: Int32, milliseconds: Int32) -> Readiness
  {
    var descriptors = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      // macOS reports a hang-up only if it is requested, and never an error.
      pollfd(fd: output, events: Int16(POLLHUP), revents: 0),
    ]
    while true {
      let count = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      if count < 0 && errno == EINTR { continue }
      if count < 0 || descriptors[0].revents != 0 { return .readable }
      if descriptors[1].revents & Int16(POLLERR | POLLHUP) != 0 { return .outputClosed }
      return .notYet
    }
  }

  /// Sets the capacity of a pipe, if possible, so that its writer blocks less often.
  package static func enlargePipe(_ descriptor: Int32, to size: Int) {
    #if os(Linux)
      _ = fcntl(descriptor, setPipeSize, Int32(truncatingIfNeeded: size))
    #endif
  }

  #if os(Linux)
    /// `F_SETPIPE_SZ`, which the headers define only with `_GNU_SOURCE`.
    private static let setPipeSize: Int32 = 1031
  #endif

  /// Whether a descriptor refers to a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The current directory; nil if it was removed.
  package static func workingDirectory() throws(SystemFailure) -> String? {
    guard let path = unsafe getcwd(nil, 0) else {
      if isAbsence(errno) { return nil }
      throw SystemFailure(action: "cannot find the working directory", code: errno)
    }
    defer { unsafe free(path) }
    return unsafe SystemText.text(path)
  }

  /// The absolute path of the file at `path`, with symbolic links resolved; nil if not found.
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

  /// The number of processors that this process may use.
  package static func processorCount() -> Int {
    #if os(Linux)
      // `sysconf` reads a file in /sys, which takes up to 40 µs, and ignores the affinity.
      var mask = SIMD16<UInt64>()
      if unsafe sched_getaffinity(0, MemoryLayout.size(ofValue: mask), &mask) == 0 {
        return max(1, mask.indices.reduce(0) { $0 + mask[$1].nonzeroBitCount })
      }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// The value of an environment variable; nil if it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe SystemText.text(value)
  }
}

#if os(Linux)
  /// Declared only with `_GNU_SOURCE`.
  @_silgen_name("sched_getaffinity")
  private func sched_getaffinity(
    _ process: pid_t, _ size: Int, _ mask: UnsafeMutablePointer<SIMD16<UInt64>>
  ) -> Int32
#endif
