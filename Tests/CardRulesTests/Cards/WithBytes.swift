import CardJSON

extension String {
  /// Lends the text as a scanner wants it.
  func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
    var buffer = ByteBuffer(utf8)
    return body(buffer.sealed())
  }
}
