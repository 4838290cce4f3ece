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
    var extras: [String: MetadataValue] = [:]
    forEachExtra { key, value in
      let isEmpty = if case .text(let text) = value { text.content.count == 0 } else { false }
      extras[key.string] = isEmpty ? nil : MetadataValue(value)
    }
    metaData[.extras] = self.value(.extras).isAbsent ? nil : .pairs(extras)
    return metaData
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
  /// A card's value that outlives the card; nil when it is absent.
  init?(_ value: CardValue) {
    switch value {
    case .absent: return nil
    case .text(let text): self = .text(text.string)
    case .number(let spelling): self = .number(NumberText(spelling.text))
    case .boolean(let flag): self = .flag(flag)
    case .time: self = .number(NumberText(value.string))
    case .nested(let json):
      self = MetadataValue.strings(json).map(MetadataValue.list) ?? .nested(value.string)
    }
  }

  /// The elements of a JSON array that holds strings only; nil for anything else.
  private static func strings(_ json: ByteView) -> [String]? {
    var text = ByteBuffer()
    text.append(json)
    var scanner = JSONScanner()
    let bytes = text.sealed()
    guard case .value = scanner.scan(bytes) else { return nil }
    let document = scanner.document
    guard document.kind(0) == .array else { return nil }
    var items: [String] = []
    var hasOthers = false
    document.forEachElement(of: 0) { element in
      hasOthers = hasOthers || document.kind(element) != .string
      items.append(document.string(element))
    }
    return hasOthers ? nil : items
  }
}
