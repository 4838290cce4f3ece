import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A terminal of 60 columns without a user.
final class Terminal {
  private let master: Int32
  private let path: String

  init() throws {
    #if canImport(Darwin)
      master = posix_openpt(O_RDWR | O_NOCTTY)
      try #require(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0)
      path = String(cString: try #require(ptsname(master)))
    #else
      // The headers declare posix_openpt only on request; these are the calls that it makes.
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
      try #require(
        master >= 0 && ioctl(master, setLock, &isLocked) == 0
          && ioctl(master, getNumber, &number) == 0)
      path = "/dev/pts/\(number)"
    #endif
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit { close(master) }

  /// The output of a program with this terminal as its standard output.
  ///
  /// At most 4 KiB, the buffer of a terminal that is not read.
  func output(of program: String, _ arguments: [String], _ environment: [String: String])
    throws -> String
  {
    // Kept open, so the output stays readable after the program has ended.
    let own = try openEnd()
    defer { close(own) }
    let child = try ChildProcess(
      arguments, of: program, output: .file(path, flags: O_RDWR | O_NOCTTY),
      environment: environment)
    #expect(try child.result().status == 0)
    return try shown()
  }

  /// A descriptor of the terminal, for the caller to close.
  func openEnd() throws -> Int32 {
    let end = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(end >= 0)
    return end
  }

  /// The output that `body` writes to the terminal, read during the call: a terminal holds only 4
  /// KiB.
  func shown(while body: @escaping @Sendable () -> Void) throws -> String {
    let thread = Thread(block: body)
    thread.start()
    var text = ""
    while !thread.isFinished { text += try shown() }
    return text + (try shown())
  }

  /// The output written to the terminal so far, as long as the terminal is open.
  func shown() throws -> String {
    var shown: [UInt8] = []
    while try !Descriptor.waitForInput([master], seconds: 0.2).isEmpty {
      shown += try Descriptor.readSome(master)
    }
    return String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}
