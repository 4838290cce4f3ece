import CardJSON

/// Finds keys that an object has more than once.
enum DuplicateKeys {
  /// Reports the duplicate keys in a value.
  static func report(in root: JSONNode, inExtras: Bool = false, _ findings: inout FindingSink) {
    let document = root.document
    for node in root.index..<document.next(root.index) where document.kind(node) == .object {
      check(document, node) { value in
        let key = MessageText.quoted(document.string(value - 1))
        findings.report(
          .duplicateKey, at: .key(value), inExtras: inExtras,
          "duplicate key \(key); the last value wins")
      }
    }
  }

  /// Whether an object has no duplicate key.
  static func areAbsent(of object: JSONNode) -> Bool {
    var areAbsent = true
    if object.kind == .object { check(object.document, object.index) { _ in areAbsent = false } }
    return areAbsent
  }

  /// The maximum number of keys that are compared with each other.
  private static let comparedLimit = 32

  /// Calls `body` with the value of each duplicate key.
  private static func check(_ document: JSONDocument, _ object: Int, _ body: (Int) -> Void) {
    var key = object + 1
    var count = 0
    while document.kind(key) != .end {
      count += 1
      if count > comparedLimit { return checkMany(document, object, body, from: count) }
      if isDuplicate(key, in: document, from: object + 1) { body(key + 1) }
      key = document.next(key + 1)
    }
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
