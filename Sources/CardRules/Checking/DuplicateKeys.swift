import CardJSON

/// Finds keys that an object has more than once.
enum DuplicateKeys {
  /// Reports the duplicate keys in the value `root`.
  static func report(
    in document: JSONDocument, from root: Int = 0, inExtras: Bool = false,
    _ findings: inout FindingSink
  ) {
    let end = document.next(root)
    var node = root
    while node < end {
      if document.kind(node) == .object {
        check(document, node) { value in
          let key = MessageText.quoted(document.string(value - 1))
          findings.report(
            .duplicateKey, at: .key(value), inExtras: inExtras,
            "duplicate key \(key); the last value wins")
        }
      }
      node += 1
    }
  }

  /// Whether the object `node` has no duplicate key.
  static func areAbsent(of node: Int, in document: JSONDocument) -> Bool {
    var areAbsent = true
    if document.kind(node) == .object { check(document, node) { _ in areAbsent = false } }
    return areAbsent
  }

  /// Calls `body` with the value of each duplicate key.
  ///
  /// Marks a bit of each key, and compares keys only if the bit is already marked.
  private static func check(_ document: JSONDocument, _ object: Int, _ body: (Int) -> Void) {
    var marks = SIMD4<UInt64>()
    var key = object + 1
    var count = 0
    while document.kind(key) != .end {
      let bit = bit(of: key, in: document)
      let (word, mask) = (bit >> 6, UInt64(1) << UInt64(bit & 63))
      let isMarked = marks[word] & mask != 0
      marks[word] |= mask
      count += 1
      if count > comparedLimit { return checkMany(document, object, body, from: count) }
      if isMarked, isDuplicate(key, in: document, from: object + 1) { body(key + 1) }
      key = document.next(key + 1)
    }
  }

  /// The maximum number of keys that are compared with each other.
  private static let comparedLimit = 64

  /// A number from 0 to 255 that is the same for equal keys.
  private static func bit(of key: Int, in document: JSONDocument) -> Int {
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

  /// Whether an earlier key of the object is equal.
  private static func isDuplicate(_ key: Int, in document: JSONDocument, from first: Int) -> Bool {
    func isEarlier(_ name: ByteView) -> Bool {
      var other = first
      while other < key {
        if document.text(other, equals: name) { return true }
        other = document.next(other + 1)
      }
      return false
    }
    guard document.word(key).isEscaped else { return isEarlier(document.content(key)) }
    return document.decoded(key).read(isEarlier)
  }

  /// Like `check`, for an object with many keys, whose first keys are already checked.
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
