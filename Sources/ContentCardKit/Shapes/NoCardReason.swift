import CardJSON

/// The reason why a JSON value is not a content card.
package struct NoCardReason: Equatable, Sendable {
  /// The message: lower case, without a full stop.
  package let message: String
  /// Whether the value is a sync response without cards.
  package let isSyncResponse: Bool
  /// Whether the value is a string that contains JSON.
  let isText: Bool

  /// The rule id of the problem, also used to count messages.
  package var code: String { isSyncResponse ? "sync/no-cards" : "card/shape" }

  /// Determines the reason for a value.
  ///
  /// - Parameters:
  ///   - known: the message about a value of a known kind.
  ///   - wanted: the shape that all cards must have, if any.
  ///   - isAlone: whether the value is outside arrays and wrappers.
  init(_ value: JSONNode, known: String?, wanted: Shape?, isAlone: Bool) {
    isSyncResponse = OtherValue.isSyncResponse(value)
    isText = value.kind == .string && isAlone && NoCardReason.containsJSON(value)
    if value.kind != .object {
      message =
        "expected a card, found \(value.kind.noun)"
        + (isText ? " that contains JSON: decode it first" : "")
    } else if isSyncResponse {
      message = NoCardReason.syncResponse(value)
    } else {
      message = known ?? NoCardReason.unknownShape(value, wanted: wanted)
    }
  }

  /// Creates a reason with this message.
  init(message: String, isSyncResponse: Bool) {
    self.message = message
    self.isSyncResponse = isSyncResponse
    isText = false
  }

  private static func containsJSON(_ string: JSONNode) -> Bool {
    let text = JSONText.trimmed(string.content)
    return text.count > 0 && (text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "["))
  }

  private static func syncResponse(_ value: JSONNode) -> String {
    let message = OtherValue.syncResponse.message
    let details = (["error", "message"] as [StaticString]).compactMap { key in
      value.text(of: key).map { "; its \(key) is \(shown($0))" }
    }
    return message + details.joined()
  }

  private static let keyLimit = 12

  private static func unknownShape(_ object: JSONNode, wanted: Shape?) -> String {
    let keys = object.members.map(\.key.string)
    guard !keys.isEmpty else { return "expected a card, found an object without keys" }
    let listed = keys.prefix(keyLimit).map(shown).joined(separator: ", ")
    let rest = keys.count > keyLimit ? " and \(keys.count - keyLimit) more" : ""
    let misfit = wanted.map { "does not fit the shape \($0.name)" } ?? "fits no shape of a card"
    let advice = nearest(to: Set(keys)) ?? "none of them belongs to a card"
    return "\(misfit): its keys are \(listed)\(rest); \(advice)"
  }

  /// A message part with the nearest shape; nil if none of the keys belongs to a shape.
  private static func nearest(to keys: Set<String>) -> String? {
    // A shape with less in common would be a guess.
    guard let shape = shape(nearTo: keys) else {
      let isShared = ownKeys.contains { !$0.keys.isDisjoint(with: keys) }
      return isShared ? "too few of them belong to one shape" : nil
    }
    return "the nearest shape is \(shape.name), which has " + shape.recognition(quote: "\"")
  }

  /// The shape that shares the most keys, then the most if case is ignored, then the largest part
  /// of its keys; nil if it shares less than two of them, or less than half of `keys`.
  private static func shape(nearTo keys: Set<String>) -> Shape? {
    let lowercased = Set(keys.map { $0.lowercased() })
    var best = (shape: Shape.wire, nearness: (0, 0, 0.0))
    for own in ownKeys {
      let shared = keys.lazy.filter { own.keys.contains($0) }.count
      let alike = lowercased.lazy.filter { own.lowercased.contains($0) }.count
      let nearness = (shared, alike, Double(shared) / Double(own.keys.count))
      if nearness > best.nearness { best = (own.shape, nearness) }
    }
    return best.nearness.0 > 1 && 2 * best.nearness.0 >= keys.count ? best.shape : nil
  }

  /// The keys of each shape, computed once because an input may have many such values.
  private static let ownKeys = Shape.allCases.map { shape in
    let keys = Set(shape.definition.keys.map(\.name.text))
    return (shape: shape, keys: keys, lowercased: Set(keys.map { $0.lowercased() }))
  }

  private static func shown(_ text: String) -> String {
    let limit = 40
    return "\"" + (text.count > limit ? text.prefix(limit) + "…" : text[...]) + "\""
  }
}
