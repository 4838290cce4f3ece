/// A scanned JSON text: its bytes and the tape that says where its values are.
///
/// Valid until its scanner scans again. A value is a `JSONNode`, which is identified by the number
/// of its word on the tape; the root is number 0.
@frozen
@safe
public struct JSONDocument: @unchecked Sendable {
  /// The bytes that were scanned; offsets count from their start.
  public let bytes: ByteView
  @usableFromInline let words: UnsafePointer<UInt64>

  @inlinable
  init(bytes: ByteView, words: UnsafePointer<UInt64>) {
    self.bytes = bytes
    unsafe self.words = words
  }

  /// Whether two documents are the same scan.
  @inlinable
  public static func === (left: JSONDocument, right: JSONDocument) -> Bool {
    unsafe left.words == right.words
  }

  /// The value that contains all others.
  @inlinable public var root: JSONNode { self[0] }

  /// The value with this number.
  @inlinable public subscript(node: Int) -> JSONNode { JSONNode(node, of: self) }

  /// Whether an escape with `\u` may stand somewhere in the document.
  public var mayHoldUnicodeEscapes: Bool { root.word.isEscaped }
}
