import CardJSON

/// The card that a push contains: a test send, or the card of a push campaign.
///
/// Source: the key `ab_cd` of payloads in braze-android-sdk's `Constants` and of push events in
/// braze-react-native-sdk. The value is a wire card or its JSON text.
enum PushedCard {
  private static let key: StaticString = "ab_cd"

  /// The node of the card in the object `node`, at any depth; nil if absent.
  static func find(in document: JSONDocument, _ node: Int) -> Int? {
    guard document.raw(node).firstIndex(of: ByteView(key)) != nil else { return nil }
    return search(document, node)
  }

  private static func search(_ document: JSONDocument, _ node: Int) -> Int? {
    var found: Int?
    switch document.kind(node) {
    case .object:
      document.forEachMember(of: node) { name, value in
        guard found == nil else { return }
        let kind = document.kind(value)
        let isCard = kind == .object || kind == .string
        found =
          isCard && document.text(name, equals: ByteView(key)) ? value : search(document, value)
      }
    case .array:
      document.forEachElement(of: node) { element in
        if found == nil { found = search(document, element) }
      }
    default: break
    }
    return found
  }
}
