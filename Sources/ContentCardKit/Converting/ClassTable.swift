import CardJSON

/// A registry in the form that conversion reads: flat tables without references.
///
/// Its memory is never freed and copies share it: make one for each registry.
package struct ClassTable: Sendable {
  /// The registry that the table was made from; class indices count its classes.
  package let registry: Registry
  package let layout: Layout
  /// The keys of extras that are read for properties, and that of the class type.
  package let extraKeys: NameTable

  private static let typeKey = "class_type"

  /// The tables themselves.
  package struct Layout: BitwiseCopyable, Sendable {
    package let classes: PermanentTable<CompiledClass>
    package let properties: PermanentTable<CompiledProperty>
    package let sources: PermanentTable<CompiledSource>
    let allowed: PermanentTable<ByteView>
  }

  /// The table of `registry`.
  package init(_ registry: Registry) {
    var compiler = ClassCompiler()
    var classes: [CompiledClass] = []
    for definition in registry.classes { classes.append(compiler.compile(definition)) }
    self.registry = registry
    layout = Layout(
      classes: PermanentTable(classes), properties: PermanentTable(compiler.properties),
      sources: PermanentTable(compiler.sources), allowed: PermanentTable(compiler.allowed))
    // The class type is not read here, but a known key is found sooner than another.
    let isNamed = compiler.extraKeys.contains(ClassTable.typeKey)
    extraKeys = NameTable(compiler.extraKeys + (isNamed ? [] : [ClassTable.typeKey]))
  }

  /// The table of the built-in classes.
  package static let builtIn = ClassTable(.builtIn)

  /// The table of `registry`, compiled once for all equal registries of the process.
  static func shared(_ registry: Registry) -> ClassTable {
    registry == .builtIn ? builtIn : CompiledRegistries.shared.table(of: registry)
  }

  /// The index of the class that a card names; nil if the registry does not have it.
  package func classIndex(of card: Card) -> Int? {
    card.classType.flatMap { layout.classIndex(of: $0) }
  }

  /// The index of the class with this class type; nil if the registry does not have it.
  package func classIndex(called name: CardText) -> Int? { layout.classIndex(of: name) }
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

extension ClassTable.Layout {
  /// The index of the class called `name`, ignoring the case of ASCII letters; nil without one.
  func classIndex(of name: CardText) -> Int? {
    name.withText { classIndex(of: $0) }
  }

  private func classIndex(of name: ByteView) -> Int? {
    for index in 0..<classes.count where classes[index].name == name { return index }
    for index in 0..<classes.count where classes[index].name.equalsIgnoringCase(name) {
      return index
    }
    return nil
  }
}

/// One class of a `ClassTable`.
package struct CompiledClass: BitwiseCopyable, Sendable {
  /// The class type in lower case.
  package let name: ByteView
  /// The name of the object.
  package let object: ByteView
  /// The index of the first property in the table.
  package let firstProperty: Int
  package let propertyCount: Int
}

/// One property of a `ClassTable`, read in place: it is too large to be copied for each card.
package typealias PropertyItem = PermanentItem<CompiledProperty>

/// One property of a `ClassTable`.
package struct CompiledProperty: BitwiseCopyable, Sendable {
  package enum Origin: UInt8, BitwiseCopyable { case from, firstOf, join, constant }

  package let origin: Origin
  package let type: PropertyType
  /// Whether a card without a value fails.
  package let isRequired: Bool
  /// Whether a control card without a value fails; it has only extras.
  package let isRequiredOnControl: Bool
  /// Whether a card with an invalid value fails even if the property is optional.
  package let failsIfInvalid: Bool
  /// The comma, the name and the colon: `,"imageUrl":`.
  package let key: ByteView
  /// The index of the first source in the table.
  package let firstSource: Int
  package let sourceCount: Int
  /// The joined sources that must have a value, one bit each.
  let neededSources: UInt64
  /// The text that joins or separates values, and the same text as the content of a JSON string.
  package let separator: ByteView
  let separatorContent: ByteView
  /// JSON numbers; empty without a bound.
  let minimum: ByteView
  let maximum: ByteView
  /// The index of the first allowed string in the table; if there are no allowed strings, all are
  /// valid.
  let firstAllowed: Int
  let allowedCount: Int
  /// A constant or a default, as JSON and as text; the JSON is empty if the property has neither.
  package let givenJSON: ByteView
  package let givenText: ByteView
}

/// One source of a property.
package struct CompiledSource: BitwiseCopyable, Sendable {
  /// The canonical field; without meaning for an extra.
  package let field: CardField
  /// The number of the extra's key in the table of keys, or one of the constants below.
  package let extra: Int
  /// The key of the extra.
  package let key: ByteView
  /// The name of the alternative.
  package var kind = ByteView("")

  /// The source is a field.
  package static let isField = -1
  /// The source is an extra whose key does not fit the table.
  static let isSearched = -2
}
