/// A scanned JSON text: its bytes and the tape with the positions of its values, valid until its
/// scanner scans again.
@frozen
@safe
public struct JSONDocument: @unchecked Sendable {
  /// The scanned bytes, from whose start offsets count.
  public let bytes: ByteView
  @usableFromInline let words: UnsafePointer<UInt64>

  @inlinable
  init(bytes: ByteView, words: UnsafePointer<UInt64>) {
    self.bytes = bytes
    unsafe self.words = words
  }

  /// Whether two documents use the same tape.
  @inlinable
  public static func === (left: JSONDocument, right: JSONDocument) -> Bool {
    unsafe left.words == right.words
  }

  /// The value that contains all others.
  @inlinable public var root: JSONNode { self[0] }

  /// The value at this index on the tape.
  @inlinable public subscript(node: Int) -> JSONNode { JSONNode(node, of: self) }

  /// Whether the document may contain a `\u` escape.
  public var mayHoldUnicodeEscapes: Bool { root.word.isEscaped }
}
