@_spi(CardTool) import CardJSON

/// What is done with the cards of an input while it is read.
@_spi(CardTool) public protocol CardVisitor: ~Copyable {
  /// Whether to go on reading; asked after each card and each problem, true unless implemented.
  var wantsMore: Bool { get }

  /// Takes the next card.
  ///
  /// - Parameters:
  ///   - card: the card, on loan until the call returns.
  ///   - offset: where it begins, in bytes from the start of the input.
  ///   - place: which record it is, and where in its array or envelope.
  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace)

  /// Takes note of something that could not be read.
  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace)

  /// Is shown a value that is no card before it is noted as a problem; true takes it as read.
  mutating func visitOther(_ document: JSONDocument, at offset: Int, _ place: RecordPlace) -> Bool

  /// Whether a value that is no card is to be noted with its reason in words; true unless
  /// implemented.
  ///
  /// To find them takes longer than to read the value. Whoever only counts such values does without.
  ///
  /// - Parameter reason: the reason as it is without them: "no card".
  mutating func wantsWords(for reason: NoCardReason) -> Bool

  /// Is told about an array or envelope of cards and its place; does nothing unless implemented.
  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace)
}

@_spi(CardTool) extension CardVisitor where Self: ~Copyable {
  /// Always goes on.
  public var wantsMore: Bool { true }

  /// Passes the card over.
  public mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}

  /// Passes the problem over.
  public mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {}

  /// Leaves the value to be noted as a problem.
  public mutating func visitOther(
    _ document: JSONDocument, at offset: Int, _ place: RecordPlace
  ) -> Bool {
    false
  }

  /// Wants all reasons in words.
  public mutating func wantsWords(for reason: NoCardReason) -> Bool { true }

  /// Passes the event over.
  public mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {}
}
