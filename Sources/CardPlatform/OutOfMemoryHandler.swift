import CardJSON
import CardLibC

/// The reaction of the tool to a failed memory allocation.
///
/// It reports the size, removes temporary files and exits as after any other system failure.
package enum OutOfMemoryHandler {
  /// Installs the handler, which exits with `status`.
  ///
  /// Call this before any thread starts.
  package static func install(status: Int32) {
    unsafe MemoryFailure.handler = { wanted in
      TemporaryFile.removeAll()
      OutOfMemoryHandler.say(wanted)
      _exit(status)
    }
  }

  /// Writes the message without allocating memory.
  private static func say(_ wanted: Int) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 80) { message in
      var count = 0
      func append(_ byte: UInt8) {
        unsafe message[count] = byte
        count += 1
      }
      func append(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { unsafe append(text.utf8Start[index]) }
      }
      append("cardctl: no memory for ")
      var unit = 1
      while wanted / unit >= 10 { unit *= 10 }
      while unit > 0 {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: wanted / unit % 10))
        unit /= 10
      }
      append(" bytes\n")
      _ = unsafe write(STDERR_FILENO, message.baseAddress, count)
    }
  }
}
