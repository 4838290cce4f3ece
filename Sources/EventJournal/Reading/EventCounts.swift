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
  package var events: Int { impressions + controlImpressions + clicks + dismissals }

  /// No events.
  package init() {}

  /// Counts the event on `line`, but for whether it is unique.
  mutating func add(_ line: JournalLine) {
    switch line.kind {
    case .click: clicks += 1
    case .dismissal: dismissals += 1
    case .impression where line.isControl == true: controlImpressions += 1
    case .impression: impressions += 1
    }
  }

  /// Adds other counts, but for which of them are unique.
  mutating func add(_ other: EventCounts) {
    impressions += other.impressions
    controlImpressions += other.controlImpressions
    clicks += other.clicks
    dismissals += other.dismissals
  }

  /// Whether there is more of this than of `other`: of impressions, then control impressions, then
  /// clicks, then dismissals; nil when both have as many of all.
  func isMore(than other: EventCounts) -> Bool? {
    if impressions != other.impressions { return impressions > other.impressions }
    if controlImpressions != other.controlImpressions {
      return controlImpressions > other.controlImpressions
    }
    if clicks != other.clicks { return clicks > other.clicks }
    return dismissals == other.dismissals ? nil : dismissals > other.dismissals
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
