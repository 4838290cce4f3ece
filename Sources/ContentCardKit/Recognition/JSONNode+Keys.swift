import CardJSON

// The keys of an object, for recognizing it.
extension JSONNode {
  /// The kind of a key's value; nil if the key is absent.
  package func kind(of name: StaticString) -> JSONKind? { member(ByteView(name))?.kind }

  /// Whether the key is present.
  package func has(_ name: StaticString) -> Bool { member(ByteView(name)) != nil }

  /// Whether any of the keys is present.
  package func hasAny(_ names: [StaticString]) -> Bool { names.contains(where: has) }

  /// Whether the object has exactly these keys, ignoring `$schema`.
  package func hasOnly(_ names: [StaticString]) -> Bool {
    names.allSatisfy(has) && keyCount == names.count
  }

  /// Whether at least half of the object's keys are among `names`.
  package func hasMostly(_ names: [StaticString]) -> Bool {
    2 * names.count(where: has) >= keyCount
  }

  /// The number of keys, without `$schema`.
  package var keyCount: Int {
    members.count { key, _ in !key.text(equals: ByteView("$schema")) }
  }

  /// The text of a key's value; nil if it is absent or not a string.
  package func text(of name: StaticString) -> String? { member(name, .string)?.string }

  /// The objects in the list under a key; empty if it is absent or not a list.
  package func objects(in name: StaticString) -> [JSONNode] {
    member(name, .array)?.elements.filter { $0.kind == .object } ?? []
  }

  /// The members that are objects.
  package var objects: [JSONNode] { members.map(\.value).filter { $0.kind == .object } }
}
