/// The text of a JSON string as written, or of a number or literal.
@frozen
public struct JSONString: BitwiseCopyable, Sendable {
  /// The content of a valid JSON string, without its quotes.
  public let content: ByteView
  /// Whether `content` has escapes.
  public let isEscaped: Bool

  /// Creates text from the content of a JSON string.
  @inlinable
  public init(_ content: ByteView, isEscaped: Bool = false) {
    self.content = content
    self.isEscaped = isEscaped
  }

  /// Creates the text of a string, or of a number or literal as written.
  @inlinable
  public init(_ node: JSONNode) { self.init(node.content, isEscaped: node.word.isEscaped) }

  /// Appends the text with escapes resolved.
  @inlinable
  public func appendText(to buffer: inout ByteBuffer) {
    if isEscaped { JSONText.decode(content, into: &buffer) } else { buffer.append(content) }
  }

  /// Appends the JSON string as written, with its quotes.
  @inlinable
  public func appendJSON(to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    buffer.append(content)
    buffer.append(UInt8(ascii: "\""))
  }

  /// The text for messages, with escapes resolved.
  public var string: String { withText(\.text) }

  /// Calls `body` with the text, with escapes resolved.
  @inlinable @inline(__always)
  public func withText<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
    guard isEscaped else { return try body(content) }
    return try decoded.read(body)
  }

  /// A buffer with the text, with escapes resolved.
  @inlinable public var decoded: ByteBuffer {
    var text = ByteBuffer(capacity: content.count)
    appendText(to: &text)
    return text
  }

  /// The text with escapes resolved: a view of the content, or of `scratch` if it has escapes.
  public func decoded(using scratch: inout ByteBuffer) -> ByteView {
    guard isEscaped else { return content }
    scratch.removeAll()
    appendText(to: &scratch)
    return scratch.view
  }
}
