import CardJSON
import ContentCardKit

/// One part of a card that is subject to the 2 KB limit.
package enum PayloadPart {
  /// A visible field or the link.
  case field(CardField)
  /// The key and value of the extra with this key.
  case extra(JSONString)

  /// The name of the part: a field name or `extras.KEY`.
  package var name: String {
    switch self {
    case .field(let field): field.name.description
    case .extra(let key): CardField.extrasPrefix + key.string
    }
  }
}

extension Card {
  /// The text fields that count toward the 2 KB limit.
  private static let payloadFields: [CardField] = [.title, .description, .image, .linkText]

  /// The number of UTF-8 bytes that count toward the 2 KB limit on cards: those of the visible
  /// fields, the links, and the keys and values of the extras, except nested values.
  package var payloadSize: Int {
    var size = 0
    forEachPayloadPart { _, bytes in size += bytes }
    return size
  }

  /// Calls `body` with each part of the payload and its size in UTF-8 bytes, whose sum is
  /// `payloadSize`.
  package func forEachPayloadPart(_ body: (_ part: PayloadPart, _ bytes: Int) -> Void) {
    for field in Card.payloadFields where text(field) != nil {
      body(.field(field), node(of: field)?.payloadLength ?? 0)
    }
    var link = 0
    forEachNode(of: .url) { link += $0.payloadLength }
    if link > 0 { body(.field(.url), link) }
    guard let extras else { return }
    for (key, value) in extras.members {
      body(.extra(JSONString(key)), key.payloadLength + value.payloadLength)
    }
  }
}

extension JSONNode {
  /// The number of bytes of a scalar as text; 0 for `null` and nested values.
  fileprivate var payloadLength: Int {
    let word = word
    switch word.kind {
    case .number, .true, .false: return word.extent
    case .object, .array, .null, .end: return 0
    case .string: return word.isEscaped ? JSONText.decodedCount(content) : word.extent
    }
  }
}
