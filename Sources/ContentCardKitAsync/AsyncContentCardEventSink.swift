public import ContentCardKit

/// A receiver of events that an actor can be.
///
///     actor Journal: AsyncContentCardEventSink {
///       func record(_ event: ContentCardEvent, of card: ContentCardData) { … }
///     }
///     await coupon.logContentCardImpression(to: journal)
public protocol AsyncContentCardEventSink<Failure>: Sendable {
  /// The error of `record`; `Never` if recording cannot fail.
  associatedtype Failure: Error

  /// Records one event.
  func record(_ event: ContentCardEvent, of card: ContentCardData) async throws(Failure)
}

extension ContentCardable {
  /// Records that the user saw the object; nothing for an object without a card.
  public func logContentCardImpression<Sink: AsyncContentCardEventSink>(
    to sink: Sink
  ) async throws(Sink.Failure) {
    if let data = contentCardData { try await sink.record(.impression, of: data) }
  }

  /// Records that the user clicked the object; nothing for an object without a card.
  public func logContentCardClicked<Sink: AsyncContentCardEventSink>(
    to sink: Sink
  ) async throws(Sink.Failure) {
    if let data = contentCardData { try await sink.record(.click, of: data) }
  }

  /// Records that the user dismissed the object; nothing for an object without a card.
  public func logContentCardDismissed<Sink: AsyncContentCardEventSink>(
    to sink: Sink
  ) async throws(Sink.Failure) {
    if let data = contentCardData { try await sink.record(.dismissal, of: data) }
  }
}
