/// The one table of what each shape documents: its keys in the order they are written.
///
/// Both directions use it. Reading takes the first key of a field that has a value; writing prints
/// the keys in this order. So a field survives a translation exactly when both shapes list it.
/// Source: domain.md, sections 2 to 5.
extension Shape {
  var keys: [ShapeKey] {
    switch self {
    case .card: Shape.canonicalKeys
    case .wire: Shape.wireKeys
    case .webStorage: Shape.webStorageKeys
    case .reactNative: Shape.reactNativeKeys(isCordova: false)
    case .cordova: Shape.reactNativeKeys(isCordova: true)
    case .abk: Shape.abkKeys
    case .metadata: Shape.metadataKeys
    case .web: Shape.webKeys
    case .capacitor: Shape.capacitorKeys
    case .rest: Shape.restKeys
    }
  }

  private static var canonicalKeys: [ShapeKey] {
    CardField.allCases.map { field in
      let form: FieldForm =
        switch field.content {
        case .text: field == .type ? .type : .text
        case .boolean: .boolean
        case .number: .number
        case .time: .seconds
        case .pairs: .pairs
        }
      return ShapeKey(field.name.description, field, form)
    } + [.alias("dismissable", .dismissible, .boolean)]
  }

  private static let shortFlags: [ShapeKey] = [
    ShapeKey("v", .viewed, .boolean), ShapeKey("cl", .clicked, .boolean),
    ShapeKey("p", .pinned, .boolean), ShapeKey("db", .dismissible, .boolean),
    ShapeKey("d", .dismissed, .boolean), ShapeKey("r", .removed, .boolean),
  ]

  private static let shortContent: [ShapeKey] = [
    ShapeKey("tt", .title), ShapeKey("ds", .description), ShapeKey("i", .image),
    ShapeKey("ar", .imageAspectRatio, .number), ShapeKey("u", .url),
    ShapeKey("uw", .opensURLInWebView, .boolean), ShapeKey("dm", .linkText),
    ShapeKey("e", .extras, .pairsOrEmpty), ShapeKey("language", .language),
    ShapeKey("image_alt", .imageAlt),
  ]

  private static var wireKeys: [ShapeKey] {
    [ShapeKey("id", .id), ShapeKey("tp", .type, .type)] + shortFlags + [
      ShapeKey("t", .test, .boolean), ShapeKey("ca", .created, .seconds),
      ShapeKey("ea", .expiresAt, .secondsOrNever),
    ] + shortContent
  }

  private static var webStorageKeys: [ShapeKey] {
    [ShapeKey("id", .id), ShapeKey("tp", .type, .type)] + shortFlags + [
      ShapeKey("s", .test, .boolean), ShapeKey("cr", .created, .dateOrNull),
      .alias("ca", .created, .dateOrNull), ShapeKey("ea", .expiresAt, .dateOrNull),
    ] + shortContent
  }

  private static func reactNativeKeys(isCordova: Bool) -> [ShapeKey] {
    [
      ShapeKey("id", .id), ShapeKey("created", .created, .seconds),
      ShapeKey("expiresAt", .expiresAt, .secondsOrNever), ShapeKey("viewed", .viewed, .boolean),
      ShapeKey("clicked", .clicked, .boolean), ShapeKey("pinned", .pinned, .boolean),
      ShapeKey("dismissed", .dismissed, .boolean),
      ShapeKey("dismissible", .dismissible, .boolean),
      .alias("dismissable", .dismissible, .boolean), ShapeKey("url", .url),
      ShapeKey("openURLInWebView", .opensURLInWebView, .boolean),
      ShapeKey("isControl", .type, .isControl),
    ] + (isCordova ? [ShapeKey("isTest", .test, .boolean)] : []) + [
      ShapeKey("extras", .extras, .pairsOrEmpty), ShapeKey("type", .type, .type),
      ShapeKey("image", .image), ShapeKey("imageAspectRatio", .imageAspectRatio, .number),
      ShapeKey("title", .title), ShapeKey("cardDescription", .description),
      ShapeKey("domain", .linkText),
    ]
  }

  private static let abkKeys: [ShapeKey] = [
    ShapeKey("idString", .id), ShapeKey("viewed", .viewed, .boolean),
    ShapeKey("clicked", .clicked, .boolean), ShapeKey("dismissed", .dismissed, .boolean),
    ShapeKey("dismissible", .dismissible, .boolean),
    .alias("dismissable", .dismissible, .boolean), ShapeKey("pinned", .pinned, .boolean),
    ShapeKey("created", .created, .seconds),
    ShapeKey("expiresAt", .expiresAt, .secondsOrNever), ShapeKey("extras", .extras, .pairs),
    ShapeKey("isTest", .test, .boolean), ShapeKey("urlString", .url),
    ShapeKey("openUrlInWebView", .opensURLInWebView, .boolean), ShapeKey("image", .image),
    ShapeKey("imageAspectRatio", .imageAspectRatio, .number), ShapeKey("title", .title),
    ShapeKey("cardDescription", .description), ShapeKey("domain", .linkText),
    .alias("type", .type, .type), .alias("class", .type, .type),
  ]

  private static let metadataKeys: [ShapeKey] = [
    ShapeKey("idString", .id), ShapeKey("created", .created, .seconds),
    ShapeKey("dismissible", .dismissible, .boolean),
    .alias("dismissable", .dismissible, .boolean), ShapeKey("extras", .extras, .pairs),
    ShapeKey("image", .image), ShapeKey("title", .title),
    ShapeKey("cardDescription", .description), ShapeKey("urlString", .url),
  ]

  private static let webKeys: [ShapeKey] = [
    ShapeKey("id", .id), ShapeKey("viewed", .viewed, .boolean),
    ShapeKey("clicked", .clicked, .boolean), ShapeKey("dismissed", .dismissed, .boolean),
    ShapeKey("dismissible", .dismissible, .boolean),
    .alias("dismissable", .dismissible, .boolean), ShapeKey("pinned", .pinned, .boolean),
    ShapeKey("isControl", .type, .isControl), ShapeKey("test", .test, .boolean),
    ShapeKey("title", .title), ShapeKey("description", .description),
    ShapeKey("imageUrl", .image), ShapeKey("url", .url), ShapeKey("linkText", .linkText),
    ShapeKey("aspectRatio", .imageAspectRatio, .number),
    ShapeKey("updated", .created, .dateOrNull), .alias("created", .created, .dateOrNull),
    ShapeKey("expiresAt", .expiresAt, .dateOrNull), ShapeKey("extras", .extras, .pairsOrEmpty),
    ShapeKey("language", .language), ShapeKey("altImageText", .imageAlt),
  ]

  private static let capacitorKeys: [ShapeKey] = [
    ShapeKey("id", .id), ShapeKey("viewed", .viewed, .boolean),
    ShapeKey("pinned", .pinned, .boolean), ShapeKey("extras", .extras, .pairsOrEmpty),
    ShapeKey("type", .type, .type), ShapeKey("updated", .created, .millisecondsOrNull),
    ShapeKey("expiresAt", .expiresAt, .millisecondsOrNull),
    ShapeKey("clicked", .clicked, .boolean), ShapeKey("dismissed", .dismissed, .boolean),
    ShapeKey("dismissible", .dismissible, .boolean),
    .alias("dismissable", .dismissible, .boolean), ShapeKey("imageUrl", .image),
    ShapeKey("url", .url), ShapeKey("aspectRatio", .imageAspectRatio, .number),
    ShapeKey("title", .title), ShapeKey("description", .description),
    ShapeKey("linkText", .linkText), ShapeKey("language", .language),
    ShapeKey("altImageText", .imageAlt), ShapeKey("useWebView", .opensURLInWebView, .boolean),
  ]

  private static let restKeys: [ShapeKey] = [
    ShapeKey("type", .type, .type), ShapeKey("title", .title),
    ShapeKey("description", .description), ShapeKey("pinned", .pinned, .boolean),
    ShapeKey("image_url", .image), ShapeKey("expire_at", .expiresAt, .date),
    ShapeKey("ios_uri", .url), ShapeKey("android_uri", .url), ShapeKey("web_uri", .url),
    ShapeKey("ios_use_webview", .opensURLInWebView, .boolean),
    ShapeKey("android_use_webview", .opensURLInWebView, .boolean),
    ShapeKey("uri_text", .linkText), ShapeKey("extra", .extras, .pairs),
  ]
}
