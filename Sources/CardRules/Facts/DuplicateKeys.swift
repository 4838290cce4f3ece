import CardJSON

/// Finds keys that an object has more than once.
enum DuplicateKeys {
  /// Calls `body` with the value of each key in the value `root` that was in its object before.
  static func forEach(
    in document: JSONDocument, from root: Int = 0, _ body: (_ value: Int) -> Void
  ) {
    let end = document.next(root)
    var node = root
    while node < end {
      if document.kind(node) == .object { check(document, node, body) }
      node += 1
    }
  }

  /// The same for the keys of the one object `node`, which may be 0 for none.
  static func forEach(of node: Int, in document: JSONDocument, _ body: (_ value: Int) -> Void) {
    if node != 0, document.kind(node) == .object { check(document, node, body) }
  }

  /// Whether the object `node`, which may be the document's own, has no such key.
  static func areAbsent(of node: Int, in document: JSONDocument) -> Bool {
    var areAbsent = true
    if document.kind(node) == .object { check(document, node) { _ in areAbsent = false } }
    return areAbsent
  }

  /// Marks a few bits of each key; only where they are all marked already are keys compared.
  private static func check(_ document: JSONDocument, _ object: Int, _ body: (Int) -> Void) {
    var marks = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    var key = object + 1
    var count = 0
    while document.kind(key) != .end {
      let bit = bit(of: key, in: document)
      let mask: UInt64 = 1 << UInt64(bit & 63)
      let isMarked: Bool
      switch bit >> 6 {
      case 0: (isMarked, marks.0) = (marks.0 & mask != 0, marks.0 | mask)
      case 1: (isMarked, marks.1) = (marks.1 & mask != 0, marks.1 | mask)
      case 2: (isMarked, marks.2) = (marks.2 & mask != 0, marks.2 | mask)
      default: (isMarked, marks.3) = (marks.3 & mask != 0, marks.3 | mask)
      }
      count += 1
      if count > comparedLimit { return checkMany(document, object, body, from: count) }
      if isMarked, stands(key, in: document, from: object + 1) { body(key + 1) }
      key = document.next(key + 1)
    }
  }

  /// The longest object whose keys are compared with each other.
  private static let comparedLimit = 64

  /// A number from 0 to 255 that is the same for equal keys.
  static func bit(of key: Int, in document: JSONDocument) -> Int {
    let word = document.word(key)
    if word.isEscaped {
      return document.decoded(key).read { bit(of: $0) }
    }
    return bit(of: document.content(key))
  }

  @inline(__always)
  private static func bit(of text: ByteView) -> Int {
    var bits = text.word(at: 0)
    if text.count >= 8 {
      bits ^= text.word(at: text.count - 8) &* 31
    } else {
      bits &= 1 << UInt64(text.count * 8) - 1
    }
    bits ^= UInt64(text.count)
    return Int((bits &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  /// Whether the key stands in its object before itself.
  private static func stands(_ key: Int, in document: JSONDocument, from first: Int) -> Bool {
    func stands(_ name: ByteView) -> Bool {
      var other = first
      while other < key {
        if document.text(other, equals: name) { return true }
        other = document.next(other + 1)
      }
      return false
    }
    guard document.word(key).isEscaped else { return stands(document.content(key)) }
    return document.decoded(key).read(stands)
  }

  /// The same for an object with many keys: the first ones were checked already.
  private static func checkMany(
    _ document: JSONDocument, _ object: Int, _ body: (Int) -> Void, from checked: Int
  ) {
    var names = TextNumbers()
    var name = ByteBuffer()
    var number = 0
    document.forEachMember(of: object) { key, value in
      number += 1
      name.removeAll()
      document.appendText(key, to: &name)
      let known = names.count
      if names.number(of: name.view) < known, number >= checked { body(value) }
    }
  }
}
