#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// What is needed to read a file that grows or is rotated.
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
}
