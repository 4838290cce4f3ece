import CardJSON

// The locations of a card's parts. The node of a part is that of its value; the node before it is
// its key.
extension Card {
  /// The node of the first key of `field` that has a value, or 0 if absent.
  package func valueNode(of field: CardField) -> Int { node(of: field) }

  /// Calls `body` with every node that has a value for `field`.
  ///
  /// A REST card has a URL for each platform.
  package func forEachValueNode(of field: CardField, _ body: (Int) -> Void) {
    _ = firstNode(of: form.value.keys(of: field)) { node in
      if !isEmpty(node) { body(node) }
      return false
    }
  }

  /// The node of the first key of `field`, even if its value is `null` or empty; 0 if there is
  /// none.
  package func writtenNode(of field: CardField) -> Int {
    firstNode(of: form.value.keys(of: field)) { _ in true }
  }

  /// Whether the shape's own writers write `null` for a card without `field`.
  package func isNullUsual(for field: CardField) -> Bool {
    form.value.nullFields.contains(CardFields(field))
  }

  /// The node of the key that states whether the card is a control card, or 0 if absent.
  package var controlNode: Int {
    firstNode(of: form.value.controlKeys) { _ in true }
  }

  /// The document of the extras: the card's own, unless the extras are a string of JSON.
  package var extrasDocument: JSONDocument { extras.document }

  /// The node of the extras in `extrasDocument`, or 0 if the card has none.
  package var extrasNode: Int { extras.node }

  /// Whether the extras are a string of JSON.
  ///
  /// They then have a separate document, which has one additional byte at its beginning.
  package var hasDecodedExtras: Bool {
    let node = writtenNode(of: .extras)
    return extras.node != 0 && node != 0 && document.kind(node) == .string
  }

  /// Calls `body` with the node of each extra's value in `extrasDocument`; the key precedes it.
  package func forEachExtraNode(_ body: (Int) -> Void) {
    guard extras.node != 0 else { return }
    extras.document.forEachMember(of: extras.node) { _, value in body(value) }
  }

  /// The node of the class type in the extras, even if its value is invalid; 0 if absent.
  package var classTypeNode: Int {
    guard extras.node != 0 else { return 0 }
    return extras.document.member(typeKey, of: extras.node) ?? 0
  }

  /// The node of a key of `field` other than the preferred one, or 0 if absent.
  package func aliasNode(of field: CardField) -> Int {
    firstNode(of: form.value.keys(of: field) >> 8) { _ in true }
  }

  /// The node of the preferred key of `field`, even if its value is invalid; 0 if absent.
  package func preferredNode(of field: CardField) -> Int {
    let key = form.value.keys(of: field) & 0xFF
    return key == 0 ? 0 : keys[Int(key)]
  }

  /// The length of the document of decoded extras, or 0 if the extras are not a string.
  package var decodedExtrasLength: Int {
    hasDecodedExtras ? extras.document.bytes.count : 0
  }

  /// The key of the extras that contains the class type.
  package var classTypeKey: ByteView { typeKey }
}
