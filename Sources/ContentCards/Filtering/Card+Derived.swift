import CardJSON

/// Values that no shape carries: they are worked out when somebody names them.
extension Card {
  /// The value of the field that `path` leads to.
  ///
  /// - Parameters:
  ///   - path: which field.
  ///   - now: the time that decides what is expired, in epoch milliseconds.
  ///   - scratch: holds what has to be worked out; a derived value is a loan of it, so its next
  ///     change ends the value. One buffer a worker serves all cards.
  public func value(at path: FieldPath, now: Int64, using scratch: inout ByteBuffer) -> CardValue {
    switch path {
    case .canonical(let field): value(field)
    case .extra(let key): extra(key)
    case .derived(let field): value(field, now: now, using: &scratch)
    }
  }

  private func value(_ field: DerivedField, now: Int64, using scratch: inout ByteBuffer)
    -> CardValue
  {
    switch field {
    case .campaignID:
      return compositeID(using: &scratch).map { .text(CardText($0.campaign)) } ?? .absent
    case .messageVariationID:
      return compositeID(using: &scratch)?.variation.map { .text(CardText($0)) } ?? .absent
    case .isExpired:
      return .boolean(isExpired(at: now))
    case .shape:
      return .text(CardText(ByteView(shape.name)))
    case .payloadSize:
      let size = payloadSize(using: &scratch)
      scratch.removeAll()
      scratch.append(decimal: UInt64(size))
      return .number(scratch.view)
    }
  }

  /// What the id says about campaign and variation, a loan of `scratch`; nil when it says nothing.
  public func compositeID(using scratch: inout ByteBuffer) -> CompositeID? {
    guard let id = text(.id) else { return nil }
    scratch.removeAll()
    id.appendText(to: &scratch)
    return CompositeID(textOf: &scratch)
  }

  /// Whether the card's time is over at `now`, in epoch milliseconds: the instant itself included,
  /// as in the SDKs.
  public func isExpired(at now: Int64) -> Bool {
    guard let expiry = time(.expiresAt) else { return false }
    return expiry.milliseconds <= now
  }

  /// Whether users can see the card at `now`: not expired, removed or dismissed.
  public func isActive(at now: Int64) -> Bool {
    !flag(.removed) && !flag(.dismissed) && !isExpired(at: now)
  }

  /// The bytes of UTF-8 that count towards a card's 2 KB: what is shown, the link, and the keys and
  /// values of the extras; a nested value counts nothing.
  ///
  /// - Parameter scratch: where escapes are resolved; its content is dropped.
  public func payloadSize(using scratch: inout ByteBuffer) -> Int {
    var size = 0
    forEachPayloadPart(using: &scratch) { _, bytes in size += bytes }
    return size
  }
}

extension CardText {
  /// The text itself: the card's own bytes, or a loan of `scratch` when escapes had to be resolved.
  func decoded(using scratch: inout ByteBuffer) -> ByteView {
    guard isEscaped else { return content }
    scratch.removeAll()
    JSONText.decode(content, into: &scratch)
    return scratch.view
  }
}
