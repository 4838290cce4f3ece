import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// A copy of the reported losses of a card.
struct CardLosses {
  var fields: CardFields = []
  var extras: [String] = []
  var keys: [String] = []
  var badFields: CardFields = []
  /// Bad properties, by object and name.
  var badProperties: [String] = []

  mutating func add(_ loss: CardLoss) {
    switch loss {
    case .field(let field): fields.insert(CardFields(field))
    case .extra(let key): extras.append(key.string)
    case .key(let key): keys.append(key.string)
    case .badField(let field): badFields.insert(CardFields(field))
    case .badProperty(let object, let property): badProperties.append("\(object).\(property)")
    }
  }
}

/// A card as text from which members can be removed.
///
/// If removing a member does not change the output, the member was dropped. In this way tests find
/// losses without knowing their reasons.
struct DivisibleCard {
  struct Member {
    let key: String
    /// The key and the value as written in the card.
    let rawKey: String
    let value: String
  }

  let members: [Member]

  init(_ json: String) {
    var members: [Member] = []
    DivisibleCard.scan(json) { document in
      for (key, value) in document.root.members {
        members.append(
          Member(
            key: key.string, rawKey: key.raw.text,
            value: value.raw.text))
      }
    }
    self.members = members
  }

  private static func scan(_ json: String, _ body: (JSONDocument) -> Void) {
    var bytes = ByteBuffer(json.utf8)
    var scanner = JSONScanner()
    _ = scanner.scan(bytes.sealed())
    body(scanner.document)
  }

  private init(_ members: [Member]) { self.members = members }

  var json: String {
    "{" + members.map { "\($0.rawKey):\($0.value)" }.joined(separator: ",") + "}"
  }

  func without(_ index: Int) -> DivisibleCard {
    var rest = members
    rest.remove(at: index)
    return DivisibleCard(rest)
  }

  /// The card with another value of one member.
  func replacing(_ index: Int, with value: String) -> DivisibleCard {
    var changed = members
    changed[index] = Member(
      key: members[index].key, rawKey: members[index].rawKey, value: value)
    return DivisibleCard(changed)
  }
}

extension DivisibleCard.Member {
  /// Whether the value has no effect: it is empty, or the value of a card without the key.
  func saysNothing(of field: CardField?, isControl: Bool) -> Bool {
    if value == "null" || value == "\"\"" { return true }
    guard let field else { return false }
    switch isControl ? .boolean : field.content {
    case .boolean: return ["false", "0", "\"false\"", "\"0\""].contains(value)
    case .time: return field == .expiresAt && value.hasPrefix("-")
    case .pairs: return value == "{}"
    case .text, .number: return false
    }
  }
}
