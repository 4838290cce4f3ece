import CardJSON

extension String {
  /// Calls `body` with the text in the form that a scanner reads.
  func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
    var buffer = ByteBuffer(utf8)
    return body(buffer.sealed())
  }
}
