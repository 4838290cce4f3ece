import CardJSON

// Where the parts of a card are, for those who have to point at them. A node is that of a value;
// the node before it is its key.
extension Card {
  /// The node of the key that carries `field`: the first one with a value; 0 when there is none.
  package func valueNode(of field: CardField) -> Int { node(of: field) }

  /// Calls `body` with every node that carries `field` with a value: REST cards have an address for
  /// each platform.
  package func forEachValueNode(of field: CardField, _ body: (Int) -> Void) {
    _ = firstNode(of: tables.value.keys(of: field)) { node in
      if !isEmpty(node) { body(node) }
      return false
    }
  }

  /// The node of the first key of `field` that is there at all, be its value `null` or empty; 0
  /// when there is none.
  package func writtenNode(of field: CardField) -> Int {
    firstNode(of: tables.value.keys(of: field)) { _ in true }
  }

  /// Whether the shape's own writers write `null` where a card has no `field`.
  package func isNullUsual(for field: CardField) -> Bool {
    tables.value.nullFields.contains(CardFields(field))
  }

  /// The node of the key by which the card says whether it is a control card; 0 when it has none.
  package var controlNode: Int {
    firstNode(of: tables.value.controlKeys) { _ in true }
  }

  /// The document of the extras; the card's own, but for extras that are a string holding JSON.
  package var extrasDocument: JSONDocument { extras.document }

  /// The node of the extras in `extrasDocument`; 0 when the card has no extras.
  package var extrasNode: Int { extras.node }

  /// Whether the extras are a string holding JSON, so that they have a document of their own, in
  /// which their text comes after one more byte.
  package var hasDecodedExtras: Bool {
    let node = writtenNode(of: .extras)
    return extras.node != 0 && node != 0 && document.kind(node) == .string
  }

  /// Calls `body` with the node of each extra's value in `extrasDocument`; its key comes before it.
  package func forEachExtraNode(_ body: (Int) -> Void) {
    guard extras.node != 0 else { return }
    extras.document.forEachMember(of: extras.node) { _, value in body(value) }
  }

  /// The node of the class type in the extras, whatever its value is; 0 when it is not there.
  package var classTypeNode: Int {
    guard extras.node != 0 else { return 0 }
    return extras.document.member(typeKey, of: extras.node) ?? 0
  }

  /// The node of a key of `field` that is not the preferred one; 0 when there is none.
  package func aliasNode(of field: CardField) -> Int {
    firstNode(of: tables.value.keys(of: field) >> 8) { _ in true }
  }

  /// The node of the preferred key of `field`, whatever its value is; 0 when it is not there.
  package func preferredNode(of field: CardField) -> Int {
    let key = tables.value.keys(of: field) & 0xFF
    return key == 0 ? 0 : keys[Int(key)]
  }

  /// The length of the extras' text when it has a document of its own; 0 otherwise.
  package var decodedExtrasLength: Int {
    hasDecodedExtras ? extras.document.bytes.count : 0
  }

  /// The key of the extras that names the class type.
  package var classTypeKey: ByteView { typeKey }
}
