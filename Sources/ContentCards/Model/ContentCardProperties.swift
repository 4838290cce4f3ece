import CardJSON

/// The values of an object's properties, as the registry's conversion makes them from a card.
///
/// An app's objects and `cardctl convert` are one conversion: the metadata is read as a card in the
/// shape of the guide's dictionary, `ObjectConverter` converts it, and the values are those that it
/// prints. What the metadata has no key for, such as the language, is absent here.
///
///     let properties = try ContentCardProperties(metaData, classType, in: LoyaltyCard.classes)
///     contentCardData = properties.contentCardData
///     points = try properties.required("points")
///     level = properties["level"]
public struct ContentCardProperties: Sendable {
  /// What every object keeps of its card.
  public let contentCardData: ContentCardData
  private var values: [String: MetadataValue] = [:]
  private var kinds: [String: String] = [:]

  /// The properties that a card has for its class, or for another.
  ///
  /// - Parameters:
  ///   - metaData: the card.
  ///   - classType: the class type that the object's data is to name.
  ///   - definition: the class whose properties are read; nil reads those of `classType`.
  ///   - classes: the classes there are. Their memory is never freed: keep one table for all cards.
  /// - Throws: why `ObjectConverter` would not convert the card, or that there is no such class.
  public init(
    _ metaData: ContentCardMetaData, _ classType: ContentCardClassType,
    as definition: ContentCardClassType? = nil, in classes: ClassTable = .builtIn
  ) throws(ConversionFailure) {
    let name = (definition ?? classType).rawType
    guard let classIndex = classes.registry.index(of: name) else {
      throw ConversionFailure(.classUnknown, classType: name)
    }
    var text = ByteBuffer()
    metaData.appendJSON(to: &text)
    var object = ByteBuffer()
    var scanner = CardDecoder.makeScanner()
    let json = text.sealed()
    guard scanner.scan(json) == .value(end: json.count) else {
      // Nested deeper than any card that was read.
      throw ConversionFailure(.idMissing, classType: name, sources: ["id"])
    }
    var converter = ObjectConverter(classes)
    let card = Card(metaData: scanner.document, keys: scanner.rootKeys)
    if case .failed(let failure) = converter.convert(card, as: classIndex, to: &object) {
      throw failure
    }
    _ = scanner.scan(object.sealed())
    self.init(scanner.document, classType)
  }

  /// The properties of an object that `ObjectConverter` printed.
  private init(_ document: JSONDocument, _ classType: ContentCardClassType) {
    let data = document.member(ByteView("contentCardData"), of: 0) ?? 0
    contentCardData = ContentCardData(document, data, classType)
    document.forEachMember(of: 0) { key, value in
      let name = document.string(key)
      guard document.kind(value) == .object else {
        values[name] = MetadataValue(document, value)
        return
      }
      kinds[name] = document.member(ByteView("kind"), of: value).map(document.string)
      values[name] = document.member(ByteView("value"), of: value).flatMap {
        MetadataValue(document, $0)
      }
    }
  }

  /// The value of the property called `name`; nil when it has none, or one of another type.
  public subscript<Value: ContentCardPropertyValue>(name: String) -> Value? {
    values[name].flatMap(Value.init(property:))
  }

  /// The value of the property called `name`, which the object cannot do without.
  ///
  /// - Throws: `propertyMissing` when there is none, which the registry prevents where it requires
  ///   one of the same type.
  public func required<Value: ContentCardPropertyValue>(
    _ name: String
  ) throws(ConversionFailure) -> Value {
    if let value: Value = self[name] { return value }
    throw ConversionFailure(
      .propertyMissing, classType: contentCardData.contentCardClassType.rawType, property: name)
  }

  /// Which alternative the value of the property called `name` is; nil for a property that has none.
  public func kind(of name: String) -> String? { kinds[name] }
}

/// A type that the value of a property is read as.
public protocol ContentCardPropertyValue {
  /// The value of a property; nil when it is of another type.
  init?(property value: MetadataValue)
}

extension String: ContentCardPropertyValue {
  /// The text of a string or a URL.
  public init?(property value: MetadataValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension NumberText: ContentCardPropertyValue {
  /// A number or an integer.
  public init?(property value: MetadataValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
}

extension Bool: ContentCardPropertyValue {
  /// A boolean.
  public init?(property value: MetadataValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }
}

extension [String]: ContentCardPropertyValue {
  /// A list.
  public init?(property value: MetadataValue) {
    guard case .list(let items) = value else { return nil }
    self = items
  }
}
