import CardJSON
import ContentCardKit

/// Finds duplicate keys in objects.
enum DuplicateKeys {
  /// Reports the duplicate keys of all objects in a value.
  static func report(in root: JSONNode, _ findings: inout FindingSink) {
    let document = root.document
    for node in root.index..<root.next.index where document[node].kind == .object {
      check(document[node]) { value in
        findings.report(
          .duplicateKey, at: .key(value),
          "duplicate key \(MessageText.quoted(value.key.string)); the last value wins")
      }
    }
  }

  /// Returns whether a member is the only one of `object` whose key satisfies `isLike`, so that it
  /// can be renamed; false for large objects, in which the comparisons would take too long.
  static func isOnly(_ value: JSONNode, of object: JSONNode, where isLike: (JSONNode) -> Bool)
    -> Bool
  {
    guard object.word.extent < 1 << 10 else { return false }
    return object.members.allSatisfy { key, other in other.index == value.index || !isLike(key) }
  }

  /// Returns whether an object has no duplicate keys.
  static func areAbsent(of object: JSONNode) -> Bool {
    var areAbsent = true
    if object.kind == .object { check(object) { _ in areAbsent = false } }
    return areAbsent
  }

  /// The maximum number of keys to compare pairwise; further ones are hashed.
  private static let comparedLimit = 32

  /// Calls `body` with the value of each duplicate key.
  private static func check(_ object: JSONNode, _ body: (JSONNode) -> Void) {
    let document = object.document
    var key = object.index + 1
    var count = 0
    while document[key].kind != .end {
      count += 1
      if count > comparedLimit { return checkMany(object, body, from: count) }
      if isDuplicate(key, in: document, from: object.index + 1) { body(document[key + 1]) }
      key = document[key + 1].next.index
    }
  }

  /// Returns whether an earlier key of the object is equal.
  private static func isDuplicate(_ key: Int, in document: JSONDocument, from first: Int) -> Bool {
    func isEarlier(_ name: ByteView) -> Bool {
      var other = first
      while other < key {
        if document[other].text(equals: name) { return true }
        other = document[other + 1].next.index
      }
      return false
    }
    guard document[key].word.isEscaped else { return isEarlier(document[key].content) }
    return document[key].decoded.read(isEarlier)
  }

  /// Like `check`, but hashes the keys, and calls `body` only from key number `checked` on.
  private static func checkMany(_ object: JSONNode, _ body: (JSONNode) -> Void, from checked: Int) {
    var names = TextNumbers()
    var number = 0
    for (key, value) in object.members {
      number += 1
      let known = names.count
      let isKnown = JSONString(key).withText { names.number(of: $0) } < known
      if isKnown, number >= checked { body(value) }
    }
  }
}
