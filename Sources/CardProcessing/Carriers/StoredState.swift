import CardJSON
import ContentCardKit

/// What a device keeps about a card apart from the card: that it was dismissed, for example.
///
/// Source: the keys of the Web SDK's local storage, and the sets in the metadata file of the
/// Android SDK's `ContentCardsStorageProvider`.
package struct StoredState: Equatable, Sendable {
  /// The id of the card.
  package let id: String
  /// What is true of it.
  package let kind: Kind

  /// What an object with the keys of local storage says, in `text`.
  package static func read(_ text: inout ByteBuffer) -> [StoredState] {
    var scanner = JSONScanner()
    guard case .value = scanner.scan(text.sealed()), scanner.document.kind(0) == .object else {
      return []
    }
    let document = scanner.document
    var states: [StoredState] = []
    document.forEachMember(of: 0) { key, value in
      guard let kind = Kind(storageKey: document.content(key)) else { return }
      if document.kind(value) == .string {
        var decoded = document.decoded(value)
        states += kind.read(decoded.sealed())
      } else {
        var raw = ByteBuffer()
        raw.append(document.raw(value))
        states += kind.read(raw.sealed())
      }
    }
    return states
  }

  /// What a device keeps.
  package enum Kind: CaseIterable, Sendable {
    case dismissed, clicked, viewed, expired, test

    /// The fields of a card that are true.
    package var fields: CardFields {
      switch self {
      case .dismissed: CardFields(.dismissed)
      case .clicked: CardFields(.clicked)
      case .viewed: CardFields(.viewed)
      // An expired card is not shown again, like one that was dismissed.
      case .expired: CardFields(.dismissed)
      case .test: CardFields(.test)
      }
    }

    /// The kind of a key of local storage; nil for any other text.
    init?(storageKey text: ByteView) {
      guard text.contains("ab.storage.cc") else { return nil }
      if text.contains("ab.storage.ccDismissals") {
        self = .dismissed
      } else if text.contains("ab.storage.ccClicks") {
        self = .clicked
      } else if text.contains("ab.storage.ccImpressions") {
        self = .viewed
      } else {
        return nil
      }
    }

    /// The kind of a set in shared preferences; nil for a set of something else.
    init?(setName name: ByteView) {
      var buffer = ByteBuffer()
      for index in 0..<name.count { buffer.append(ByteView.lowercased(name[index])) }
      let name = buffer.sealed()
      if name.contains("dismiss") {
        self = .dismissed
      } else if name.contains("expire") {
        self = .expired
      } else if name.contains("test") {
        self = .test
      } else {
        return nil
      }
    }

    /// The cards that a value of local storage, `{"v":{"id":…}}`, lists.
    func read(_ value: ByteView) -> [StoredState] {
      var scanner = JSONScanner()
      guard case .value = scanner.scan(value) else { return [] }
      let document = scanner.document
      guard document.kind(0) == .object, let list = document.member(ByteView("v"), of: 0) else {
        return []
      }
      var states: [StoredState] = []
      if document.kind(list) == .object {
        document.forEachMember(of: list) { key, _ in
          states.append(StoredState(id: document.string(key), kind: self))
        }
      } else if document.kind(list) == .array {
        document.forEachElement(of: list) { element in
          guard document.kind(element) == .string else { return }
          states.append(StoredState(id: document.string(element), kind: self))
        }
      }
      return states
    }
  }
}
