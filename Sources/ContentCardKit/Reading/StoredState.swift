import CardJSON

/// State that a device stores separately from its card, such as that it was dismissed.
///
/// Source: the keys of the Web SDK's local storage, and the sets in the metadata file of the
/// Android SDK's `ContentCardsStorageProvider`.
package struct StoredState: Equatable, Sendable {
  /// The id of the card.
  package let id: String
  /// The state of the card.
  package let kind: Kind

  /// Creates the state of the card with this id.
  package init(id: String, kind: Kind) { (self.id, self.kind) = (id, kind) }

  /// Reads the states in an object with the keys of local storage; nil if it has none of them.
  static func read(_ object: JSONNode) -> [StoredState]? {
    var states: [StoredState]?
    for (key, value) in object.members {
      guard let kind = Kind(storageKey: key.content) else { continue }
      var list = value.kind == .string ? value.decoded : ByteBuffer(value.raw.array)
      states = (states ?? []) + kind.read(list.sealed())
    }
    return states
  }

  /// A kind of stored state.
  package enum Kind: Sendable {
    case dismissed, clicked, viewed, expired, test

    /// The fields that the state sets to true.
    var fields: CardFields {
      switch self {
      // Like a dismissed card, an expired one is not shown again.
      case .dismissed, .expired: CardFields(.dismissed)
      case .clicked: CardFields(.clicked)
      case .viewed: CardFields(.viewed)
      case .test: CardFields(.test)
      }
    }

    /// Creates the kind for a local storage key, or returns nil for other text.
    package init?(storageKey text: ByteView) {
      let keys: [(StaticString, Kind)] = [
        ("ab.storage.ccDismissals", .dismissed), ("ab.storage.ccClicks", .clicked),
        ("ab.storage.ccImpressions", .viewed),
      ]
      guard let kind = keys.first(where: { text.firstIndex(of: ByteView($0.0)) != nil })?.1 else {
        return nil
      }
      self = kind
    }

    /// Creates the kind for a set in shared preferences, or returns nil for other sets.
    package init?(setName name: ByteView) {
      var buffer = ByteBuffer()
      buffer.append(lowercased: name)
      let name = buffer.sealed()
      let words: [(StaticString, Kind)] = [
        ("dismiss", .dismissed), ("expire", .expired), ("test", .test),
      ]
      guard let kind = words.first(where: { name.firstIndex(of: ByteView($0.0)) != nil })?.1 else {
        return nil
      }
      self = kind
    }

    /// Parses a local storage value, `{"v":{"id":…}}`, and returns a state for each listed card.
    package func read(_ value: ByteView) -> [StoredState] {
      var scanner = JSONScanner()
      guard case .value = scanner.scan(value) else { return [] }
      guard let list = scanner.document.root.member(ByteView("v")) else { return [] }
      let ids = list.members.map(\.key) + list.elements.filter { $0.kind == .string }
      return ids.map { StoredState(id: $0.string, kind: self) }
    }
  }
}

extension DeviceHistory {
  /// Creates a history of the states that a device stores.
  package convenience init(_ states: [StoredState]) {
    var events = Events()
    for state in states {
      let id = ByteBuffer(state.id.utf8)
      events.add(state.kind.fields, to: id.view)
    }
    self.init(events)
  }
}

extension CardReader where Visitor: ~Copyable {
  /// Reads the stored state in a complete object, which counts for its cards and for everything
  /// after it, up to the next object with such state; returns whether there is any.
  mutating func readStoredState(in object: JSONNode) -> Bool {
    guard let states = StoredState.read(object) else { return false }
    let stored = DeviceHistory(states)
    (decoder.stored, cursor.state.stored) = (stored, stored)
    visitor.visitStored(stored)
    return true
  }
}
