import CardJSON

/// The values of an object's properties, as `cardctl convert` makes them from a card.
///
/// An app's objects and the tool are one conversion: the metadata is read as a card in the shape of
/// the guide's dictionary, and the values are those that the tool prints.
public struct ContentCardProperties: Sendable {
  /// What every object keeps of its card.
  public let contentCardData: ContentCardData
  private var values: [String: ContentCardValue] = [:]
  private var kinds: [String: String] = [:]

  /// The properties that a card has for a class of one's own.
  ///
  /// - Throws: why the card does not have them.
  public init(
    _ metaData: [ContentCardKey: Any], _ classType: ContentCardClassType,
    of definition: ContentCardClass
  ) throws(ConversionFailure) {
    try self.init(metaData, classType, named: definition.rawType, in: definition.table)
  }

  /// The properties that a card has for a built-in class.
  init(
    _ metaData: [ContentCardKey: Any], _ classType: ContentCardClassType,
    as definition: ContentCardClassType
  ) throws(ConversionFailure) {
    try self.init(metaData, classType, named: definition.rawType, in: .builtIn)
  }

  init(
    _ metaData: [ContentCardKey: Any], _ classType: ContentCardClassType, named name: String,
    in classes: ClassTable
  ) throws(ConversionFailure) {
    guard let classIndex = classes.registry.index(of: name) else {
      throw ConversionFailure(.classUnknown, classType: name)
    }
    var text = ByteBuffer()
    text.json { json in json.object { ContentCardProperties.add(metaData, to: &$0) } }
    var object = ByteBuffer()
    var scanner = CardDecoder.makeScanner()
    let json = text.sealed()
    guard scanner.scan(json) == .value(end: json.count) else {
      // Nested deeper than any card that was read.
      throw ConversionFailure(.idMissing, classType: name, sources: ["id"])
    }
    var converter = ObjectConverter(classes)
    var decoder = CardDecoder()
    let card = decoder.card(scanner.document, 0, scanner.rootKeys, .metadata)
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
      if ClassDefinition.reservedNames.contains(name) { return }
      guard document.kind(value) == .object else {
        values[name] = ContentCardValue(document, value)
        return
      }
      kinds[name] = document.member(ByteView("kind"), of: value).map(document.string)
      values[name] = document.member(ByteView("value"), of: value).map {
        ContentCardValue(document, $0)
      }
    }
  }

  /// The value of the property called `name`; nil when it has none, or one of another type.
  public subscript<Value: ContentCardPropertyValue>(name: String) -> Value? {
    values[name].flatMap(Value.init(property:))
  }

  /// The value of the property called `name`, which the object cannot do without.
  ///
  /// For what users see of a card take the subscript: a control card has none of it.
  ///
  /// - Throws: `propertyMissing` when there is none of the type.
  public func required<Value: ContentCardPropertyValue>(
    _ name: String
  ) throws(ConversionFailure) -> Value {
    if let value: Value = self[name] { return value }
    throw ConversionFailure(
      .propertyMissing, classType: contentCardData.contentCardClassType.rawType, property: name)
  }

  /// Which alternative the value of the property called `name` is; nil for a property that has
  /// none.
  func kind(of name: String) -> String? { kinds[name] }
}

extension ContentCardProperties {
  /// Writes metadata as a card in the shape of the guide's dictionary; what JSON does not have is
  /// left out.
  private static func add(_ metaData: [ContentCardKey: Any], to json: inout JSONWriter) {
    for (key, any) in metaData {
      guard var value = ContentCardValue(any: any) else { continue }
      if key == .created || key == .expiresAt { value = plainTime(value) }
      json.key(key.rawValue)
      value.write(to: &json)
    }
  }

  /// A time in epoch seconds as a number that is read as the same time: so large a one that it
  /// would be taken for milliseconds is given in them.
  private static func plainTime(_ value: ContentCardValue) -> ContentCardValue {
    guard case .number(let number) = value else { return value }
    if let seconds = number.integerValue, seconds.magnitude < 1 << 32 {
      return .number(.integer(Int64(seconds)))
    }
    let spelling = ByteBuffer(number.spelling.utf8)
    guard let seconds = JSONNumber.rounded(spelling.view),
      seconds.magnitude >= CardTime.firstMilliseconds.magnitude,
      let milliseconds = JSONNumber.thousandths(spelling.view)
    else { return value }
    return .number(.integer(milliseconds))
  }
}

/// A type that the value of a property is read as: `String`, `ContentCardNumber`, `Double`, `Int`,
/// `Bool` or `[String]`.
public protocol ContentCardPropertyValue {
  /// The value of a property; nil when it is of another type.
  init?(property value: ContentCardValue)
}

extension String: ContentCardPropertyValue {
  /// The text of a string or a URL.
  public init?(property value: ContentCardValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension ContentCardNumber: ContentCardPropertyValue {
  /// A number or an integer.
  public init?(property value: ContentCardValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
}

extension Double: ContentCardPropertyValue {
  /// The nearest `Double` of a number.
  public init?(property value: ContentCardValue) {
    guard case .number(let number) = value else { return nil }
    self = number.doubleValue
  }
}

extension Int: ContentCardPropertyValue {
  /// A whole number.
  public init?(property value: ContentCardValue) {
    guard case .number(let number) = value, let integer = number.integerValue else { return nil }
    self = integer
  }
}

extension Bool: ContentCardPropertyValue {
  /// A boolean.
  public init?(property value: ContentCardValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }
}

extension [String]: ContentCardPropertyValue {
  /// A list of texts.
  public init?(property value: ContentCardValue) {
    guard case .list(let items) = value else { return nil }
    var texts: [String] = []
    for item in items {
      guard let text = item.text else { return nil }
      texts.append(text)
    }
    self = texts
  }
}
