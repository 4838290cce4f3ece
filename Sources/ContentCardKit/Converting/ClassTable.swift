import CardJSON

/// A registry in the form that conversion reads: tables without references to count.
///
/// Its memory is never freed and copies share it: make one for each registry.
package struct ClassTable: Sendable {
  /// The registry that the table was made from; class indices count its classes.
  package let registry: Registry
  /// The classes, in the order of the registry.
  package let classes: PermanentTable<CompiledClass>
  /// The keys of extras that are read for properties, and that of the class type.
  let extraKeys: [String]

  /// The table of `registry`.
  package init(_ registry: Registry) {
    var keys = TextNumbers()
    self.registry = registry
    classes = PermanentTable(registry.classes.map { CompiledClass($0, &keys) })
    // The class type is not read here, but a known key is found sooner than another.
    _ = keys.number(of: ContentCardKey.classType.rawValue)
    extraKeys = (0..<keys.count).map { keys[$0].text }
  }

  /// The table of the built-in classes.
  package static let builtIn = ClassTable(.builtIn)

  /// The table of `registry`, compiled once for all equal registries of the process.
  static func shared(_ registry: Registry) -> ClassTable {
    registry == .builtIn ? builtIn : CompiledRegistries.shared.table(of: registry)
  }

  /// The index of the class that a card names; nil if the registry does not have it.
  package func classIndex(of card: Card) -> Int? {
    card.classType.flatMap { classIndex(called: $0) }
  }

  /// The index of the class called `name`, ignoring the case of ASCII letters; nil without one.
  package func classIndex(called name: CardText) -> Int? {
    name.withText { name in
      classes.firstIndex { $0.name == name }
        ?? classes.firstIndex { $0.name.equalsIgnoringCase(name) }
    }
  }
}

/// The registries that were compiled so far, whose tables are never freed.
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

/// One class of a `ClassTable`.
package struct CompiledClass: BitwiseCopyable, Sendable {
  /// The class type in lower case.
  package let name: ByteView
  /// The name of the object.
  package let object: ByteView
  /// The properties, in the order of the class.
  package let properties: PermanentTable<CompiledProperty>

  fileprivate init(_ definition: ContentCardClass, _ keys: inout TextNumbers) {
    name = ByteView(permanent: definition.name.lowercasedASCII)
    object = ByteView(permanent: definition.object)
    properties = PermanentTable(definition.properties.map { CompiledProperty($0, &keys) })
  }
}

/// One property of a `ClassTable`, read in place: it is too large to be copied for each card.
package typealias PropertyItem = PermanentItem<CompiledProperty>

/// One property of a `ClassTable`.
package struct CompiledProperty: BitwiseCopyable, Sendable {
  package enum Origin: UInt8, BitwiseCopyable { case from, firstOf, join, constant }

  package let origin: Origin
  package let type: PropertyType
  /// Whether a card without a value fails.
  let isRequired: Bool
  /// Whether a control card without a value fails; it has only extras.
  let isRequiredOnControl: Bool
  /// Whether a card with an invalid value fails even if the property is optional.
  let failsIfInvalid: Bool
  /// The comma, the name and the colon: `,"imageUrl":`.
  package let key: ByteView
  /// The sources, in order.
  package let sources: PermanentTable<CompiledSource>
  /// The joined sources that must have a value, one bit each.
  let neededSources: UInt64
  /// The text that joins or separates values, and the same text as the content of a JSON string.
  package let separator: ByteView
  let separatorContent: ByteView
  /// JSON numbers; empty without a bound.
  let minimum: ByteView
  let maximum: ByteView
  /// The allowed strings; an empty table allows all.
  let allowed: PermanentTable<ByteView>
  /// A constant or a default, as JSON and as text; the JSON is empty if the property has neither.
  package let givenJSON: ByteView
  package let givenText: ByteView

  fileprivate init(_ property: PropertyDefinition, _ keys: inout TextNumbers) {
    func permanent(_ write: (inout ByteBuffer) -> Void) -> ByteView {
      var text = ByteBuffer()
      write(&text)
      return ByteView(permanent: text.view)
    }
    var needed: UInt64 = 0
    if case .fields(let fields) = property.requirement {
      for (index, source) in property.sources.enumerated() where fields.contains(source) {
        needed |= 1 << UInt64(index)
      }
    }
    let listSeparator = property.separator ?? PropertyDefinition.commonSeparator
    var separator = property.type == .list ? listSeparator : ""
    var alternatives = [PropertyDefinition.Alternative(kind: "", sources: property.sources)]
    switch property.origin {
    case .from: origin = .from
    case .firstOf(let named): (origin, alternatives) = (.firstOf, named)
    case .join(_, let joint): (origin, separator) = (.join, joint)
    case .constant: origin = .constant
    }
    sources = PermanentTable(
      alternatives.flatMap { alternative in
        alternative.sources.map { CompiledSource($0, kind: alternative.kind, &keys) }
      })
    type = property.type
    isRequired = property.requirement != .optional
    isRequiredOnControl = isRequired && property.sources.allSatisfy { $0.extraKey != nil }
    failsIfInvalid = property.failsIfInvalid
    key = permanent { text in
      text.append(",")
      JSONText.appendQuoted(property.name, to: &text)
      text.append(":")
    }
    neededSources = needed
    self.separator = ByteView(permanent: separator)
    let joint = self.separator
    separatorContent = permanent { JSONText.appendEscaped(joint, to: &$0) }
    minimum = ByteView(permanent: property.minimum ?? "")
    maximum = ByteView(permanent: property.maximum ?? "")
    allowed = PermanentTable((property.values ?? []).map { ByteView(permanent: $0) })
    givenJSON = permanent { text in property.given.map { given in text.json { $0.add(nil, given) } }
    }
    givenText = ByteView(
      permanent: property.given.map { given in
        guard case .list(let items) = given else { return given.description }
        return items.map(\.description).joined(separator: separator)
      } ?? "")
  }
}

/// One source of a property.
package struct CompiledSource: BitwiseCopyable, Sendable {
  /// The canonical field; `.extras` for an extra.
  package let field: CardField
  /// The number of the extra's key in `ClassTable.extraKeys`; -1 for a field.
  let extra: Int
  /// The key of the extra.
  package let key: ByteView
  /// The name of the alternative.
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
