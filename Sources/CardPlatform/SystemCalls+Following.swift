import CardLibC

// What is needed to read a file that grows or is rotated.
extension SystemCalls {
  /// Lets `descriptor` read from the byte `offset` on; false where that cannot be, as in a pipe.
  package static func seek(_ descriptor: Int32, to offset: Int, name: String) throws(SystemFailure)
    -> Bool
  {
    if lseek(descriptor, off_t(offset), SEEK_SET) >= 0 { return true }
    if errno == ESPIPE { return false }
    throw SystemFailure(action: "cannot read \(name)", code: errno)
  }

  /// Waits so long, or until the reader of `output` has gone, which it then says.
  package static func pause(milliseconds: Int32, output: Int32) -> Bool {
    // poll passes over a descriptor that is negative: there is no input to wait for.
    waitForInput(-1, output: output, milliseconds: milliseconds) == .outputClosed
  }
}
