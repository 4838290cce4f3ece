import CardJSON

/// Compiles the classes of a registry to the flat tables of a `ClassTable`.
struct ClassCompiler: ~Copyable {
  private(set) var properties: [CompiledProperty] = []
  private(set) var sources: [CompiledSource] = []
  private(set) var allowed: [ByteView] = []
  private(set) var extraKeys: [String] = []
  private var extraNumbers: [String: Int] = [:]
  private var scratch = ByteBuffer()

  /// Adds the properties, sources and allowed strings of a class to the tables.
  mutating func compile(_ definition: ContentCardClass) -> CompiledClass {
    let first = properties.count
    for property in definition.properties { compile(property) }
    return CompiledClass(
      name: ByteView(permanent: definition.name.lowercasedASCII),
      object: ByteView(permanent: definition.object),
      firstProperty: first, propertyCount: definition.properties.count)
  }

  private mutating func compile(_ property: PropertyDefinition) {
    let (firstSource, firstAllowed) = (sources.count, allowed.count)
    for source in property.sources { sources.append(compile(source)) }
    if case .firstOf(let alternatives) = property.origin {
      var place = firstSource
      for alternative in alternatives {
        let kind = ByteView(permanent: alternative.kind)
        for _ in alternative.sources {
          sources[place].kind = kind
          place += 1
        }
      }
    }
    allowed += (property.values ?? []).map { ByteView(permanent: $0) }
    let separator = ClassCompiler.separator(of: property)
    let given = property.given
    let isRequired = property.requirement != .optional
    let readsExtrasOnly = property.sources.allSatisfy { $0.extraKey != nil }
    properties.append(
      CompiledProperty(
        origin: ClassCompiler.origin(of: property), type: property.type,
        isRequired: isRequired, isRequiredOnControl: isRequired && readsExtrasOnly,
        failsIfInvalid: property.failsIfInvalid,
        key: permanent { text in
          text.append(",")
          JSONText.appendQuoted(property.name, to: &text)
          text.append(":")
        },
        firstSource: firstSource, sourceCount: sources.count - firstSource,
        neededSources: ClassCompiler.neededSources(of: property),
        separator: ByteView(permanent: separator),
        separatorContent: permanent { text in
          ByteBuffer(separator.utf8).read { JSONText.appendEscaped($0, to: &text) }
        },
        minimum: ByteView(permanent: property.minimum ?? ""),
        maximum: ByteView(permanent: property.maximum ?? ""),
        firstAllowed: firstAllowed, allowedCount: allowed.count - firstAllowed,
        givenJSON: permanent { given?.appendJSON(to: &$0) },
        givenText: ByteView(
          permanent: given.map { ClassCompiler.text($0, separator: separator) } ?? "")))
  }

  private mutating func compile(_ source: PropertySource) -> CompiledSource {
    switch source.kind {
    case .field(let field):
      CompiledSource(field: field, extra: CompiledSource.isField, key: ByteView(""))
    case .extra(let key):
      CompiledSource(field: .extras, extra: number(of: key), key: ByteView(permanent: key))
    }
  }

  /// The number of a key in the table of keys, which has only short ones.
  private mutating func number(of key: String) -> Int {
    guard 1...NameTable.maximumLength ~= key.utf8.count else { return CompiledSource.isSearched }
    if let number = extraNumbers[key] { return number }
    extraKeys.append(key)
    extraNumbers[key] = extraKeys.count - 1
    return extraKeys.count - 1
  }

  /// A view of the written text in memory that is never freed.
  private mutating func permanent(_ write: (inout ByteBuffer) -> Void) -> ByteView {
    scratch.removeAll()
    write(&scratch)
    return ByteView(permanent: scratch.view)
  }
}

extension ClassCompiler {
  private static func origin(of property: PropertyDefinition) -> CompiledProperty.Origin {
    switch property.origin {
    case .from: .from
    case .firstOf: .firstOf
    case .join: .join
    case .constant: .constant
    }
  }

  /// The value as a cell of a table shows it.
  private static func text(_ value: ContentCardValue, separator: String) -> String {
    guard case .list(let items) = value else { return value.description }
    return items.map(\.description).joined(separator: separator)
  }

  private static func separator(of property: PropertyDefinition) -> String {
    if case .join(_, let separator) = property.origin { return separator }
    guard property.type == .list else { return "" }
    return property.separator ?? PropertyDefinition.commonSeparator
  }

  private static func neededSources(of property: PropertyDefinition) -> UInt64 {
    guard case .fields(let fields) = property.requirement else { return 0 }
    var bits: UInt64 = 0
    for (index, source) in property.sources.enumerated() where fields.contains(source) {
      bits |= 1 << UInt64(index)
    }
    return bits
  }
}
