import CardLibC

extension SystemCalls {
  /// How many columns the terminal has that `descriptor` is open for; nil for anything else.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
