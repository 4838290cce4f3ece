import CardJSON

/// Finds the card in a push notification: a wire card, or its JSON text.
///
/// Source: the key `ab_cd` in braze-android-sdk's `Constants`, and in push events of
/// braze-react-native-sdk.
enum PushedCard {
  private static let key: StaticString = "ab_cd"

  /// The card in an object, at any depth; nil if absent.
  static func find(in object: JSONNode) -> JSONNode? {
    guard object.raw.firstIndex(of: ByteView(key)) != nil else { return nil }
    return search(object)
  }

  private static func search(_ container: JSONNode) -> JSONNode? {
    for (name, value) in container.members {
      let isCard = value.kind == .object || value.kind == .string
      if isCard, name.text(equals: ByteView(key)) { return value }
      if let found = search(value) { return found }
    }
    for element in container.elements {
      if let found = search(element) { return found }
    }
    return nil
  }
}
