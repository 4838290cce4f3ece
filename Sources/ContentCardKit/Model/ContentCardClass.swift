import CardJSON

/// A class of one's own: its class type and its properties.
///
/// Made for each type as a `static let`. What a class is compiled to is kept for as long as the
/// process lives, once for all classes that are alike.
public struct ContentCardClass: Sendable {
  /// The class type in a card's extras; the case of ASCII letters does not count.
  public let rawType: String
  /// The properties, in order.
  public let properties: [ContentCardProperty]
  let table: ClassTable

  /// A class; of two properties with one name the last counts.
  ///
  /// Every object has the keys `contentCardData` and `object` already: a property of one of these
  /// names is left out.
  public init(_ rawType: String, properties: [ContentCardProperty] = []) {
    self.rawType = rawType.lowercasedASCII
    self.properties = properties
    table = CompiledClasses.shared.table(of: self.rawType, properties)
  }

  /// The class as a type's property names it.
  public var classType: ContentCardClassType {
    let builtIn = ContentCardClassType(rawType: rawType)
    return builtIn == .none ? .custom(rawType) : builtIn
  }
}

/// A property of a class of one's own: where its value comes from and what it has to be.
public struct ContentCardProperty: Hashable, Sendable {
  /// What the value of a property has to be.
  public enum ValueType: String, CaseIterable, Sendable {
    /// Any text; numbers and booleans are read as their text.
    case string
    /// A JSON number, or text that is one.
    case number
    /// A number without fraction and exponent.
    case integer
    /// `true`, `false`, `1` or `0`.
    case boolean
    /// Text with a scheme, without white space and control characters.
    case url
    /// Texts: an array of strings, or one text with commas between.
    case list
  }

  /// The name of the property.
  public let name: String
  /// What the value has to be.
  public let type: ValueType
  /// Where to look, in this order.
  ///
  /// A source is `extras.KEY`, or a field of `cardctl convert --as card` such as
  /// `title`. A name that is neither is the key of an extra; an empty key names none.
  public let sources: [String]
  /// Whether a card without a value fails.
  ///
  /// A control card does not, where the value would come from what users see: it has none of that,
  /// and its impression counts all the same. The object's own property has to be optional then.
  public let isRequired: Bool
  /// The least number allowed.
  public let minimum: Int?
  /// The greatest number allowed.
  public let maximum: Int?

  /// A property.
  public init(
    _ name: String, _ type: ValueType = .string, from sources: [String], isRequired: Bool = false,
    minimum: Int? = nil, maximum: Int? = nil
  ) {
    self.name = name
    self.type = type
    self.sources = sources
    self.isRequired = isRequired
    self.minimum = minimum
    self.maximum = maximum
  }

  var definition: PropertyDefinition {
    let places = sources.compactMap { source -> PropertySource? in
      if let field = CardField(name: source) { return .field(field) }
      let key = PropertySource.extraKey(in: source) ?? source
      return key.isEmpty ? nil : .extra(key)
    }
    var definition = PropertyDefinition(
      name: name, origin: .from(places), type: PropertyType(rawValue: type.rawValue) ?? .string,
      requirement: isRequired ? .required : .optional)
    if definition.type.isNumeric {
      definition.minimum = minimum.map { "\($0)" }
      definition.maximum = maximum.map { "\($0)" }
    }
    return definition
  }
}

/// The classes that were compiled so far, so that one which is made again takes no more memory.
private final class CompiledClasses: @unchecked Sendable {
  static let shared = CompiledClasses()

  private struct Key: Hashable {
    let rawType: String
    let properties: [ContentCardProperty]
  }

  private var tables: [Key: ClassTable] = [:]
  private let monitor = Monitor()

  func table(of rawType: String, _ properties: [ContentCardProperty]) -> ClassTable {
    monitor.locked {
      let key = Key(rawType: rawType, properties: properties)
      if let table = tables[key] { return table }
      let table = CompiledClasses.compile(rawType, properties)
      tables[key] = table
      return table
    }
  }

  private static func compile(_ rawType: String, _ properties: [ContentCardProperty]) -> ClassTable
  {
    var places: [String: PropertyDefinition] = [:]
    var names: [String] = []
    for property in properties where !ClassDefinition.reservedNames.contains(property.name) {
      if places.updateValue(property.definition, forKey: property.name) == nil {
        names.append(property.name)
      }
    }
    return ClassTable(
      Registry([
        ClassDefinition(
          name: rawType, object: rawType, properties: names.compactMap { places[$0] })
      ]))
  }
}
