import CardJSON

/// Reads the properties of an object from a card's metadata by the registry's rules.
public struct MetadataReader {
  private let metaData: ContentCardMetaData
  private let classType: String
  /// Whether the card is the control variant, which has nothing but its extras.
  public let isControl: Bool

  /// A reader for one card.
  public init(_ metaData: ContentCardMetaData, _ classType: ContentCardClassType) {
    self.metaData = metaData
    self.classType = classType.rawType
    isControl = metaData[.isControl] == .flag(true)
  }

  /// The value at a source; nil when it is absent, as every field of a control card is.
  public subscript(source: PropertySource) -> MetadataValue? {
    switch source {
    case .extra(let key):
      guard case .pairs(let extras) = metaData[.extras] else { return nil }
      return extras[key]
    case .field(let field):
      guard !isControl, let key = ContentCardKey(field) else { return nil }
      return metaData[key]
    }
  }

  /// A text; with `values` one of a set.
  public func text(
    _ property: String, from sources: PropertySource..., values: [String]? = nil
  ) -> PropertyReading<String> {
    var definition = PropertyDefinition(name: property, origin: .from(sources))
    definition.values = values
    return read(definition) { value in
      guard let text = value.scalarText, let values else { return value.scalarText }
      // Byte by byte, as the registry compares: texts that only look alike are not the same.
      return values.contains { $0.utf8.elementsEqual(text.utf8) } ? text : nil
    }
  }

  /// A URL.
  public func url(_ property: String, from sources: PropertySource...) -> PropertyReading<String> {
    var definition = PropertyDefinition(name: property, origin: .from(sources))
    definition.type = .url
    return read(definition) { value in
      guard let text = value.scalarText else { return nil }
      return ByteBuffer(text.utf8).read(ValueRules.isURL) ? text : nil
    }
  }

  /// A number within bounds, given as JSON spells numbers.
  public func number(
    _ property: String, from sources: PropertySource..., minimum: String? = nil,
    maximum: String? = nil
  ) -> PropertyReading<NumberText> {
    var definition = PropertyDefinition(name: property, origin: .from(sources))
    definition.type = .number
    (definition.minimum, definition.maximum) = (minimum, maximum)
    return read(definition) { value in
      guard let text = value.numberText else { return nil }
      let isGood = ByteBuffer(text.utf8).read { number in
        (minimum.map { compare(number, $0) >= 0 } ?? true)
          && (maximum.map { compare(number, $0) <= 0 } ?? true)
      }
      return isGood ? NumberText(text) : nil
    }
  }

  private func compare(_ number: ByteView, _ bound: String) -> Int {
    ByteBuffer(bound.utf8).read { JSONNumber.compare(number, $0) }
  }

  /// True or false.
  public func flag(_ property: String, from sources: PropertySource...) -> PropertyReading<Bool> {
    var definition = PropertyDefinition(name: property, origin: .from(sources))
    definition.type = .boolean
    return read(definition) { value in
      value.scalarText.flatMap { ByteBuffer($0.utf8).read(ValueRules.boolean) }
    }
  }

  /// A list of texts: an array of strings, or one text that is split.
  public func list(
    _ property: String, from source: PropertySource, separator: String = ","
  ) -> PropertyReading<[String]> {
    var definition = PropertyDefinition(name: property, origin: .from([source]))
    definition.type = .list
    let list = read(definition) { value -> [String]? in
      if case .list(let items) = value { return items.compactMap(\.trimmedItem) }
      return value.scalarText?.split(on: separator).compactMap(\.trimmedItem)
    }
    if case .value(let items) = list, items.isEmpty {
      return .missing(failure(.propertyMissing, definition))
    }
    return list
  }

  private func read<Value>(
    _ definition: PropertyDefinition, _ convert: (MetadataValue) -> Value?
  ) -> PropertyReading<Value> {
    let sources = definition.sources
    guard let source = sources.first(where: { self[$0] != nil }), let found = self[source] else {
      return .missing(failure(.propertyMissing, definition))
    }
    if let value = convert(found) { return .value(value) }
    let (shown, isText) = found.shown
    return .invalid(
      ConversionFailure(
        .propertyInvalid, classType: classType, property: definition.name,
        sources: [source.name], value: ConversionFailure.shown(shown, isText: isText),
        expected: definition.expectation(of: shown)))
  }

  /// The failure of a property that none of its sources has.
  func failure(_ reason: ConversionFailure.Reason, _ definition: PropertyDefinition)
    -> ConversionFailure
  {
    ConversionFailure(
      reason, classType: classType, property: definition.name,
      sources: definition.sources.map(\.name))
  }
}

/// What reading a property gave.
public enum PropertyReading<Value> {
  /// A value of the property's type.
  case value(Value)
  /// No source has a value; what to say when one is required.
  case missing(ConversionFailure)
  /// The value is not what the property wants.
  case invalid(ConversionFailure)

  /// The value, which the object cannot do without.
  ///
  /// - Throws: why there is none.
  public func required() throws(ConversionFailure) -> Value {
    switch self {
    case .value(let value): return value
    case .missing(let failure), .invalid(let failure): throw failure
    }
  }

  /// The value; nil when there is none or a bad one.
  public var optional: Value? {
    switch self {
    case .value(let value): value
    case .missing, .invalid: nil
    }
  }
}
