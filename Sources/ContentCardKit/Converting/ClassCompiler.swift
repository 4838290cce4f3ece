import CardJSON

/// Lays the definitions of a registry out as the flat tables of a `ClassTable`.
struct ClassCompiler: ~Copyable {
  private(set) var properties: [CompiledProperty] = []
  private(set) var sources: [CompiledSource] = []
  private(set) var allowed: [ByteView] = []
  private(set) var extraKeys: [String] = []
  private var extraNumbers: [String: Int] = [:]
  private var scratch = ByteBuffer()

  /// A class whose properties, sources and allowed texts now stand in the tables.
  mutating func compile(_ definition: ClassDefinition) -> CompiledClass {
    let first = properties.count
    for property in definition.properties { compile(property) }
    let name = definition.name.lowercasedASCII
    return CompiledClass(
      name: ByteView(permanent: name),
      typeMember: permanent { text in
        text.append(",\"contentCardClassType\":")
        JSONText.appendQuoted(name, to: &text)
        text.append(",\"createdAt\":")
      },
      objectMember: permanent { text in
        text.append("},\"object\":")
        JSONText.appendQuoted(definition.object, to: &text)
      },
      object: ByteView(permanent: definition.object),
      firstProperty: first, propertyCount: definition.properties.count)
  }

  private mutating func compile(_ property: PropertyDefinition) {
    let (firstSource, firstAllowed) = (sources.count, allowed.count)
    appendSources(of: property)
    allowed += (property.values ?? []).map { ByteView(permanent: $0) }
    let separator = ClassCompiler.separator(of: property)
    let given = ClassCompiler.given(property)
    let isRequired = property.requirement != .optional
    properties.append(
      CompiledProperty(
        origin: ClassCompiler.origin(of: property), type: property.type,
        isRequired: isRequired,
        isRequiredOnControl: isRequired && property.readsExtrasOnly,
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
        givenText: ByteView(permanent: given?.text(separator: separator) ?? "")))
  }

  private mutating func appendSources(of property: PropertyDefinition) {
    switch property.origin {
    case .from(let list), .join(let list, _):
      for source in list { sources.append(compile(source, kind: "")) }
    case .firstOf(let alternatives):
      for alternative in alternatives {
        for source in alternative.sources {
          sources.append(compile(source, kind: alternative.kind))
        }
      }
    case .constant: break
    }
  }

  private mutating func compile(_ source: PropertySource, kind: String) -> CompiledSource {
    let (field, key): (CardField, String) =
      switch source {
      case .field(let field): (field, "")
      case .extra(let key): (.extras, key)
      }
    var extra = CompiledSource.isField
    if field == .extras {
      let isLong = key.utf8.count > NameTable.maximumLength
      extra = isLong ? CompiledSource.isLongKey : number(of: key)
    }
    return CompiledSource(
      field: field, extra: extra, key: ByteView(permanent: key),
      kindJSON: permanent { text in
        if !kind.isEmpty { JSONText.appendQuoted(kind, to: &text) }
      },
      kind: ByteView(permanent: kind))
  }

  private mutating func number(of key: String) -> Int {
    if let number = extraNumbers[key] { return number }
    extraKeys.append(key)
    extraNumbers[key] = extraKeys.count - 1
    return extraKeys.count - 1
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

  private static func given(_ property: PropertyDefinition) -> RegistryValue? {
    if case .constant(let value) = property.origin { return value }
    return property.fallback
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

  /// What `write` makes, in memory that is never freed.
  private mutating func permanent(_ write: (inout ByteBuffer) -> Void) -> ByteView {
    scratch.removeAll()
    write(&scratch)
    return ByteView(permanent: scratch.view)
  }
}

extension PropertyDefinition {
  /// Whether no field of the visible card is read, so that a control card can have the property.
  var readsExtrasOnly: Bool {
    sources.allSatisfy { if case .extra = $0 { true } else { false } }
  }
}

/// Decides which class a card is converted to, if any.
package struct ClassChoice {
  package enum Decision {
    case convert(Int)
    case skip(Conversion.SkipReason)
  }

  package let layout: ClassTable.Layout
  /// For each class whether it is wanted; nil when all are, so that nothing is to be allocated.
  private let isWanted: PermanentTable<Bool>?

  package init(_ classes: ClassTable, wanted: Set<Int>?) {
    layout = classes.layout
    let indices = classes.registry.classes.indices
    isWanted = wanted.map { wanted in PermanentTable(indices.map(wanted.contains)) }
  }

  @inline(__always)
  package func decide(_ card: Card) -> Decision {
    if card.flag(.removed) { return .skip(.tombstone) }
    guard let name = card.classType else { return .skip(.noClass) }
    guard let index = layout.classIndex(of: name) else { return .skip(.unknownClass) }
    return isWanted?[index] ?? true ? .convert(index) : .skip(.notSelected)
  }
}
