import CardJSON

/// Converts cards to the objects that their class types select.
///
///     var factory = ContentCardFactory()
///     factory.register(LoyaltyCard.self)
///     let conversion = factory.convert(json)
///     for failure in conversion.failures { logger.error("\(failure)") }
///
/// A factory has the six objects of the guide and its demo app (``ContentCardObjects``). A
/// registered type replaces the object of its class type.
public struct ContentCardFactory: Sendable {
  /// The classes of all objects.
  public private(set) var registry = Registry.builtIn
  /// The Swift types by class type; cards of other classes become ``RegistryObject`` values.
  private var types: [String: any ContentCardable.Type] = [:]

  /// Creates a factory of the built-in objects and the objects of `types`.
  public init(_ types: any ContentCardObject.Type...) {
    for type in ContentCardObjects.types + types { register(type) }
  }

  /// Registers a type for the class that it declares.
  public mutating func register(_ type: any ContentCardObject.Type) {
    register([type.contentCardClass], type)
  }

  /// Registers a type with the guide's initializer, which reads the metadata, for cards of the
  /// class type `rawType`, whose ASCII case is ignored.
  public mutating func register(_ type: any ContentCardable.Type, for rawType: String) {
    let own = (type as? any ContentCardObject.Type)?.contentCardClass
    let definition = ContentCardClass(
      name: rawType, object: own?.object ?? "\(type)", properties: own?.properties ?? [])
    register([definition], type)
  }

  /// Registers the classes of a registry, whose cards become ``RegistryObject`` values.
  public mutating func register(_ registry: Registry) {
    register(registry.classes, nil)
  }

  private mutating func register(
    _ classes: [ContentCardClass], _ type: (any ContentCardable.Type)?
  ) {
    registry = registry.merging(Registry(classes))
    for definition in classes { types[definition.classType.rawType] = type }
  }

  /// Creates the object of a card from its metadata, as in
  /// ``ContentCardable/init(metaData:classType:)``; nil if the class type is not registered or the
  /// conversion fails.
  public func contentCardable(
    with metaData: [ContentCardKey: Any], for classType: ContentCardClassType
  ) -> (any ContentCardable)? {
    if let type = types[classType.rawType] {
      return type.init(metaData: metaData, classType: classType)
    }
    guard let index = registry.index(of: classType.rawType),
      let properties = try? ContentCardProperties(
        ContentCard(metaData: metaData), as: classType, of: registry.classes[index])
    else { return nil }
    return RegistryObject(properties)
  }

  /// Converts cards of the requested class types (nil for all) to objects, in order, and omits
  /// cards that do not become objects.
  public func convertContentCards(
    _ cards: [ContentCard], for classTypes: [ContentCardClassType]? = nil
  ) -> [any ContentCardable] { convert(cards, for: classTypes).objects }

  /// Converts the cards of a sync response that have the requested class types (nil for all) to
  /// objects, in order; if the result is empty, as after a failed sync, calls `onEmpty` with the
  /// reason.
  ///
  /// This is the guide's update handler.
  public func handleContentCardsUpdated(
    _ feed: ContentCardFeed, for classTypes: [ContentCardClassType]? = nil,
    onEmpty: (EmptyReason) -> Void = { _ in }
  ) -> [any ContentCardable] {
    let conversion = convert(feed, for: classTypes)
    if let reason = conversion.emptyReason { onEmpty(reason) }
    return conversion.objects
  }

  // MARK: The full results of a conversion

  /// Converts an input, cards in any shape in UTF-8, and stores only the objects of the requested
  /// class types (nil for all), not the cards.
  public func convert(
    _ json: some Sequence<UInt8>, for classTypes: [ContentCardClassType]? = nil
  ) -> Conversion {
    var reader = ContentCardReader(CardConverter(self, for: classTypes))
    _ = reader.read(json)
    _ = reader.finish()
    return reader.takeConversion().finished()
  }

  /// Converts an input.
  public func convert(_ json: String, for classTypes: [ContentCardClassType]? = nil) -> Conversion {
    convert(json.utf8, for: classTypes)
  }

  /// Converts cards.
  public func convert(
    _ cards: some Collection<ContentCard>, for classTypes: [ContentCardClassType]? = nil
  ) -> Conversion {
    let converter = CardConverter(self, for: classTypes)
    for card in cards { converter.add(card, at: nil) }
    return converter.conversion.finished()
  }

  /// Converts a feed; the result has no objects if the sync failed.
  public func convert(
    _ feed: ContentCardFeed, for classTypes: [ContentCardClassType]? = nil
  ) -> Conversion {
    let converter = CardConverter(self, for: classTypes)
    converter.conversion.failures = feed.failures
    converter.conversion.emptyReason = feed.emptyReason
    if case .syncFailed = feed.emptyReason { return converter.conversion }
    for (index, card) in feed.cards.enumerated() {
      converter.add(card, at: index < feed.places.count ? feed.places[index] : nil)
    }
    return converter.conversion.finished()
  }

  /// Converts a card; returns its object or the failure, or nil if the card is skipped.
  public func convert(_ card: ContentCard) -> Result<any ContentCardable, ContentCardFailure>? {
    let conversion = convert(CollectionOfOne(card))
    if let object = conversion.objects.first { return .success(object) }
    return conversion.failures.first.map { .failure($0) }
  }

  /// A converter for an input in chunks, with the requested class types; nil for all.
  public func converter(for classTypes: [ContentCardClassType]? = nil) -> ContentCardConverter {
    ContentCardConverter(CardConverter(self, for: classTypes))
  }

  /// The makers of the classes' objects, in the order of the registry.
  fileprivate var makers: [CardConverter.Maker] {
    registry.classes.map { definition in
      guard let type = types[definition.classType.rawType] else { return .registry }
      if let declared = type as? any ContentCardObject.Type { return .declared(declared) }
      return .guide(type)
    }
  }
}

/// Converts an input in chunks with arbitrary boundaries, in constant memory.
///
///     var converter = factory.converter(for: [.coupon])
///     for chunk in chunks { show(converter.read(chunk).objects) }
///     show(converter.finish().objects)
public struct ContentCardConverter: ~Copyable {
  private var reader: ContentCardReader

  init(_ converter: CardConverter) { reader = ContentCardReader(converter) }

  /// Reads more UTF-8 bytes and returns the results completed by them.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> Conversion {
    _ = reader.read(bytes)
    return reader.takeConversion()
  }

  /// Ends the input and returns the remaining results; another input may follow.
  public mutating func finish() -> Conversion {
    _ = reader.finish()
    return reader.takeConversion()
  }
}

/// Converts cards and collects the results.
///
/// Rejected: a noncopyable struct in an optional; replacing its objects leaks the old ones.
final class CardConverter {
  /// The ways to create the object of a class.
  enum Maker {
    case declared(any ContentCardObject.Type)
    case guide(any ContentCardable.Type)
    case registry
  }

  var conversion: Conversion
  private let makers: [Maker]
  private let classTypes: [ContentCardClassType]
  private var reader: ObjectReader
  private var decoder = OwnedCardDecoder()

  init(_ factory: ContentCardFactory, for requested: [ContentCardClassType]?) {
    let registry = factory.registry
    makers = factory.makers
    classTypes = registry.classes.map(\.classType)
    var options = ObjectReader.Options()
    options.wantedClasses = requested.map { Set($0.compactMap { registry.index(of: $0.rawType) }) }
    reader = ObjectReader(.shared(registry), options)
    conversion = Conversion()
    conversion.unknownRequests = (requested ?? []).filter { registry.index(of: $0.rawType) == nil }
  }

  /// Converts a card of an input, whose `place` is needed for a failure.
  func add(_ card: Card, at place: @autoclosure () -> ContentCardPlace) {
    add(card, of: card.classType, at: place()) { ContentCard(card) }
  }

  /// Converts a card that owns its memory.
  func add(_ card: ContentCard, at place: ContentCardPlace?) {
    // A card created in code may have its class type only in the extras.
    let name = card.classType ?? card.extraValues?[ContentCardKey.classType.rawValue]?.description
    ByteBuffer((name ?? "").utf8).read { name in
      add(decoder.decode(card), of: name.count > 0 ? JSONString(name) : nil, at: place) { card }
    }
  }

  /// Converts a card of the class type `name`; `copy` returns a copy that owns its memory.
  private func add(
    _ card: Card, of name: JSONString?, at place: @autoclosure () -> ContentCardPlace?,
    _ copy: () -> ContentCard
  ) {
    do throws(ConversionFailure) {
      switch reader.start(card, of: name) {
      case .skipped(.tombstone): conversion.removed += 1
      case .skipped(.noClass): conversion.withoutClassType += 1
      case .skipped(.notSelected): conversion.notRequested += 1
      case .skipped(.unknownClass):
        conversion.unknownClassTypes[.init(rawType: name?.string), default: 0] += 1
      case .failed(let failure): throw failure
      case .converted(let object): conversion.objects.append(try make(object, copy))
      }
    } catch {
      conversion.failures.append(
        ContentCardFailure(error, cardID: card.text(.id)?.string, at: place()))
    }
  }

  private func make(
    _ object: StartedObject, _ copy: () -> ContentCard
  ) throws(ConversionFailure) -> any ContentCardable {
    let classType = classTypes[object.classIndex]
    switch makers[object.classIndex] {
    case .declared(let type): return try type.init(reader.properties(of: object, classType))
    case .registry: return RegistryObject(try reader.properties(of: object, classType))
    case .guide(let type):
      if let made = type.init(metaData: copy().metaData, classType: classType) { return made }
      throw ConversionFailure(.refused, classType: classType.rawType)
    }
  }
}

extension Conversion {
  /// Sets the reason why the conversion has no objects.
  consuming func finished() -> Conversion {
    if !objects.isEmpty {
      emptyReason = nil
    } else if emptyReason == nil {
      let hasCards = skipped > 0 || failures.contains { $0.conversion != nil }
      emptyReason = hasCards ? .noObjects : EmptyReason(failures.first)
    }
    return self
  }
}

extension EmptyReason {
  /// Creates the reason why an input has no cards from its first failure.
  init(_ failure: ContentCardFailure?) {
    switch failure {
    case nil: self = .noCards
    case let failure? where failure.code == ContentCardFailure.syncFailedCode:
      self = .syncFailed(failure)
    case let failure?: self = .unreadable(failure)
    }
  }
}
