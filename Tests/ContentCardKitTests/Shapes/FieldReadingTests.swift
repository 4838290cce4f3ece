import CardJSON
import Testing

@testable import ContentCardKit

/// Every documented key of each shape, and its field.
struct FieldReadingTests {
  /// A shape and the keys under which it carries fields.
  struct Documented: CustomTestStringConvertible, Sendable {
    let shape: Shape
    let keys: [String: CardField]
    var testDescription: String { shape.name.description }
    /// A member without a value that makes the object a card of the shape.
    var emptyKey: String { "\"\(shape.documentedKeys(of: .title)[0])\":null" }
  }

  private static let short: [String: CardField] = [
    "id": .id, "tp": .type, "v": .viewed, "cl": .clicked, "p": .pinned, "db": .dismissible,
    "d": .dismissed, "r": .removed, "tt": .title, "ds": .description, "i": .image,
    "ar": .imageAspectRatio, "u": .url, "uw": .opensURLInWebView, "dm": .linkText, "e": .extras,
    "language": .language, "image_alt": .imageAlt, "ea": .expiresAt, "ca": .created,
  ]
  private static let camel: [String: CardField] = [
    "id": .id, "type": .type, "created": .created, "expiresAt": .expiresAt, "viewed": .viewed,
    "clicked": .clicked, "pinned": .pinned, "dismissed": .dismissed, "dismissible": .dismissible,
    "dismissable": .dismissible, "url": .url, "openURLInWebView": .opensURLInWebView,
    "extras": .extras, "image": .image, "imageAspectRatio": .imageAspectRatio, "title": .title,
    "cardDescription": .description, "domain": .linkText,
  ]
  private static let metadata: [String: CardField] = [
    "idString": .id, "created": .created, "dismissible": .dismissible,
    "dismissable": .dismissible, "extras": .extras, "image": .image, "title": .title,
    "cardDescription": .description, "urlString": .url,
  ]
  /// The keys that the library passes to objects in addition to those of the guide.
  private static let library: [String: CardField] = [
    "contentCardType": .type, "linkText": .linkText, "openUrlInWebView": .opensURLInWebView,
    "imageAspectRatio": .imageAspectRatio, "imageAlt": .imageAlt, "language": .language,
    "dismissed": .dismissed, "removed": .removed,
  ]
  private static let web: [String: CardField] = [
    "id": .id, "viewed": .viewed, "clicked": .clicked, "dismissed": .dismissed,
    "dismissible": .dismissible, "dismissable": .dismissible, "pinned": .pinned,
    "title": .title, "description": .description, "imageUrl": .image, "url": .url,
    "linkText": .linkText, "aspectRatio": .imageAspectRatio, "updated": .created,
    "expiresAt": .expiresAt, "extras": .extras, "language": .language, "altImageText": .imageAlt,
  ]

  private static func merging(_ keys: [String: CardField], _ more: [String: CardField])
    -> [String: CardField]
  {
    keys.merging(more) { $1 }
  }

  static let documented: [Documented] = [
    Documented(
      shape: .card,
      keys: CardField.allCases.reduce(into: ["dismissable": .dismissible]) {
        $0[$1.name.description] = $1
      }),
    Documented(shape: .wire, keys: merging(short, ["t": .test])),
    Documented(
      shape: .webStorage,
      keys: merging(short, ["s": .test, "cr": .created, "l": .language, "ia": .imageAlt])),
    Documented(shape: .reactNative, keys: camel),
    Documented(shape: .cordova, keys: merging(camel, ["isTest": .test])),
    Documented(
      shape: .abk,
      keys: merging(
        metadata,
        [
          "type": .type, "class": .type, "viewed": .viewed, "clicked": .clicked,
          "dismissed": .dismissed, "pinned": .pinned, "expiresAt": .expiresAt, "isTest": .test,
          "openUrlInWebView": .opensURLInWebView, "imageAspectRatio": .imageAspectRatio,
          "domain": .linkText,
        ])),
    Documented(
      shape: .metadata,
      keys: merging(
        merging(metadata, library),
        [
          "expiresAt": .expiresAt, "pinned": .pinned, "viewed": .viewed, "clicked": .clicked,
          "isTest": .test,
        ])),
    Documented(shape: .web, keys: merging(web, ["test": .test, "created": .created])),
    Documented(
      shape: .capacitor, keys: merging(web, ["type": .type, "useWebView": .opensURLInWebView])),
    Documented(
      shape: .rest,
      keys: [
        "type": .type, "title": .title, "description": .description, "pinned": .pinned,
        "image_url": .image, "expire_at": .expiresAt, "ios_uri": .url, "android_uri": .url,
        "web_uri": .url, "ios_use_webview": .opensURLInWebView,
        "android_use_webview": .opensURLInWebView, "uri_text": .linkText, "extra": .extras,
      ]),
  ]

  /// Every key of every shape.
  static let allKeys = documented.reduce(into: Set<String>()) { $0.formUnion($1.keys.keys) }

  /// A value of `field`, and its canonical form.
  private func sample(_ field: CardField, _ shape: Shape) -> (json: String, text: String) {
    switch field {
    case .type:
      let name = shape == .abk ? "ABKBannerContentCard" : shape.typeName(of: .imageOnly)
      return ("\"\(name)\"", "image_only")
    case .classType: return ("\"group\"", "group")
    case .created, .expiresAt: return ("1701861950123", "1701861950123")
    case .imageAspectRatio: return ("1.50", "1.50")
    case .extras: return (#"{ "k" : "v" }"#, #"{"k":"v"}"#)
    case .viewed, .clicked, .pinned, .dismissible, .dismissed, .removed, .test,
      .opensURLInWebView:
      return ("true", "true")
    case .id, .title, .description, .image, .imageAlt, .url, .linkText, .language:
      return (#""x\ty""#, "x\ty")
    }
  }

  @Test("each key is read as its documented field", arguments: documented)
  func keys(documented: Documented) throws {
    let options = CardDecoder.Options(shape: documented.shape)
    let own = documented.emptyKey
    let nothing = try CardSnapshot.read("{\(own)}", options)
    for (key, field) in documented.keys {
      let (json, text) = sample(field, documented.shape)
      let card = try CardSnapshot.read("{\(own),\"\(key)\":\(json)}", options)
      #expect(card[field] == text, "\(key)")
      // The inferred type may change with one of the fields.
      let others = card.differences(from: nothing).subtracting([
        CardFields(field), CardFields(.type),
      ])
      #expect(others.isEmpty, "\(key) shows as \(others.fields)")
    }
  }

  @Test("keys of other shapes are not read", arguments: documented)
  func foreignKeys(documented: Documented) throws {
    let options = CardDecoder.Options(shape: documented.shape)
    let own = documented.emptyKey
    let nothing = try CardSnapshot.read("{\(own)}", options)
    for key in FieldReadingTests.allKeys where documented.keys[key] == nil {
      for value in ["true", "\"2026-01-01\"", "1701861950", #"{"class_type":"x"}"#] {
        let card = try CardSnapshot.read("{\(own),\"\(key)\":\(value)}", options)
        #expect(card == nothing, "\(key)")
      }
    }
  }

  @Test("of several keys, the first one with a value is used")
  func firstKey() throws {
    func read(_ json: String, _ shape: Shape, _ field: CardField) throws -> String? {
      try CardSnapshot.read(json, .init(shape: shape))[field]
    }
    #expect(try read(#"{"ios_uri":"i","android_uri":"a","web_uri":"w"}"#, .rest, .url) == "i")
    #expect(try read(#"{"ios_uri":null,"android_uri":"","web_uri":"w"}"#, .rest, .url) == "w")
    #expect(
      try read(#"{"ios_use_webview":false,"android_use_webview":true}"#, .rest, .opensURLInWebView)
        == "false")
    #expect(
      try read(#"{"ios_use_webview":null,"android_use_webview":1}"#, .rest, .opensURLInWebView)
        == "true")
    #expect(try read(#"{"created":2,"updated":1}"#, .web, .created) == "1000")
    #expect(try read(#"{"created":2,"updated":null}"#, .web, .created) == "2000")
    #expect(try read(#"{"ca":2,"cr":1}"#, .webStorage, .created) == "1000")
    #expect(try read(#"{"dismissable":true,"dismissible":false}"#, .card, .dismissible) == "false")
    #expect(try read(#"{"dismissable":true,"dismissible":""}"#, .abk, .dismissible) == "true")
  }

  @Test("writing uses the same keys", arguments: documented)
  func table(documented: Documented) {
    let keys = documented.shape.definition.keys.filter { !$0.isControlFlag }
    let found = Dictionary(keys.map { ($0.name.text, $0.field) }) { $1 }
    var expected = documented.keys
    // Read if `updated` is absent, but documented only for the Web SDK.
    if documented.shape == .capacitor { expected["created"] = nil }
    #expect(found == expected)
  }
}
