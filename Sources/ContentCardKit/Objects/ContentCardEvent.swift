/// A user's action on a card, with its name in a journal; no cases will be added.
public enum ContentCardEvent: String, CaseIterable, Codable, Sendable {
  /// The user saw the card.
  case impression
  /// The user clicked the card.
  case click
  /// The user dismissed the card.
  case dismissal
}

/// A destination for events, such as an SDK, a journal or a test; a value or a class instance.
///
/// The library does no input or output. For an actor, use `AsyncContentCardEventSink` in the module
/// `ContentCardKitAsync`.
public protocol ContentCardEventSink<Failure> {
  /// The error that `record` throws; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Records an event. An impression may be that of a control card (`isControl`).
  mutating func record(_ event: ContentCardEvent, of card: ContentCardData) throws(Failure)
}

// Sinks that are values.
extension ContentCardable {
  /// Records that the user saw the object; does nothing for an object without a card.
  public func logContentCardImpression<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) { try log(.impression, to: &sink) }

  /// Records that the user clicked the object; does nothing for an object without a card.
  public func logContentCardClicked<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) { try log(.click, to: &sink) }

  /// Records that the user dismissed the object; does nothing for an object without a card.
  public func logContentCardDismissed<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) { try log(.dismissal, to: &sink) }

  private func log<Sink: ContentCardEventSink>(
    _ event: ContentCardEvent, to sink: inout Sink
  ) throws(Sink.Failure) {
    if let data = contentCardData { try sink.record(event, of: data) }
  }

  // Sinks that are class instances, such as the guide's manager.

  /// Records that the user saw the object; does nothing for an object without a card.
  public func logContentCardImpression<Sink: ContentCardEventSink & AnyObject>(
    to sink: Sink
  ) throws(Sink.Failure) { try log(.impression, to: sink) }

  /// Records that the user clicked the object; does nothing for an object without a card.
  public func logContentCardClicked<Sink: ContentCardEventSink & AnyObject>(
    to sink: Sink
  ) throws(Sink.Failure) { try log(.click, to: sink) }

  /// Records that the user dismissed the object; does nothing for an object without a card.
  public func logContentCardDismissed<Sink: ContentCardEventSink & AnyObject>(
    to sink: Sink
  ) throws(Sink.Failure) { try log(.dismissal, to: sink) }

  private func log<Sink: ContentCardEventSink & AnyObject>(
    _ event: ContentCardEvent, to sink: Sink
  ) throws(Sink.Failure) {
    var sink = sink
    try log(event, to: &sink)
  }
}
