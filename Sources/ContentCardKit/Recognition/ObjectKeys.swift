import CardJSON

/// The keys of a JSON object, for recognizing it.
package struct ObjectKeys {
  /// The object.
  package let object: JSONNode

  /// Creates the keys of an object.
  package init(_ object: JSONNode) { self.object = object }

  /// The kind of a key's value; nil if the key is absent.
  package func kind(_ name: StaticString) -> JSONKind? { object.member(ByteView(name))?.kind }

  /// Whether the key is present.
  package func has(_ name: StaticString) -> Bool { object.member(ByteView(name)) != nil }

  /// Whether any of the keys is present.
  package func hasAny(_ names: [StaticString]) -> Bool { names.contains { has($0) } }

  /// Whether all of the keys are present.
  func hasAll(_ names: [StaticString]) -> Bool { names.allSatisfy { has($0) } }

  /// Whether the object has exactly these keys, ignoring `$schema`.
  package func isOnly(_ names: [StaticString]) -> Bool {
    hasAll(names) && keyCount == names.count
  }

  /// Whether at least half of the object's keys are among `names`.
  package func areMostly(_ names: [StaticString]) -> Bool {
    2 * names.count { has($0) } >= keyCount
  }

  /// The number of keys, without `$schema`.
  package var keyCount: Int {
    object.members.count { key, _ in !key.text(equals: ByteView("$schema")) }
  }

  /// The text of a key's value; nil if it is absent or not a string.
  package func text(_ name: StaticString) -> String? { object.member(name, .string)?.string }

  /// The keys of the object under a key; nil if it is absent or not an object.
  package func object(_ name: StaticString) -> ObjectKeys? {
    object.member(name, .object).map { ObjectKeys($0) }
  }

  /// The keys of the objects in the list under a key; empty if it is absent or not a list.
  package func objects(_ name: StaticString) -> [ObjectKeys] {
    guard let list = object.member(name, .array) else { return [] }
    return list.elements.filter { $0.kind == .object }.map { ObjectKeys($0) }
  }

  /// The keys of the members that are objects.
  package var members: [ObjectKeys] {
    object.members.filter { $0.value.kind == .object }.map { ObjectKeys($0.value) }
  }
}
