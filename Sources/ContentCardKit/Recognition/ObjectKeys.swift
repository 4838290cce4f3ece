import CardJSON

/// The keys of a JSON object, for recognizing it.
package struct ObjectKeys {
  package let document: JSONDocument
  package let node: Int

  /// Creates the keys of the object `node`.
  package init(_ document: JSONDocument, _ node: Int) {
    self.document = document
    self.node = node
  }

  /// The kind of a key's value, or nil if the key is absent.
  package func kind(_ name: StaticString, of object: Int? = nil) -> JSONKind? {
    document.member(ByteView(name), of: object ?? node).map { document.kind($0) }
  }

  /// Whether the key is present.
  package func has(_ name: StaticString) -> Bool { kind(name) != nil }

  /// Whether one of the keys is present.
  package func hasAny(_ names: [StaticString]) -> Bool { names.contains { has($0) } }

  /// Whether all of the keys are present.
  package func hasAll(_ names: [StaticString]) -> Bool { names.allSatisfy { has($0) } }

  /// Whether the object has these keys and no others, apart from `$schema`.
  package func isOnly(_ names: [StaticString]) -> Bool {
    hasAll(names) && keyCount == names.count
  }

  /// Whether at least half of the object's keys are among `names`.
  package func areMostly(_ names: [StaticString]) -> Bool {
    2 * names.count { has($0) } >= keyCount
  }

  /// The number of keys, not counting `$schema`.
  private var keyCount: Int {
    var count = 0
    document.forEachMember(of: node) { key, _ in
      if !document.text(key, equals: ByteView("$schema")) { count += 1 }
    }
    return count
  }

  /// The text of a key, or nil if it is absent or not a string.
  package func text(_ name: StaticString) -> String? {
    document.member(name, .string, of: node).map { document.string($0) }
  }

  /// The keys of the object under a key, or nil if it is absent or not an object.
  package func object(_ name: StaticString) -> ObjectKeys? {
    document.member(name, .object, of: node).map { ObjectKeys(document, $0) }
  }

  /// The keys of the objects in the list under a key; empty if it is absent or not a list.
  package func objects(_ name: StaticString) -> [ObjectKeys] {
    guard let list = document.member(name, .array, of: node) else { return [] }
    var objects: [ObjectKeys] = []
    document.forEachElement(of: list) { element in
      if document.kind(element) == .object { objects.append(ObjectKeys(document, element)) }
    }
    return objects
  }

  /// The keys of the objects that are members of this one.
  package var members: [ObjectKeys] {
    var objects: [ObjectKeys] = []
    document.forEachMember(of: node) { _, value in
      if document.kind(value) == .object { objects.append(ObjectKeys(document, value)) }
    }
    return objects
  }
}
