import CardJSON

/// Finds the card in a scanned JSON value, with its shape, keys and extras; each thread uses one
/// decoder for all cards.
@safe
package struct CardDecoder: ~Copyable {
  /// Options for decoding cards.
  package struct Options: Sendable {
    /// The shape of all cards; nil to detect the shape of each card.
    package var shape: Shape?
    /// The key of the extras that contains the class type.
    package var typeKey: String
    /// The users' events on a device, which override the cards' flags; nil to use the cards alone.
    package var history: DeviceHistory?
    /// The state that the device stored, likewise.
    package var stored: DeviceHistory?
    /// The time at which payloads of the REST API are sent, in epoch milliseconds; nil if unknown.
    package var sendingTime: Int64?

    /// Creates options with the type key of the implementation guide.
    package init(shape: Shape? = nil, typeKey: String = "class_type") {
      self.shape = shape
      self.typeKey = typeKey
    }
  }

  private let typeKey: ByteView
  private let typeKeyText: ByteBuffer
  private let shapes: ShapeDetector
  private let history: DeviceHistory?
  /// The shape of the last card if a nearby shape was assumed; nil otherwise.
  private(set) var assumed: Shape?
  private let sendingTime: Int64?
  /// The state that a device stored, as far as it was read.
  var stored: DeviceHistory?
  private var index: KeyIndex
  private var extrasText = ByteBuffer()
  private var extrasScanner = JSONScanner()
  private var idText = ByteBuffer()
  private let parts = UnsafeMutablePointer<Card.Parts>.allocate(capacity: 1)

  /// Creates a decoder.
  package init(_ options: Options = Options()) {
    var text = ByteBuffer(options.typeKey.utf8)
    typeKey = text.sealed()
    typeKeyText = text
    shapes = ShapeDetector(wanted: options.shape)
    (history, stored, sendingTime) = (options.history, options.stored, options.sendingTime)
    index = KeyIndex(ShapeCatalog.names)
  }

  deinit { unsafe parts.deallocate() }

  /// Creates a scanner that looks up the keys of cards during the scan.
  package static func makeScanner() -> JSONScanner {
    JSONScanner(indexing: ShapeCatalog.names)
  }

  /// The result of examining a value.
  package enum Outcome {
    /// A card, valid until the decoder is used or the document is scanned again.
    case card(Card)
    /// An object that contains an array of cards.
    case envelope
    /// Another object that contains a card or an array of cards, such as `{"data":X}`.
    case wrapper
    /// None of these.
    case none
  }

  /// Examines a value, which may be a request body with a card; `keys` are those that the scanner
  /// has looked up for a root, and an element must be a card, not a container of cards.
  ///
  /// If the card also fits one of the `nearby` shapes, the first such shape is assumed.
  package mutating func find(
    _ value: JSONNode, keys: IndexedObject? = nil, isElement: Bool = false,
    isInEnvelope: Bool = false, nearby: [Shape] = []
  ) -> Outcome {
    guard value.kind == .object else { return .none }
    let object = keys ?? index.index(value)
    if !isElement {
      if shapes.isEnvelope(object) { return .envelope }
      if let card = shapes.requestCard(object) {
        let card = index.index(card)
        return shapes.shape(ofRequestCard: card).map { found(card, $0) } ?? .none
      }
    }
    guard let shape = shapes.shape(of: object, isTrusted: isElement || isInEnvelope) else {
      return !isElement && shapes.isWrapper(object) ? .wrapper : .none
    }
    let chosen = nearby.first { $0 == shape || shapes.catalog.value.fits($0, object) } ?? shape
    assumed = chosen == shape ? nil : chosen
    return found(object, chosen)
  }

  /// Returns an object as a card of the given shape, whatever its keys.
  package mutating func card(_ object: JSONNode, as shape: Shape) -> Card {
    card(index.index(object), shape)
  }

  /// Returns an object in a request as a REST card, even if its type is unknown; nil if it is the
  /// card of an SDK.
  package mutating func requestCard(_ object: JSONNode) -> Card? {
    let object = index.index(object)
    return shapes.isRequestCard(object) ? card(object, .rest) : nil
  }

  @inline(__always)
  private mutating func found(_ object: IndexedObject, _ shape: Shape) -> Outcome {
    let card = card(object, shape)
    if history != nil || stored != nil, let id = card.text(.id) {
      let id = id.decoded(using: &idText)
      if let history { record(history.fields(of: id)) }
      if let stored { record(stored.fields(of: id)) }
    }
    return .card(card)
  }

  /// Marks flags of the last card as recorded by a device.
  mutating func record(_ fields: CardFields) {
    unsafe parts.pointee.recorded.formUnion(fields)
  }

  /// Sets the location of the last card.
  mutating func locate(_ source: Card.Source) { unsafe parts.pointee.source = source }

  /// Returns the object as a card of the given shape.
  @inline(__always)
  mutating func card(_ object: IndexedObject, _ shape: Shape) -> Card {
    let definition = shapes.catalog.shapes.item(Int(shape.rawValue))
    let extras = extras(of: object, definition)
    unsafe parts.initialize(
      to: Card.Parts(
        keys: object, shape: shape, definition: definition, extras: extras, typeKey: typeKey,
        sendingTime: sendingTime))
    return unsafe Card(parts: parts)
  }

  private mutating func extras(
    of object: IndexedObject, _ definition: PermanentItem<ShapeDefinition>
  )
    -> JSONNode?
  {
    guard let extras = object[Int(definition.value.keys(of: .extras) & 0xFF)] else { return nil }
    switch extras.kind {
    case .object: return extras
    case .string:
      // Extras as a string of JSON, as in the Cordova plugin on iOS.
      extrasText.removeAll()
      JSONString(extras).appendText(to: &extrasText)
      let root = try? extrasScanner.scanWhole(extrasText.sealed())
      return root?.kind == .object ? root : nil
    default: return nil
    }
  }
}

/// The users' events on a device, by card id: a flag in the history is true, whatever the card
/// states.
///
/// The card's bytes do not change, unless cards are merged; then the history's `viewed` becomes
/// part of the device's state.
package final class DeviceHistory: Sendable, Equatable {
  /// The events from which a history is created.
  package struct Events: ~Copyable, Sendable {
    fileprivate var ids = TextNumbers()
    fileprivate var fields: [CardFields] = []

    /// Creates an empty list of events.
    package init() {}

    /// Records that the flags `fields` are true for the card with this id.
    package mutating func add(_ fields: CardFields, to id: ByteView) {
      let number = ids.number(of: id)
      if number == self.fields.count { self.fields.append([]) }
      self.fields[number].formUnion(fields)
    }
  }

  package static func == (one: DeviceHistory, other: DeviceHistory) -> Bool { one === other }

  private let events: Events

  /// Creates a history of `events`.
  package init(_ events: consuming Events) { self.events = events }

  /// Calls `body` with the id of each card, and the flags that are true for it.
  package func forEach(_ body: (ByteView, CardFields) -> Void) {
    for number in events.fields.indices { body(events.ids[number], events.fields[number]) }
  }

  /// The flags that are true for the card with this id.
  func fields(of id: ByteView) -> CardFields { events.ids.find(id).map { events.fields[$0] } ?? [] }
}
