/// What is counted for itself: the kinds of events, and apart from them what control cards have.
package enum CountedEvent: String, CaseIterable, Sendable {
  /// A card was seen.
  case impression
  /// A control card would have been seen.
  case controlImpression = "control_impression"
  /// A card was tapped.
  case click
  /// A card was dismissed.
  case dismissal

  /// What the event on `line` counts as.
  package init(_ line: JournalLine) {
    switch line.kind {
    case .impression: self = line.isControl == true ? .controlImpression : .impression
    case .click: self = .click
    case .dismissal: self = .dismissal
    }
  }

  /// What people call one.
  package var words: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }
  /// What JSON and tables call their number.
  package var key: String { rawValue + "s" }
}

/// How often what happened.
package struct EventCounts: Equatable, Sendable {
  /// How often cards were seen, control cards left out.
  package var impressions = 0
  /// How many different viewers saw them.
  package var uniqueImpressions = 0
  /// How often control cards would have been seen.
  package var controlImpressions = 0
  /// How often cards were tapped.
  package var clicks = 0
  /// How often cards were dismissed.
  package var dismissals = 0

  /// How many events there are.
  package var events: Int { CountedEvent.allCases.reduce(0) { $0 + self[$1] } }

  /// The counts that people are told: that of control cards only where there are any.
  package var told: [(event: CountedEvent, count: Int)] {
    CountedEvent.allCases.map { ($0, self[$0]) }.filter { $0 != .controlImpression || $1 > 0 }
  }

  /// No events.
  package init() {}

  /// How many events count as `event`.
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

  /// Adds other counts, whose unique impressions are of other viewers.
  mutating func add(_ other: EventCounts) {
    for event in CountedEvent.allCases { self[event] += other[event] }
    uniqueImpressions += other.uniqueImpressions
  }

  /// Whether there is more of this than of `other`: of impressions, then control impressions, then
  /// clicks, then dismissals; nil when both have as many of all.
  func isMore(than other: EventCounts) -> Bool? {
    let different = CountedEvent.allCases.first { self[$0] != other[$0] }
    return different.map { self[$0] > other[$0] }
  }

  /// The clicks for each impression, rounded half up; nil without impressions.
  ///
  /// It counts all clicks and all impressions, so that it may be more than one.
  ///
  /// - Parameter parts: the unit, such as 1000 for thousandths.
  package func clickRate(in parts: Int) -> Int? {
    guard impressions > 0 else { return nil }
    return (2 * parts * clicks + impressions) / (2 * impressions)
  }
}
