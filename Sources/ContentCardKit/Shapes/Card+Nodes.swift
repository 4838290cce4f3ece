import CardJSON

// The locations of a card's parts as the numbers of nodes, 0 if absent. The node of a part is that
// of its value; the node before it is its key.
extension Card {
  /// The document that contains the card.
  package var document: JSONDocument { object.document }
  /// The card's node in `document`.
  package var node: Int { object.index }

  /// The node of the first key of `field` that has a value, or 0 if absent.
  package func valueNode(of field: CardField) -> Int { node(of: field)?.index ?? 0 }

  /// Calls `body` with every node that has a value for `field`.
  ///
  /// A REST card has a URL for each platform.
  package func forEachValueNode(of field: CardField, _ body: (Int) -> Void) {
    _ = firstNode(of: form.value.keys(of: field)) { node in
      if !node.isEmpty { body(node.index) }
      return false
    }
  }

  /// The value of the first key of `field`, even if it is `null` or empty; nil if there is none.
  package func written(_ field: CardField) -> JSONNode? {
    firstNode(of: form.value.keys(of: field)) { _ in true }
  }

  /// The node of the first key of `field`, even if its value is `null` or empty; 0 if there is
  /// none.
  package func writtenNode(of field: CardField) -> Int { written(field)?.index ?? 0 }

  /// Whether the shape's own writers write `null` for a card without `field`.
  package func isNullUsual(for field: CardField) -> Bool {
    form.value.nullFields.contains(CardFields(field))
  }

  /// The node of the key that states whether the card is a control card, or 0 if absent.
  package var controlNode: Int { control?.index ?? 0 }

  /// The document of the extras: the card's own, unless the extras are a string of JSON.
  package var extrasDocument: JSONDocument { (extras ?? object).document }

  /// Whether the extras are a string of JSON, which has a separate document.
  package var hasDecodedExtras: Bool { extras != nil && written(.extras)?.kind == .string }

  /// Calls `body` with the node of each extra's value in `extrasDocument`; the key precedes it.
  package func forEachExtraNode(_ body: (Int) -> Void) {
    guard let extras else { return }
    for (_, value) in extras.members { body(value.index) }
  }

  /// The node of the class type in the extras, even if its value is invalid; 0 if absent.
  package var classTypeNode: Int { extras?.member(typeKey)?.index ?? 0 }

  /// The node of a key of `field` other than the preferred one, or 0 if absent.
  package func aliasNode(of field: CardField) -> Int {
    firstNode(of: form.value.keys(of: field) >> 8) { _ in true }?.index ?? 0
  }

  /// The node of the preferred key of `field`, even if its value is invalid; 0 if absent.
  package func preferredNode(of field: CardField) -> Int {
    let key = form.value.keys(of: field) & 0xFF
    return key == 0 ? 0 : keys[Int(key)]
  }

  /// The length of the document of decoded extras, or 0 if the extras are not a string.
  package var decodedExtrasLength: Int {
    hasDecodedExtras ? extrasDocument.bytes.count : 0
  }

  /// The key of the extras that contains the class type.
  package var classTypeKey: ByteView { typeKey }
}
