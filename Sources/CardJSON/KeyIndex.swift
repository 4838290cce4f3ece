/// Which of a table's names are keys of one object, and where their values are.
///
/// Made once and reused for every card. Where a key is there twice, the last one counts.
///
/// The cards of a stream have their keys in much the same order, so the index remembers which name
/// followed which (`KeyStep`) and tries that one before it looks a key up; then the one after it,
/// because cards leave out what they do not have, then another that followed before. Nearly every
/// key is found that way, by comparing two or three words.
@safe
@_spi(CardTool) public struct KeyIndex: ~Copyable, @unchecked Sendable {
  private let table: NameTable
  let nodes: UnsafeMutablePointer<Int32>
  let steps: KeySteps
  let count: Int

  /// An index of the names in `table`.
  public init(_ table: NameTable) {
    self.table = table
    count = table.count
    unsafe nodes = .allocate(capacity: max(count, 1))
    unsafe nodes.initialize(repeating: 0, count: max(count, 1))
    steps = KeySteps(table)
  }

  deinit {
    unsafe nodes.deallocate()
    steps.deallocate()
  }

  /// Looks the keys of the object `node` up; the result is good until the next call.
  public mutating func index(_ document: JSONDocument, _ node: Int) -> KeyNodes {
    removeAll()
    var last = count
    document.forEachMember(of: node) { key, value in
      // A key's word says where its first byte is, one after its quote.
      if let name = steps.guess(document.bytes, at: document.word(key).offset - 1, after: last) {
        unsafe nodes[name] = Int32(truncatingIfNeeded: value)
        last = name
      } else {
        last = note(document.word(key), value, in: document.bytes, after: last)
      }
    }
    return found
  }

  /// The keys that were found last.
  var found: KeyNodes { unsafe KeyNodes(nodes: UnsafePointer(nodes), count: count) }

  /// Makes ready for another object.
  @inline(__always)
  mutating func removeAll() { unsafe nodes.update(repeating: 0, count: count) }

  /// Looks one key up and learns from it.
  ///
  /// - Parameters:
  ///   - key: the word of the key.
  ///   - value: the node of the value.
  ///   - last: the last name that was found in the object.
  /// - Returns: the name that the key is; `last` when it is none.
  @inline(never)
  mutating func note(_ key: TapeWord, _ value: Int, in bytes: ByteView, after last: Int) -> Int {
    guard let name = name(of: key, in: bytes) else { return last }
    unsafe nodes[name] = Int32(truncatingIfNeeded: value)
    steps.remember(name, after: last)
    return name
  }

  private func name(of key: TapeWord, in bytes: ByteView) -> Int? {
    let content = bytes.slice(key.offset..<key.offset + key.extent)
    if !key.isEscaped { return table.index(of: content) }
    var text = ByteBuffer(capacity: content.count)
    JSONText.decode(content, into: &text)
    return table.index(of: text.sealed())
  }
}

/// The nodes of the values of one object's known keys.
@frozen
@safe
@_spi(CardTool) public struct KeyNodes: @unchecked Sendable {
  @usableFromInline let nodes: UnsafePointer<Int32>
  @usableFromInline let count: Int

  @inlinable
  init(nodes: UnsafePointer<Int32>, count: Int) {
    unsafe self.nodes = nodes
    self.count = count
  }

  /// The node of the value of the key that is the name number `name`; 0 when there is no such key.
  @inlinable
  public subscript(name: Int) -> Int {
    assert(name >= 0 && name < count)
    return unsafe Int(nodes[name])
  }
}
