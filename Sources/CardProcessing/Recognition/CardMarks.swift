import CardJSON
import ContentCardKit

/// The keys that distinguish content cards from other objects in files found in a directory.
///
/// In a named file, a shape is enough. In a directory with files of all kinds, a card also needs a
/// key that only Braze uses, or two of the keys that are not everyday words.
package enum CardMarks {
  /// Whether the object has enough marks to be a card in any file.
  package static func suffice(in card: JSONNode) -> Bool {
    if card.hasAny(distinctive) { return true }
    if let type = card.member("tp", .string), wireTypes.contains(where: type.text(equals:)) {
      return true
    }
    var count = marks.count { mark in
      card.kind(of: mark.key).map(mark.kinds.contains) ?? false
    }
    count += extras.count { card.member($0, .object)?.has("class_type") ?? false }
    return count > 1
  }

  /// Whether text that may be no valid JSON contains an object with enough marks.
  package static func suffice(inText text: ByteView) -> Bool {
    var repaired = RepairedJSON(text)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(repaired.sealed()) else { return false }
    return isAnywhere(in: scanner.document.root)
  }

  private static func isAnywhere(in value: JSONNode) -> Bool {
    if value.kind == .object, suffice(in: value) { return true }
    return value.members.contains { isAnywhere(in: $0.value) }
      || value.elements.contains(where: isAnywhere)
  }

  private static let distinctive: [StaticString] = [
    "idString", "openURLInWebView", "openUrlInWebView", "open_url_in_webview", "cardDescription",
  ]

  /// The types of wire cards that are not everyday words.
  private static let wireTypes = [
    "short_news", "text_announcement", "captioned_image", "banner_image",
  ]
  .map { (name: StaticString) in ByteView(name) }

  /// The keys of the extras.
  private static let extras: [StaticString] = ["e", "extras"]

  /// Keys that few other objects have, and the kinds of their values.
  private static let marks: [(key: StaticString, kinds: [JSONKind])] = {
    let flag: [JSONKind] = [.true, .false]
    let time: [JSONKind] = [.number, .string, .null]
    let flags: [StaticString] = [
      "viewed", "clicked", "pinned", "dismissed", "dismissible", "dismissable", "isControl",
      "isTest", "useWebView", "r", "db",
    ]
    let times: [StaticString] = ["ca", "ea", "cr", "expiresAt"]
    let texts: [StaticString] = [
      "tp", "urlString", "linkText", "altImageText", "imageAltText",
    ]
    return flags.map { ($0, flag) } + times.map { ($0, time) }
      + texts.map { ($0, [.string, .null]) } + extras.map { ($0, [.object]) }
      + [("imageAspectRatio", [.number]), ("aspectRatio", [.number]), ("class_type", [.string])]
  }()
}
