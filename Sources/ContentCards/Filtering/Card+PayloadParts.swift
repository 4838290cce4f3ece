@_spi(CardTool) import CardJSON

/// One of the things that count towards a card's 2 KB.
@_spi(CardTool) public enum PayloadPart {
  /// A field that is shown or clicked.
  case field(CardField)
  /// The key and the value of the extra with this key.
  case extra(CardText)

  /// The name of the part: a field's, or `extras.KEY`.
  public var name: String {
    switch self {
    case .field(let field): field.name.description
    case .extra(let key): FieldPath.extrasPrefix + key.string
    }
  }
}

@_spi(CardTool) extension Card {
  /// The fields that count towards the 2 KB, beside the extras.
  private static let payloadFields: [CardField] = [
    .title, .description, .image, .linkText,
  ]

  /// Calls `body` with each part of the payload and its bytes of UTF-8; `payloadSize` is their sum.
  ///
  /// - Parameter scratch: where escapes are resolved; its content is dropped.
  public func forEachPayloadPart(
    using scratch: inout ByteBuffer, _ body: (_ part: PayloadPart, _ bytes: Int) -> Void
  ) {
    for field in Card.payloadFields {
      if let text = text(field) { body(.field(field), text.decoded(using: &scratch).count) }
    }
    if let text = text(.url) {
      let own = text.decoded(using: &scratch).count
      body(.field(.url), shape == .rest ? linkLength : own)
    }
    forEachExtra { key, value in
      var size = key.decoded(using: &scratch).count
      switch value {
      case .text(let text): size += text.decoded(using: &scratch).count
      case .number(let spelling): size += spelling.count
      case .boolean(let flag): size += flag ? 4 : 5
      case .absent, .time, .nested: break
      }
      body(.extra(key), size)
    }
  }
}
