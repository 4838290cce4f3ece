import CardJSON

/// An event of a card, or a fact about a device, which affects its feed like a response.
package enum DeviceEvidence: Sendable {
  /// An event of a card.
  case event(DeviceEvent)
  /// A fact that a request, a response or a log states.
  case fact(DeviceFact)
}

/// The parts of a card event that affect a device's feed.
package struct DeviceEvent: Sendable {
  /// The kind.
  package let kind: CardEvent.Kind
  /// Whether the event states that the card is a control card.
  package let isControl: Bool
  /// The id of the card; nil if the event names only the campaign.
  package let card: String?
  /// The campaign that the event names, or that is in the id of the card.
  package let campaign: String?
  /// The time in epoch milliseconds; nil if unknown.
  package let time: Int64?
  /// The user, as the app names it.
  package let user: String?
  /// The reason for an abort.
  package let reason: String?

  /// Creates an event with these values.
  package init(
    _ kind: CardEvent.Kind, isControl: Bool = false, card: String?, campaign: String? = nil,
    time: Int64?, user: String? = nil, reason: String? = nil
  ) {
    (self.kind, self.isControl, self.card) = (kind, isControl, card)
    (self.time, self.user, self.reason) = (time, user, reason)
    self.campaign =
      campaign
      ?? card.flatMap { id in
        var scratch = ByteBuffer()
        return ByteBuffer(id.utf8).read { CompositeID($0, decodedInto: &scratch)?.campaign.text }
      }
  }

  /// Copies the values of an event.
  package init(_ event: CardEvent) {
    self.init(
      event.kind, isControl: event.isControl ?? false, card: event.card?.string,
      campaign: event.node(.campaign)?.string, time: event.time, user: event.node(.user)?.string,
      reason: event.node(.reason)?.string)
  }
}

/// The effect of an event or a fact on a device's feed.
package struct DeviceChange: Sendable {
  /// The event or the fact.
  package let evidence: DeviceEvidence
  /// Its location.
  package let origin: CardOrigin
  /// Its time in epoch milliseconds; nil if unknown.
  package let time: Int64?
  /// The number of the event's card in the feed; nil for other evidence.
  package let number: Int?
  /// The cards that left the feed because the device's user changed.
  package let departures: [FeedDecision]
}
