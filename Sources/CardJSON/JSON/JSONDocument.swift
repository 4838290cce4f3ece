/// A scanned JSON text: its bytes and the tape that says where its values are.
///
/// Valid until its scanner scans again. A value is identified by its node, the number of its word
/// on the tape; the root is node 0. `JSONNode` is a document and a node in one value.
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

  /// The tape's word for `node`.
  @inlinable public func word(_ node: Int) -> TapeWord { unsafe TapeWord(bits: words[node]) }

  /// The kind of `node`.
  @inlinable public func kind(_ node: Int) -> JSONKind { word(node).kind }

  /// Whether an escape with `\u` may stand somewhere in the document.
  public var mayHoldUnicodeEscapes: Bool { word(0).isEscaped }

  /// The node after the value `node`: the next key, value or end.
  @inlinable
  public func next(_ node: Int) -> Int {
    let word = word(node)
    return word.isContainer ? node &+ word.extent &+ 1 : node &+ 1
  }

  /// The byte range of `node` as written: with quotes, braces, brackets.
  @inlinable
  public func range(_ node: Int) -> Range<Int> {
    let word = word(node)
    switch word.kind {
    case .object, .array: return word.offset..<self.word(node + word.extent).offset + 1
    case .string: return word.offset - 1..<word.offset + word.extent + 1
    default: return word.offset..<word.offset + word.extent
    }
  }

  /// The bytes of `node` as written: with quotes, braces, brackets.
  @inlinable public func raw(_ node: Int) -> ByteView { bytes.slice(range(node)) }

  /// The bytes inside the quotes of a string, escapes unresolved, or a number or literal's own.
  @inlinable @inline(__always)
  public func content(_ node: Int) -> ByteView {
    let word = word(node)
    return bytes.slice(word.offset..<word.offset + word.extent)
  }

  /// Calls `body` with the key and the value of each member of the object `node`, in order.
  @inlinable
  public func forEachMember(
    of node: Int, _ body: (_ key: Int, _ value: Int) throws -> Void
  ) rethrows {
    for (key, value) in self[node].members { try body(key.index, value.index) }
  }

  /// Calls `body` with each element of the array `node`, in order.
  @inlinable
  public func forEachElement(of node: Int, _ body: (_ element: Int) throws -> Void) rethrows {
    for element in self[node].elements { try body(element.index) }
  }

  /// The value of the last member of the object `node` whose key is `name`; nil without one.
  ///
  /// Rejected: looking such keys up while the scanner reads them, which takes longer than searching
  /// for the few that are needed.
  public func member(_ name: ByteView, of node: Int) -> Int? {
    guard kind(node) == .object else { return nil }
    // A key without escapes has the name's length, which its word says.
    let wanted = TapeWord(.string, offset: 0, extent: name.count)
    var found: Int?
    var key = node &+ 1
    while true {
      let word = word(key)
      if word.isLike(wanted) {
        if content(key) == name { found = key &+ 1 }
      } else if !word.isPlainString {
        if word.kind == .end { return found }
        if text(key, equals: name) { found = key &+ 1 }
      }
      key = next(key &+ 1)
    }
  }

  /// The value of the last key called `name` when it is of `kind`; nil otherwise.
  public func member(_ name: StaticString, _ kind: JSONKind, of node: Int) -> Int? {
    guard let value = member(ByteView(name), of: node), self.kind(value) == kind else { return nil }
    return value
  }

  /// Whether the text of the string `node`, escapes resolved, is `name`.
  @inlinable
  public func text(_ node: Int, equals name: ByteView) -> Bool {
    word(node).isEscaped ? escapedText(node, equals: name) : content(node) == name
  }

  // A separate function, so that the loops that rarely call it stay small.
  @usableFromInline @inline(never)
  func escapedText(_ node: Int, equals name: ByteView) -> Bool {
    decoded(node).read { $0 == name }
  }

  /// A buffer with the text of the string `node`, escapes resolved.
  @inlinable
  public func decoded(_ node: Int) -> ByteBuffer {
    var text = ByteBuffer(capacity: word(node).extent)
    appendText(node, to: &text)
    return text
  }

  /// Appends the text of the string `node`, escapes resolved, or a number or literal's spelling.
  @inlinable
  public func appendText(_ node: Int, to buffer: inout ByteBuffer) {
    if word(node).isEscaped {
      JSONText.decode(content(node), into: &buffer)
    } else {
      buffer.append(content(node))
    }
  }

  /// The text of the string `node`, or a number or literal's spelling, for messages.
  public func string(_ node: Int) -> String { decoded(node).read(\.text) }
}
