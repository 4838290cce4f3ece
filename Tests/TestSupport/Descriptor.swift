import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call that failed in a test.
public enum SystemError: Error, Equatable {
  case failed(String, Int32)
  /// Nothing arrived within the maximum time of a test.
  case tookTooLong
}

/// Reading, writing and pipes for tests.
public enum Descriptor {
  /// Makes writing to a closed pipe an error, because the signal would end the tests.
  ///
  /// Children start as from a shell (`SpawnSetup`).
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// A pipe that no other child process inherits.
  public static func makePipe() throws -> (readEnd: Int32, writeEnd: Int32) {
    ignoresBrokenPipes
    var ends: [Int32] = [-1, -1]
    try Descriptor.withoutSpawning {
      guard pipe(&ends) == 0 else { throw SystemError.failed("pipe", errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    return (ends[0], ends[1])
  }

  /// The number of bytes in a pipe that were not read; 0 if its reader has closed it.
  public static func unread(_ descriptor: Int32) -> Int {
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    var count: Int32 = 0
    guard poll(&end, 1, 0) == 0, ioctl(descriptor, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(count)
  }

  private static let spawning = NSLock()

  /// Prevents children from inheriting a descriptor that is being opened.
  public static func withoutSpawning<Result>(_ body: () throws -> Result) rethrows -> Result {
    try spawning.withLock(body)
  }

  /// Writes all bytes, or as many as the reader of a pipe accepts.
  ///
  /// A program may end without having read its input; its result shows that.
  public static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        return
      } else if errno != EINTR {
        throw SystemError.failed("write", errno)
      }
    }
  }

  /// Reads the available bytes, up to 64 KiB; empty at the end.
  public static func readSome(_ descriptor: Int32) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count >= 0 { return Array(buffer[..<count]) }
      if errno != EINTR { throw SystemError.failed("read", errno) }
    }
  }

  /// Reads to the end.
  public static func readAll(_ descriptor: Int32) throws -> [UInt8] {
    var bytes = try readSome(descriptor)
    while !bytes.isEmpty {
      let more = try readSome(descriptor)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Waits until a descriptor has something to read, or has ended.
  public static func waitForInput(_ descriptors: [Int32], seconds: Double) throws -> [Int32] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = poll(&entries, nfds_t(entries.count), Int32(seconds * 1000))
    if count < 0 && errno != EINTR { throw SystemError.failed("poll", errno) }
    return entries.filter { $0.revents != 0 }.map(\.fd)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
