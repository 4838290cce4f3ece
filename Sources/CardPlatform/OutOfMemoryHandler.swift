import CardJSON
import CardLibC

/// The tool's handler for failed memory allocations.
///
/// It reports the size, removes temporary files and exits as after any other system failure.
package enum OutOfMemoryHandler {
  /// Installs the handler, which exits with `status`; call this before any thread starts.
  package static func install(status: Int32) {
    unsafe MemoryFailure.handler = { wanted in
      TemporaryFile.removeAll()
      OutOfMemoryHandler.printMessage(wanted)
      _exit(status)
    }
  }

  /// Writes the message without allocating memory.
  private static func printMessage(_ wanted: Int) {
    func printText(_ text: StaticString) {
      _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    printText("cardctl: no memory for ")
    var unit = 1
    while wanted / unit >= 10 { unit *= 10 }
    while unit > 0 {
      var digit = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: wanted / unit % 10)
      _ = unsafe write(STDERR_FILENO, &digit, 1)
      unit /= 10
    }
    printText(" bytes\n")
  }
}
