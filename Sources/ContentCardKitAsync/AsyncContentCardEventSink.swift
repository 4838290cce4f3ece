public import ContentCardKit

/// A destination for events that can be an actor.
///
///     actor Journal: AsyncContentCardEventSink {
///       func record(_ event: ContentCardEvent, of card: ContentCardData) { … }
///     }
///     await coupon.logContentCardImpression(to: journal)
public protocol AsyncContentCardEventSink<Failure>: Sendable {
  /// The error that `record` throws; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Records an event.
  func record(_ event: ContentCardEvent, of card: ContentCardData) async throws(Failure)
}

extension ContentCardable {
  /// Records that the user saw the object; does nothing for an object without a card.
  public func logContentCardImpression<Sink: AsyncContentCardEventSink>(
    to sink: Sink
  ) async throws(Sink.Failure) {
    if let data = contentCardData { try await sink.record(.impression, of: data) }
  }

  /// Records that the user clicked the object; does nothing for an object without a card.
  public func logContentCardClicked<Sink: AsyncContentCardEventSink>(
    to sink: Sink
  ) async throws(Sink.Failure) {
    if let data = contentCardData { try await sink.record(.click, of: data) }
  }

  /// Records that the user dismissed the object; does nothing for an object without a card.
  public func logContentCardDismissed<Sink: AsyncContentCardEventSink>(
    to sink: Sink
  ) async throws(Sink.Failure) {
    if let data = contentCardData { try await sink.record(.dismissal, of: data) }
  }
}
