import CardJSON

/// A registry compiled for conversion, into tables that are never freed: create one for each
/// registry.
package struct ClassTable: Sendable {
  /// The source of the table, whose classes have the same indices.
  package let registry: Registry
  /// The classes, in the order of the registry.
  package let classes: PermanentTable<CompiledClass>
  /// The keys of the extras that properties use, and the key of the class type.
  let extraKeys: KeyNames

  /// Compiles `registry`.
  package init(_ registry: Registry) {
    var keys = TextNumbers()
    self.registry = registry
    classes = PermanentTable(count: registry.classes.count) {
      CompiledClass(registry.classes[$0], &keys)
    }
    // The class type is not read here, but looking up a known key is faster.
    _ = keys.number(of: ContentCardKey.classType.rawValue)
    extraKeys = KeyNames(keys)
  }

  /// The table of the built-in classes.
  package static let builtIn = ClassTable(.builtIn)

  /// The table of `registry`, which is compiled once per process for equal registries.
  static func shared(_ registry: Registry) -> ClassTable {
    registry == .builtIn ? builtIn : CompiledRegistries.shared.table(of: registry)
  }

  /// The index of a card's class; nil if the registry does not have it.
  package func classIndex(of card: Card) -> Int? {
    card.classType.flatMap { classIndex(called: $0) }
  }

  /// The index of the class named `name`, ignoring the case of ASCII letters; nil if absent.
  package func classIndex(called name: JSONString) -> Int? {
    name.withText { name in
      classes.firstIndex { $0.name == name }
        ?? classes.firstIndex { $0.name.equalsIgnoringCase(name) }
    }
  }
}

/// A cache of compiled registries, whose tables are never freed.
private final class CompiledRegistries: @unchecked Sendable {
  static let shared = CompiledRegistries()

  private var tables: [Registry: ClassTable] = [:]
  private let monitor = Monitor()

  func table(of registry: Registry) -> ClassTable {
    monitor.locked {
      if let table = tables[registry] { return table }
      let table = ClassTable(registry)
      tables[registry] = table
      return table
    }
  }
}

/// A class of a `ClassTable`.
package struct CompiledClass: BitwiseCopyable, Sendable {
  /// The class type in lower case.
  package let name: ByteView
  /// The same, and the name of the object, as JSON strings.
  package let classType, object: JSONString
  /// The properties, in the order of the class.
  package let properties: PermanentTable<CompiledProperty>

  fileprivate init(_ definition: ContentCardClass, _ keys: inout TextNumbers) {
    name = ByteView(permanent: definition.name.lowercasedASCII)
    (classType, object) = (
      JSONString(permanent: name.text), JSONString(permanent: definition.object)
    )
    let properties = definition.properties
    self.properties = PermanentTable(count: properties.count) {
      CompiledProperty(properties[$0], &keys)
    }
  }
}

/// A reference to a property of a `ClassTable`, which is too large to copy for each card.
package typealias PropertyItem = PermanentItem<CompiledProperty>

/// A property of a `ClassTable`.
package struct CompiledProperty: BitwiseCopyable, Sendable {
  package let origin: PropertyDefinition.Origin
  package let type: PropertyType
  /// Whether a card without a value fails.
  let isRequired: Bool
  /// Whether a control card, which has only extras, fails without a value.
  let isRequiredOnControl: Bool
  /// Whether a card with an invalid value fails even if the property is optional.
  let failsIfInvalid: Bool
  /// The key with a comma and a colon: `,"imageUrl":`.
  package let key: ByteView
  /// The sources, in order.
  package let sources: PermanentTable<CompiledSource>
  /// A bit mask of the joined sources that must have a value.
  let neededSources: UInt64
  /// The text that joins or separates values, and the same text escaped for JSON.
  package let separator: ByteView
  let separatorContent: ByteView
  /// The bounds, as JSON numbers; empty for no bound.
  let minimum: ByteView
  let maximum: ByteView
  /// The allowed strings; empty to allow all.
  let allowed: PermanentTable<ByteView>
  /// The constant or the default, as JSON and as text; the JSON is empty if there is neither.
  package let fixedJSON: ByteView
  package let fixedText: ByteView

  fileprivate init(_ property: PropertyDefinition, _ keys: inout TextNumbers) {
    let sources = property.alternatives.flatMap { alternative in
      alternative.sources.map { CompiledSource($0, kind: alternative.kind, &keys) }
    }
    self.sources = PermanentTable(sources)
    neededSources = property.sources.enumerated().reduce(0) { mask, source in
      property.needed.contains(source.element) ? mask | 1 << UInt64(source.offset) : mask
    }
    (origin, type) = (property.origin, property.type)
    (isRequired, failsIfInvalid) = (property.isRequired, property.failsIfInvalid)
    isRequiredOnControl = isRequired && !sources.contains(where: \.isField)
    key = .permanent(capacity: property.name.utf8.count + 4) { text in
      text.append(",")
      JSONText.appendQuoted(property.name, to: &text)
      text.append(":")
    }
    let separator = ByteView(permanent: property.separator ?? "")
    self.separator = separator
    separatorContent = .permanent { JSONText.appendEscaped(separator, to: &$0) }
    minimum = ByteView(permanent: property.minimum ?? "")
    maximum = ByteView(permanent: property.maximum ?? "")
    let values = property.values ?? []
    allowed = PermanentTable(count: values.count) { ByteView(permanent: values[$0]) }
    let fixed = property.fixedValue
    fixedJSON = .permanent { text in fixed.map { value in text.json { $0.add(nil, value) } } }
    fixedText = ByteView(
      permanent: fixed.map { value in
        guard case .list(let items) = value else { return value.description }
        return items.map(\.description).joined(separator: property.separator ?? "")
      } ?? "")
  }
}

/// A source of a property.
package struct CompiledSource: BitwiseCopyable, Sendable {
  /// The canonical field; `.extras` for an extra.
  package let field: CardField
  /// The index of the extra's key in `ClassTable.extraKeys`; -1 for a field.
  let extra: Int
  /// The key of the extra; empty for a field.
  package let key: ByteView
  /// The name of the alternative; empty without alternatives.
  package let kind: ByteView

  /// Whether the source is a field.
  package var isField: Bool { extra < 0 }

  fileprivate init(_ source: PropertySource, kind: String, _ keys: inout TextNumbers) {
    self.kind = ByteView(permanent: kind)
    key = ByteView(permanent: source.extraKey ?? "")
    switch source.kind {
    case .field(let field): (self.field, extra) = (field, -1)
    case .extra(let key): (field, extra) = (.extras, keys.number(of: key))
    }
  }
}

extension JSONString {
  /// Creates a string with this text, which is never freed.
  fileprivate init(permanent text: String) {
    let content = ByteView.permanent { buffer in
      ByteBuffer(text.utf8).read { JSONText.appendEscaped($0, to: &buffer) }
    }
    self.init(content, isEscaped: content.count != text.utf8.count)
  }
}
