@_spi(CardTool) import CardJSON

extension JSONWriter {
  /// Adds a time, given in epoch milliseconds, as epoch seconds.
  package mutating func add(_ key: StaticString? = nil, milliseconds: Int64) {
    add(key) { CardTime(milliseconds: milliseconds).appendSeconds(to: &$0) }
  }

  /// Adds a card's value as it is written.
  package mutating func add(_ key: StaticString? = nil, _ value: CardValue) {
    add(key) { text in
      if case .nested(let json) = value {
        JSONText.appendCompact(json, to: &text)
      } else {
        value.appendJSON(to: &text)
      }
    }
  }
}
