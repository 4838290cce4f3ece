/// A counter: the kinds of events, and separately impressions of control cards.
package enum CountedEvent: Int, CaseIterable, Sendable {
  /// A card was seen.
  case impression
  /// A control card would have been seen.
  case controlImpression
  /// A card was clicked.
  case click
  /// A card was dismissed.
  case dismissal

  /// The counter of the event on `line`.
  package init(_ line: JournalLine) {
    switch line.kind {
    case .impression: self = line.isControl == true ? .controlImpression : .impression
    case .click: self = .click
    case .dismissal: self = .dismissal
    }
  }

  private var names: (event: String, number: StaticString, participle: String) {
    switch self {
    case .impression: ("impression", "impressions", "viewed")
    case .controlImpression: ("control_impression", "control_impressions", "control impression")
    case .click: ("click", "clicks", "clicked")
    case .dismissal: ("dismissal", "dismissals", "dismissed")
    }
  }

  /// The name in JSON and of custom events.
  package var name: String { names.event }
  /// The name in text.
  package var words: String { String(name.map { $0 == "_" ? " " : $0 }) }
  /// The name of their number in JSON and tables.
  package var key: StaticString { names.number }
  /// The words for such an event in the history of a card.
  package var participle: String { names.participle }
}

/// The number of events of each kind.
package struct EventCounts: Equatable, Sendable {
  /// By the raw values of the events.
  private var counts = SIMD4<Int>()
  /// The number of different viewers of the impressions.
  package var uniqueImpressions = 0

  /// No events.
  package init() {}

  /// The number of events that count as `event`.
  package subscript(event: CountedEvent) -> Int {
    get { counts[event.rawValue] }
    set { counts[event.rawValue] = newValue }
  }

  /// The number of events.
  package var events: Int { counts.wrappedSum() }

  /// Adds the events of `part`; its viewers may be known already.
  static func += (total: inout EventCounts, part: EventCounts) { total.counts &+= part.counts }

  /// Whether a row with these counts comes before one with others, because it has more impressions,
  /// or as many and more of what is counted next; nil if the counts are the same.
  package func precedes(_ other: EventCounts) -> Bool? {
    let place = counts.indices.first { counts[$0] != other.counts[$0] }
    return place.map { counts[$0] > other.counts[$0] }
  }

  /// The counts to show: impressions of control cards only if there are any.
  package var shown: [(event: CountedEvent, count: Int)] {
    CountedEvent.allCases.map { ($0, self[$0]) }.filter { $0 != .controlImpression || $1 > 0 }
  }

  /// The number of clicks divided by the number of impressions, rounded half up; nil without
  /// impressions.
  ///
  /// All clicks and all impressions count, so it may be above one.
  ///
  /// - Parameter parts: the unit, such as 1000 for thousandths.
  package func clickRate(in parts: Int) -> Int? {
    let (clicks, impressions) = (self[.click], self[.impression])
    return impressions > 0 ? (2 * parts * clicks + impressions) / (2 * impressions) : nil
  }
}
