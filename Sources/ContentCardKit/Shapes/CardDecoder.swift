import CardJSON

/// Finds the card in a scanned JSON value: its shape, its keys, its extras.
///
/// One decoder serves one thread and is reused for every card.
@safe
package struct CardDecoder: ~Copyable {
  /// How cards are to be read.
  package struct Options: Sendable {
    /// The one shape that all cards have; nil finds each card's own.
    package var shape: Shape?
    /// The key of the extras that names the class type.
    package var typeKey: String
    /// What was done with cards on a device; nil takes the cards' word for it.
    package var history: DeviceHistory?

    /// The guide's way: every card's own shape, `class_type`.
    package init(shape: Shape? = nil, typeKey: String = "class_type") {
      self.shape = shape
      self.typeKey = typeKey
    }
  }

  private let typeKey: ByteView
  /// The memory of `typeKey`.
  private let typeKeyText: ByteBuffer
  private let catalog: PermanentItem<ShapeCatalog>
  private let finder: ShapeFinder
  private let history: DeviceHistory?
  private var index: KeyIndex
  private var extrasText = ByteBuffer()
  private var extrasScanner = JSONScanner()
  private var idText = ByteBuffer()
  /// Those of the card that was found last.
  private let parts = UnsafeMutablePointer<Card.Parts>.allocate(capacity: 1)

  /// A decoder for cards of the given kind.
  package init(_ options: Options = Options()) {
    var text = ByteBuffer(options.typeKey.utf8)
    typeKey = text.sealed()
    typeKeyText = text
    catalog = ShapeCatalog.shared
    finder = ShapeFinder(wanted: options.shape)
    history = options.history
    index = KeyIndex(catalog.names)
  }

  deinit { unsafe parts.deallocate() }

  /// A scanner that looks the keys of cards up while it reads them.
  package static func makeScanner() -> JSONScanner {
    JSONScanner(indexing: ShapeCatalog.shared.names)
  }

  /// What an object turned out to be.
  package enum Outcome {
    /// A card, good until the decoder is used again or the document is scanned anew.
    case card(Card)
    /// An object that carries an array of cards.
    case envelope
    /// An object that is neither but holds a value which may be one, or an array: `{"data":X}`.
    case wrapper
    /// None of these.
    case none
  }

  /// Detects what the value `node` is: a card by its shape, a request body by the card in it.
  ///
  /// - Parameters:
  ///   - isElement: whether the value must be a card, and not something that holds cards.
  ///   - isInEnvelope: whether it is an element of an envelope's cards.
  package mutating func find(
    _ document: JSONDocument, _ node: Int, isElement: Bool = false, isInEnvelope: Bool = false
  ) -> Outcome {
    guard document.kind(node) == .object else { return .none }
    let keys = index.index(document, node)
    return find(document, node, keys, isElement: isElement, isInEnvelope: isInEnvelope)
  }

  /// Like `find`, for the root of a document whose `keys` its scanner has looked up.
  package mutating func find(
    _ document: JSONDocument, keys: KeyNodes, isElement: Bool = false, isInEnvelope: Bool = false
  ) -> Outcome {
    guard document.kind(0) == .object else { return .none }
    return find(document, 0, keys, isElement: isElement, isInEnvelope: isInEnvelope)
  }

  private mutating func find(
    _ document: JSONDocument, _ node: Int, _ keys: KeyNodes, isElement: Bool, isInEnvelope: Bool
  ) -> Outcome {
    if !isElement {
      if finder.isEnvelope(document, node, keys) { return .envelope }
      if let card = requestCard(document, keys) {
        let keys = index.index(document, card)
        let shape = finder.shape(ofRequestCard: keys, in: document, card)
        return shape.map { found(document, card, keys, $0) } ?? .none
      }
    }
    let isTrusted = isElement || isInEnvelope
    guard let shape = finder.shape(of: keys, in: document, node, isTrusted: isTrusted) else {
      return !isElement && finder.isWrapper(document, node, keys) ? .wrapper : .none
    }
    return found(document, node, keys, shape)
  }

  /// The content card of a request, or of its messages alone; nil if there is none.
  @inline(__always)
  private func requestCard(_ document: JSONDocument, _ keys: KeyNodes) -> Int? {
    let (messages, card) = (keys[catalog.messages], keys[catalog.contentCard])
    if messages != 0 { return document.member("content_card", .object, of: messages) }
    return card != 0 && document.kind(card) == .object ? card : nil
  }

  @inline(__always)
  private mutating func found(
    _ document: JSONDocument, _ node: Int, _ keys: KeyNodes, _ shape: Shape
  ) -> Outcome {
    var card = card(document, node, keys, shape)
    if let history, let id = card.text(.id) {
      card.recorded = history.fields(of: id.decoded(using: &idText))
    }
    return .card(card)
  }

  /// The card that the object `node` is, taken for one of the given shape.
  @inline(__always)
  mutating func card(
    _ document: JSONDocument, _ node: Int, _ keys: KeyNodes, _ shape: Shape
  ) -> Card {
    let tables = catalog.tables.item(Int(shape.rawValue))
    let extras = extras(document, keys, tables)
    unsafe parts.initialize(
      to: Card.Parts(
        document: document, node: node, shape: shape, keys: keys, tables: tables, extras: extras,
        typeKey: typeKey))
    return unsafe Card(parts: parts)
  }

  private mutating func extras(
    _ document: JSONDocument, _ keys: KeyNodes, _ tables: PermanentItem<ShapeTables>
  ) -> Card.Extras {
    let node = keys[Int(tables.value.keys(of: .extras) & 0xFF)]
    guard node != 0 else { return Card.Extras(document: document, node: 0) }
    switch document.kind(node) {
    case .object: return Card.Extras(document: document, node: node)
    case .string: return decodedExtras(document, node)
    default: return Card.Extras(document: document, node: 0)
    }
  }

  /// Extras that an app keeps as a string holding JSON, as the Cordova plugin does on iOS.
  private mutating func decodedExtras(_ document: JSONDocument, _ node: Int) -> Card.Extras {
    extrasText.removeAll()
    // A byte in front, because node 0 means "no extras": the object becomes an array's element.
    extrasText.append(UInt8(ascii: "["))
    document.appendText(node, to: &extrasText)
    extrasText.append(UInt8(ascii: "]"))
    let text = extrasText.sealed()
    guard case .value(let end) = extrasScanner.scan(text), end == text.count else {
      return Card.Extras(document: document, node: 0)
    }
    let extras = extrasScanner.document
    let isOneObject = extras.kind(1) == .object && extras.kind(extras.next(1)) == .end
    return Card.Extras(document: extras, node: isOneObject ? 1 : 0)
  }

  /// Why the value `node` is not a card: what it is, or which shape is nearest.
  package func explanation(_ document: JSONDocument, _ node: Int) -> NoCardReason {
    NoCardReason(document, node: node, wanted: finder.wanted)
  }
}

/// What users did with cards on a device, by the cards' ids.
///
/// Laid over cards while they are read (`CardDecoder.Options.history`): a flag that the history has
/// is true whatever the card itself says. The card's bytes stay as they are, unless cards are
/// merged: then what the history says of `viewed` is part of what the device holds. Grows with the
/// number of distinct ids.
///
///     var events = DeviceHistory.Events()
///     events.add(CardFields(.viewed), to: id)
///     options.cards.history = DeviceHistory(events)
package final class DeviceHistory: Sendable {
  /// What a history is made from.
  package struct Events: ~Copyable, Sendable {
    fileprivate var ids = TextNumbers()
    fileprivate var fields: [CardFields] = []

    /// No events.
    package init() {}

    /// Notes that the flags `fields` are true of the card with this id.
    package mutating func add(_ fields: CardFields, to id: ByteView) {
      let number = ids.number(of: id)
      if number == self.fields.count { self.fields.append([]) }
      self.fields[number].formUnion(fields)
    }
  }

  private let events: Events

  /// A history of `events`.
  package init(_ events: consuming Events) { self.events = events }

  /// The flags that are true of the card with this id.
  func fields(of id: ByteView) -> CardFields {
    events.ids.find(id).map { events.fields[$0] } ?? []
  }
}
