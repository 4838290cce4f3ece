#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// What is needed to read a file that grows, is rotated or shown on a terminal.
extension SystemCalls {
  /// Lets `descriptor` read from the byte `offset` on; false where that cannot be, as in a pipe.
  public static func seek(_ descriptor: Int32, to offset: Int) -> Bool {
    lseek(descriptor, off_t(offset), SEEK_SET) >= 0
  }

  /// What the open file is, whatever it is called by now; nil when the system does not say.
  public static func identity(_ descriptor: Int32) -> FileIdentity? {
    guard let status = status(descriptor) else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Waits so long, or until the reader of `output` has gone, which it then says.
  public static func pause(milliseconds: Int32, output: Int32) -> Bool {
    // poll passes over a descriptor that is negative: there is no input to wait for.
    waitForInput(-1, output: output, milliseconds: milliseconds) == .outputClosed
  }

  /// How many columns the terminal has that `descriptor` is open for; nil for what is none.
  public static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
