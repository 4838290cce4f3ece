import CardJSON
import ContentCardKit

/// The keys that the cards of one shape may have, and the messages about others.
struct ShapeKeyList: Sendable {
  private let shape: Shape
  private let names: [String]
  private let views: [ByteView]

  private init(_ shape: Shape) {
    self.shape = shape
    names = shape.documentedKeys.map(\.key) + shape.otherKeys
    views = names.map { ByteView(permanent: $0) }
  }

  private static let lists = Shape.allCases.map(ShapeKeyList.init)

  /// The list of `shape`.
  static func of(_ shape: Shape) -> ShapeKeyList { lists[Int(shape.rawValue)] }

  /// Whether `name` is one of the keys.
  func contains(_ name: ByteView) -> Bool { views.contains { $0 == name } }

  /// Whether `name` is one of the keys.
  func contains(_ name: String) -> Bool { names.contains(name) }

  /// The message about an unknown key.
  func message(for name: String, in card: Card) -> String {
    let message = "unknown key \(MessageText.quoted(name))"
    if name == card.typeKey.text {
      let extras = shape.documentedKeys(of: .extras).first ?? "extras"
      return "\(message): the class type belongs in \"\(extras)\""
    }
    if let key = namesake(of: name) { return "\(message): this shape calls it \"\(key)\"" }
    return message + NearestName.hint(for: name, among: names)
  }

  /// The key of this shape for what another shape calls `name`.
  private func namesake(of name: String) -> String? {
    for other in Shape.allCases where other != shape {
      guard let entry = other.documentedKeys.first(where: { $0.key == name }) else { continue }
      if let key = shape.documentedKeys(of: entry.field).first { return key }
    }
    return nil
  }
}
