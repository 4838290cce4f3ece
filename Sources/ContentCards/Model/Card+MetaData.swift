import CardJSON

extension Card {
  /// What the guide's conversion hands to an object's initialiser.
  ///
  /// Of a control card only what it is counted by and its extras; absent values have no key.
  public var metaData: ContentCardMetaData {
    var metaData: ContentCardMetaData = [:]
    for field in CardField.allCases {
      guard let key = ContentCardKey(field) else { continue }
      if isControl, key.isVisibleContent { continue }
      metaData[key] = MetadataValue(value(field))
    }
    if metaData[.created] == nil, let text = text(.created) {
      metaData[.created] = .text(text.string)
    }
    metaData[.classType] = classType.map { .text($0.string) }
    metaData[.isControl] = .flag(isControl)
    metaData[.extras] = pairs.map(MetadataValue.pairs)
    return metaData
  }

  /// The extras that have a value, the last of each name; nil for a card that has no extras.
  private var pairs: [String: MetadataValue]? {
    guard extras.node != 0 else { return nil }
    var pairs: [String: MetadataValue] = [:]
    extras.document.forEachMember(of: extras.node) { key, node in
      let value = MetadataValue(extras.document, node)
      pairs[extras.document.string(key)] = value == .text("") ? nil : value
    }
    return pairs
  }

  /// The card that metadata is, once it stands in a scanned document of its own.
  init(metaData document: JSONDocument, keys: KeyNodes) {
    let tables = ShapeCatalog.shared.tables.item(Int(Shape.metadata.rawValue))
    let extras = keys[Int(tables.value.keys(of: .extras) & 0xFF)]
    let hasPairs = extras != 0 && document.kind(extras) == .object
    self.init(
      document: document, node: 0, shape: .metadata, keys: keys, tables: tables,
      extras: Extras(document: document, node: hasPairs ? extras : 0),
      typeKey: ByteView("class_type"))
  }

  /// The class type that the card names, among those of a registry.
  public func classType(in registry: Registry) -> ContentCardClassType {
    ContentCardClassType(rawType: classType?.string, in: registry)
  }
}

extension ContentCardKey {
  /// The key under which metadata keeps a canonical field; nil for fields that the guide leaves out
  /// and for the extras, which are pairs.
  init?(_ field: CardField) {
    switch field {
    case .id: self = .idString
    case .title: self = .title
    case .description: self = .cardDescription
    case .image: self = .image
    case .url: self = .urlString
    case .created: self = .created
    case .expiresAt: self = .expiresAt
    case .viewed: self = .viewed
    case .clicked: self = .clicked
    case .pinned: self = .pinned
    case .dismissible: self = .dismissible
    case .test: self = .isTest
    case .type, .classType, .imageAspectRatio, .imageAlt, .opensURLInWebView, .linkText,
      .language, .dismissed, .removed, .extras:
      return nil
    }
  }

  /// Whether the value is shown to users, and so is not part of a control card.
  var isVisibleContent: Bool {
    switch self {
    case .title, .cardDescription, .image, .urlString: true
    default: false
    }
  }
}

extension MetadataValue {
  /// The value of a field other than the extras, which outlives the card; nil when it is absent.
  fileprivate init?(_ value: CardValue) {
    switch value {
    case .absent, .nested: return nil
    case .text(let text): self = .text(text.string)
    case .number, .time: self = .number(NumberText(value.string))
    case .boolean(let flag): self = .flag(flag)
    }
  }
}
