@_spi(CardTool) import CardJSON

/// What users did with cards on a device, by the cards' ids.
///
/// Laid over cards while they are read (`CardDecoder.Options.history`): a flag that the history has
/// is true whatever the card itself says. The card's bytes stay as they are, unless cards are merged:
/// then what the history says of `viewed` is part of what the device holds. Grows with the number of
/// distinct ids.
///
///     var events = DeviceHistory.Events()
///     events.add(CardFields(.viewed), to: id)
///     options.cards.history = DeviceHistory(events)
@_spi(CardTool) public final class DeviceHistory: Sendable {
  /// What a history is made from.
  public struct Events: ~Copyable, Sendable {
    fileprivate var ids = TextNumbers()
    fileprivate var fields: [CardFields] = []

    /// No events.
    public init() {}

    /// Notes that the flags `fields` are true of the card with this id.
    public mutating func add(_ fields: CardFields, to id: ByteView) {
      let number = ids.number(of: id)
      if number == self.fields.count { self.fields.append([]) }
      self.fields[number].formUnion(fields)
    }
  }

  private let events: Events

  /// A history of `events`.
  public init(_ events: consuming Events) { self.events = events }

  /// The flags that are true of the card with this id.
  func fields(of id: ByteView) -> CardFields {
    events.ids.find(id).map { events.fields[$0] } ?? []
  }
}
