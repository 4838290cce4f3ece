/// A value of a scanned JSON text, or the key of a member: its document and its index on the tape.
@frozen
public struct JSONNode: Sendable {
  /// The document that contains the value.
  public let document: JSONDocument
  /// The index of the value's word on the tape.
  public let index: Int

  /// Creates a cursor to the value at `index` of the document's tape.
  @inlinable
  public init(_ index: Int, of document: JSONDocument) {
    self.document = document
    self.index = index
  }

  /// The value's word on the tape.
  @inlinable public var word: TapeWord { unsafe TapeWord(bits: document.words[index]) }

  /// The kind of the value.
  @inlinable public var kind: JSONKind { word.kind }

  /// The byte range of the value as written, including quotes, braces and brackets.
  @inlinable
  public var range: Range<Int> {
    let word = word
    switch word.kind {
    case .object, .array: return word.offset..<document[index + word.extent].word.offset + 1
    case .string: return word.offset - 1..<word.offset + word.extent + 1
    default: return word.offset..<word.offset + word.extent
    }
  }

  /// The bytes of the value as written, including quotes, braces and brackets.
  @inlinable public var raw: ByteView { document.bytes.slice(range) }

  /// The bytes between the quotes of a string as written; for a number or literal, its bytes.
  @inlinable @inline(__always)
  public var content: ByteView {
    let word = word
    return document.bytes.slice(word.offset..<word.offset + word.extent)
  }

  /// Whether the value is an empty object or array.
  public var isEmptyContainer: Bool { word.isContainer && word.extent == 1 }

  // MARK: Text

  /// Appends the text of a string, with escapes resolved; a number or literal as written.
  @inlinable
  public func appendText(to buffer: inout ByteBuffer) { JSONString(self).appendText(to: &buffer) }

  /// A buffer with the text of a string, with escapes resolved; a number or literal as written.
  @inlinable public var decoded: ByteBuffer { JSONString(self).decoded }

  /// The text of a string, or a number or literal as written, for messages.
  public var string: String { JSONString(self).string }

  /// A buffer with the JSON of the value, without whitespace between its tokens.
  public var compact: ByteBuffer {
    var text = ByteBuffer()
    JSONText.appendCompact(raw, to: &text)
    return text
  }

  /// Whether the text of a string, with escapes resolved, is `name`.
  @inlinable
  public func text(equals name: ByteView) -> Bool {
    word.isEscaped ? escapedText(equals: name) : content == name
  }

  // A separate function, so that the loops that rarely call it stay small.
  @usableFromInline @inline(never)
  func escapedText(equals name: ByteView) -> Bool { decoded.read { $0 == name } }

  // MARK: Members and elements

  /// The next value or key in the container, or the container's end.
  @inlinable public var next: JSONNode {
    let word = word
    return document[word.isContainer ? index &+ word.extent &+ 1 : index &+ 1]
  }

  /// The key of this value, which must be a member of an object.
  @inlinable public var key: JSONNode { document[index - 1] }

  /// The value of the last member with the key `name`; nil if absent.
  ///
  /// Rejected: looking up such keys during the scan, which is slower than searching for a few.
  public func member(_ name: ByteView) -> JSONNode? {
    guard kind == .object else { return nil }
    // The extent in the key's word is its length, so most other keys differ in one comparison.
    let wanted = TapeWord(.string, offset: 0, extent: name.count)
    var found: JSONNode?
    var key = document[index &+ 1]
    while true {
      let (word, value) = (key.word, document[key.index &+ 1])
      if word.isLike(wanted) {
        if key.content == name { found = value }
      } else if !word.isPlainString {
        if word.kind == .end { return found }
        if key.text(equals: name) { found = value }
      }
      key = value.next
    }
  }

  /// The value of the last member with the key `name`; nil if it is absent or not of `kind`.
  public func member(_ name: StaticString, _ kind: JSONKind) -> JSONNode? {
    guard let value = member(ByteView(name)), value.kind == kind else { return nil }
    return value
  }

  /// The members of an object, in order; empty for any other value.
  @inlinable public var members: Members { Members(values: Elements(self, of: .object)) }

  /// The elements of an array, in order; empty for any other value.
  @inlinable public var elements: Elements { Elements(self, of: .array) }

  /// The members of an object.
  @frozen
  public struct Members: Sequence, IteratorProtocol {
    @usableFromInline var values: Elements

    @inlinable init(values: Elements) { self.values = values }

    /// The next key, which is a string, and its value.
    @inlinable
    public mutating func next() -> (key: JSONNode, value: JSONNode)? {
      guard let key = values.next(), let value = values.next() else { return nil }
      return (key, value)
    }
  }

  /// The elements of an array, or the keys and values of an object.
  @frozen
  public struct Elements: Sequence, IteratorProtocol {
    @usableFromInline var node: JSONNode
    @usableFromInline let end: Int

    @inlinable
    init(_ container: JSONNode, of kind: JSONKind) {
      node = container.document[container.index + 1]
      end = container.kind == kind ? container.index + container.word.extent : node.index
    }

    /// The next element.
    @inlinable
    public mutating func next() -> JSONNode? {
      guard node.index < end else { return nil }
      defer { node = node.next }
      return node
    }
  }
}
