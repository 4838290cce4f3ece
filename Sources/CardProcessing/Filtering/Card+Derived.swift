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
      return compositeID(using: &scratch).map { .text(JSONString($0.campaign)) } ?? .absent
    case .messageVariationID:
      return compositeID(using: &scratch)?.variation.map { .text(JSONString($0)) } ?? .absent
    case .isExpired: return .boolean(isExpired(at: now))
    case .shape: return .text(JSONString(ValueWords.shape(shape)))
    case .payloadSize: return number(payloadSize)
    case .path: return (source?.path).map { .text(JSONString($0)) } ?? .absent
    case .line: return source.map { number($0.line) } ?? .absent
    }
  }

  /// Whether the card has expired at `now`, in epoch milliseconds: as in the SDKs, from the instant
  /// of its expiry.
  package func isExpired(at now: Int64) -> Bool {
    time(.expiresAt).map { $0.milliseconds <= now } ?? false
  }
}
