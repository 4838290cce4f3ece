/// A counter: the kinds of events, and separately impressions of control cards.
package enum CountedEvent: String, CaseIterable, Sendable {
  /// A card was seen.
  case impression
  /// A control card would have been seen.
  case controlImpression = "control_impression"
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

  /// The name in text.
  package var words: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }
  /// The name of their number in JSON and tables.
  package var key: StaticString {
    switch self {
    case .impression: "impressions"
    case .controlImpression: "control_impressions"
    case .click: "clicks"
    case .dismissal: "dismissals"
    }
  }
}

/// The number of events of each kind.
package struct EventCounts: Equatable, Sendable {
  /// The number of impressions, except those of control cards.
  package var impressions = 0
  /// The number of different viewers of those impressions.
  package var uniqueImpressions = 0
  /// The number of impressions of control cards.
  package var controlImpressions = 0
  /// The number of clicks.
  package var clicks = 0
  /// The number of dismissals.
  package var dismissals = 0

  /// The number of events.
  package var events: Int { CountedEvent.allCases.reduce(0) { $0 + self[$1] } }

  /// Whether a row with these counts comes before one with others, because it has more impressions,
  /// or as many and more of what is counted next; nil if the counts are the same.
  package func precedes(_ other: EventCounts) -> Bool? {
    let own = (impressions, controlImpressions, clicks, dismissals)
    let others = (other.impressions, other.controlImpressions, other.clicks, other.dismissals)
    return own == others ? nil : own > others
  }

  /// The counts to show: impressions of control cards only if there are any.
  package var shown: [(event: CountedEvent, count: Int)] {
    CountedEvent.allCases.map { ($0, self[$0]) }.filter { $0 != .controlImpression || $1 > 0 }
  }

  /// No events.
  package init() {}

  /// The number of events that count as `event`.
  package subscript(event: CountedEvent) -> Int {
    get {
      switch event {
      case .impression: impressions
      case .controlImpression: controlImpressions
      case .click: clicks
      case .dismissal: dismissals
      }
    }
    set {
      switch event {
      case .impression: impressions = newValue
      case .controlImpression: controlImpressions = newValue
      case .click: clicks = newValue
      case .dismissal: dismissals = newValue
      }
    }
  }

  /// The number of clicks divided by the number of impressions, rounded half up; nil without
  /// impressions.
  ///
  /// All clicks and all impressions count, so it may be above one.
  ///
  /// - Parameter parts: the unit, such as 1000 for thousandths.
  package func clickRate(in parts: Int) -> Int? {
    guard impressions > 0 else { return nil }
    return (2 * parts * clicks + impressions) / (2 * impressions)
  }
}
