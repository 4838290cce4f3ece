/// A value of a scanned JSON text: its document and its node in one value; nil where a value is
/// absent.
///
/// Borrowed like its document: valid until the scanner scans again. Loops over the numbers of
/// nodes, such as those that detect shapes, use the document itself.
@frozen
public struct JSONNode: Sendable {
  /// The document that contains the value.
  public let document: JSONDocument
  /// The number of the value's word on the tape.
  public let index: Int

  /// The value with this number in `document`.
  @inlinable
  public init(_ index: Int, of document: JSONDocument) {
    self.document = document
    self.index = index
  }

  /// The value's word on the tape.
  @inlinable public var word: TapeWord { document.word(index) }
  /// The kind of the value.
  @inlinable public var kind: JSONKind { word.kind }
  /// The byte range as written: with quotes, braces, brackets.
  @inlinable public var range: Range<Int> { document.range(index) }
  /// The bytes as written: with quotes, braces, brackets.
  @inlinable public var raw: ByteView { document.raw(index) }
  /// The bytes inside the quotes of a string, escapes unresolved, or a number or literal's own.
  @inlinable public var content: ByteView { document.content(index) }
  /// The text of a string, or a number or literal's spelling, for messages.
  public var string: String { document.string(index) }
  /// The key of the value, which is a member of an object.
  @inlinable public var key: JSONNode { JSONNode(index - 1, of: document) }
  /// A buffer with the JSON of the value, without whitespace between its tokens.
  public var compact: ByteBuffer {
    var text = ByteBuffer()
    JSONText.appendCompact(raw, to: &text)
    return text
  }

  /// Whether the value is an object or an array without elements.
  public var isEmptyContainer: Bool { word.isContainer && word.extent == 1 }

  /// Whether the text of a string, escapes resolved, is `name`.
  @inlinable public func text(equals name: ByteView) -> Bool { document.text(index, equals: name) }

  /// The value of the last member called `name`; nil without one.
  public func member(_ name: ByteView) -> JSONNode? {
    document.member(name, of: index).map { JSONNode($0, of: document) }
  }

  /// The value of the last member called `name` if it is of `kind`; nil otherwise.
  public func member(_ name: StaticString, _ kind: JSONKind) -> JSONNode? {
    document.member(name, kind, of: index).map { JSONNode($0, of: document) }
  }

  /// The members of an object, in order; none for another value.
  @inlinable public var members: Members { Members(values: Elements(self, of: .object)) }

  /// The elements of an array, in order; none for another value.
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
    @usableFromInline let document: JSONDocument
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    @inlinable
    init(_ container: JSONNode, of kind: JSONKind) {
      document = container.document
      index = container.index + 1
      end = container.kind == kind ? container.index + container.word.extent : index
    }

    /// The next element.
    @inlinable
    public mutating func next() -> JSONNode? {
      guard index < end else { return nil }
      defer { index = document.next(index) }
      return JSONNode(index, of: document)
    }
  }
}

extension JSONDocument {
  /// The value with this number.
  @inlinable public subscript(node: Int) -> JSONNode { JSONNode(node, of: self) }

  /// The value that contains all others.
  @inlinable public var root: JSONNode { self[0] }
}
