import CardJSON
import ContentCardKit

// Values that are derived from a card's fields on demand.
extension Card {
  /// The value at `path`.
  ///
  /// `now`, in epoch milliseconds, decides whether the card is expired. Derived values borrow from
  /// `scratch`; each worker uses one for all cards.
  package func value(at path: FieldPath, now: Int64, using scratch: inout ByteBuffer) -> CardValue {
    switch path {
    case .canonical(let field): value(field)
    case .extra(let key): extra(key)
    case .derived(let field): value(field, now: now, using: &scratch)
    }
  }

  private func value(_ field: DerivedField, now: Int64, using scratch: inout ByteBuffer)
    -> CardValue
  {
    func number(_ number: Int) -> CardValue {
      scratch.removeAll()
      scratch.append(decimal: UInt64(number))
      return .number(scratch.view)
    }
    switch field {
    case .campaignID:
      return compositeID(using: &scratch).map { .text(CardText($0.campaign)) } ?? .absent
    case .messageVariationID:
      return compositeID(using: &scratch)?.variation.map { .text(CardText($0)) } ?? .absent
    case .isExpired: return .boolean(isExpired(at: now))
    case .shape: return .text(CardText(ValueWords.shape(shape)))
    case .payloadSize: return number(payloadSize)
    case .path: return (source?.path).map { .text(CardText($0)) } ?? .absent
    case .line: return source.map { number($0.line) } ?? .absent
    }
  }

  /// The campaign and variation in the card's id, valid until `scratch` changes; nil if there are
  /// none.
  package func compositeID(using scratch: inout ByteBuffer) -> CompositeID? {
    text(.id)?.withText { CompositeID($0, decodedInto: &scratch) }
  }

  /// Whether the card has expired at `now`, in epoch milliseconds: as in the SDKs, from the instant
  /// of its expiry.
  package func isExpired(at now: Int64) -> Bool {
    time(.expiresAt).map { $0.milliseconds <= now } ?? false
  }

  /// The number of UTF-8 bytes that count toward the 2 KB limit on cards: those of the visible
  /// fields, the links, and the keys and values of the extras, except nested values.
  package var payloadSize: Int {
    var size = 0
    forEachPayloadPart { _, bytes in size += bytes }
    return size
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

/// One part of a card that is subject to the 2 KB limit.
package enum PayloadPart {
  /// A visible field or the link.
  case field(CardField)
  /// The key and value of the extra with this key.
  case extra(CardText)

  /// The name of the part: a field name or `extras.KEY`.
  package var name: String {
    switch self {
    case .field(let field): field.name.description
    case .extra(let key): PropertySource.extrasPrefix + key.string
    }
  }
}

extension Card {
  /// The text fields that count toward the 2 KB limit.
  private static let payloadFields: [CardField] = [.title, .description, .image, .linkText]

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
      body(.extra(CardText(key)), key.payloadLength + value.payloadLength)
    }
  }
}
