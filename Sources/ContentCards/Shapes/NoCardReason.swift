import CardJSON

/// Why a JSON value is no content card.
public struct NoCardReason: Equatable, Sendable {
  /// The reason in words: lower case, no full stop.
  public let message: String
  /// Whether the value is a sync response that carries no cards.
  public let isSyncResponse: Bool

  init(
    _ document: JSONDocument, _ node: Int, _ keys: KeyNodes, _ detection: DetectionKeys
  ) {
    guard document.kind(node) == .object else {
      message = "expected a card, found \(NoCardReason.name(of: document.kind(node)))"
      isSyncResponse = false
      return
    }
    isSyncResponse = detection.isSyncResponse(keys) && !detection.isNewsFeed(keys)
    if detection.isNewsFeed(keys) {
      message = "a News Feed card, not a content card: Braze has removed the News Feed"
    } else if isSyncResponse {
      message = NoCardReason.syncResponse(document, keys[Int(detection.message)])
    } else {
      message = NoCardReason.unknownShape(document, node)
    }
  }

  private init(message: String, isSyncResponse: Bool) {
    self.message = message
    self.isSyncResponse = isSyncResponse
  }

  /// A reason without words, for where only the number of such values is of interest.
  static func undescribed(isSyncResponse: Bool) -> NoCardReason {
    NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
  }

  private static func name(of kind: JSONKind) -> String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .true, .false: "a boolean"
    case .null, .end: "null"
    }
  }

  private static func syncResponse(_ document: JSONDocument, _ message: Int) -> String {
    guard message != 0 else { return "a sync response without \"cards\"" }
    return "a sync response without \"cards\"; its message is \(shown(document.string(message)))"
  }

  /// The most keys that a message lists.
  private static let keyLimit = 12

  private static func unknownShape(_ document: JSONDocument, _ node: Int) -> String {
    var keys: [String] = []
    document.forEachMember(of: node) { key, _ in keys.append(document.string(key)) }
    guard !keys.isEmpty else { return "expected a card, found an object without keys" }
    let listed = keys.prefix(keyLimit).map(shown).joined(separator: ", ")
    let rest = keys.count > keyLimit ? " and \(keys.count - keyLimit) more" : ""
    return "fits no shape of a card: its keys are \(listed)\(rest); \(nearest(to: Set(keys)))"
  }

  /// The shape that shares most keys, and what it is recognised by.
  private static func nearest(to keys: Set<String>) -> String {
    var best = (shape: Shape.wire, shared: 0)
    for shape in Shape.allCases {
      let shared = shape.keys.reduce(0) { $0 + (keys.contains($1.key) ? 1 : 0) }
      if shared > best.shared { best = (shape, shared) }
    }
    guard best.shared > 0 else { return "none of them belongs to a card" }
    return "nearest is \(best.shape.name), which has \(best.shape.mark)"
  }

  /// A key as a message shows it: quoted and cut.
  private static func shown(_ text: String) -> String {
    let limit = 40
    return "\"" + (text.count > limit ? text.prefix(limit) + "…" : text[...]) + "\""
  }
}

extension Shape {
  /// By what the shape is recognised, in words.
  var mark: String {
    switch self {
    case .card: "\"class_type\" and \"id\", or \"open_url_in_webview\""
    case .webStorage: "\"tp\" and \"cr\""
    case .wire: "\"tp\", or \"id\" and \"ca\""
    case .abk: "\"idString\" and \"viewed\""
    case .metadata: "\"idString\""
    case .cordova: "\"isTest\""
    case .reactNative: "\"openURLInWebView\" or \"cardDescription\""
    case .capacitor: "\"type\" (classic, captionedImage, imageOnly, control) and \"updated\""
    case .rest: "\"type\" (CLASSIC, CAPTIONED_IMAGE, BANNER)"
    case .web: "\"id\" and one of \"imageUrl\", \"linkText\", \"updated\", \"description\""
    }
  }
}
