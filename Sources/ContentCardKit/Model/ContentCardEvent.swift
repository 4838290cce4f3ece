/// What users do with a card; the raw value is the name in a journal.
public enum ContentCardEvent: String, CaseIterable, Codable, Sendable {
  /// The card came into view.
  case impression
  /// The card was tapped.
  case click
  /// The card was put away.
  case dismissal
}

/// Where events of cards go, a value or an object: an SDK, a journal, a test.
///
/// The library itself does no input or output.
public protocol ContentCardEventSink {
  /// What `record` throws; `Never` when recording cannot fail.
  associatedtype Failure: Error

  /// Takes in one event. An impression of a control card is the sink's to tell apart
  /// (`isControl`).
  mutating func record(_ event: ContentCardEvent, of card: ContentCardData) throws(Failure)
}

// To a value.
extension ContentCardable {
  /// Tells the sink that the object was seen; nothing when it is no content card.
  public func logContentCardImpression<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) {
    try log(.impression, to: &sink)
  }

  /// Tells the sink that the object was clicked; nothing when it is no content card.
  public func logContentCardClicked<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) {
    try log(.click, to: &sink)
  }

  /// Tells the sink that the object was dismissed; nothing when it is no content card.
  public func logContentCardDismissed<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) {
    try log(.dismissal, to: &sink)
  }

  private func log<Sink: ContentCardEventSink>(
    _ event: ContentCardEvent, to sink: inout Sink
  ) throws(Sink.Failure) {
    if let data = contentCardData { try sink.record(event, of: data) }
  }
}

// To an object, such as the guide's manager.
extension ContentCardable {
  /// Tells the sink that the object was seen; nothing when it is no content card.
  public func logContentCardImpression<Sink: ContentCardEventSink & AnyObject>(
    to sink: Sink
  ) throws(Sink.Failure) {
    var sink = sink
    try log(.impression, to: &sink)
  }

  /// Tells the sink that the object was clicked; nothing when it is no content card.
  public func logContentCardClicked<Sink: ContentCardEventSink & AnyObject>(
    to sink: Sink
  ) throws(Sink.Failure) {
    var sink = sink
    try log(.click, to: &sink)
  }

  /// Tells the sink that the object was dismissed; nothing when it is no content card.
  public func logContentCardDismissed<Sink: ContentCardEventSink & AnyObject>(
    to sink: Sink
  ) throws(Sink.Failure) {
    var sink = sink
    try log(.dismissal, to: &sink)
  }
}
