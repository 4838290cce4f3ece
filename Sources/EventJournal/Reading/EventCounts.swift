/// A category of counted events: the kinds of events, with impressions of control cards counted
/// separately; sends and aborts come from Currents.
package enum CountedEvent: Int, CaseIterable, Sendable {
  /// The user saw a card.
  case impression
  /// The user would have seen a control card.
  case controlImpression
  /// The user clicked a card.
  case click
  /// The user dismissed a card.
  case dismissal
  /// Braze sent a card.
  case send
  /// Braze aborted sending a card.
  case abort

  /// Creates the category of the event on `line`.
  package init(_ line: JournalLine) {
    switch line.kind {
    case .impression: self = line.isControl == true ? .controlImpression : .impression
    case .click: self = .click
    case .dismissal: self = .dismissal
    case .send: self = .send
    case .abort: self = .abort
    }
  }

  private var names: (event: String, number: StaticString, participle: String) {
    switch self {
    case .impression: ("impression", "impressions", "viewed")
    case .controlImpression: ("control_impression", "control_impressions", "control impression")
    case .click: ("click", "clicks", "clicked")
    case .dismissal: ("dismissal", "dismissals", "dismissed")
    case .send: ("send", "sent", "sent")
    case .abort: ("abort", "aborted", "aborted")
    }
  }

  /// The name in JSON and in custom events.
  package var name: String { names.event }
  /// The name in text.
  package var words: String { String(name.map { $0 == "_" ? " " : $0 }) }
  /// The name of the count in JSON and tables.
  package var key: StaticString { names.number }
  /// The word for such an event in the history of a card.
  package var participle: String { names.participle }
}

/// The number of events of each kind.
package struct EventCounts: Equatable, Sendable {
  /// The numbers of events by category, and of distinct viewers of the impressions.
  private var numbers = SIMD8<Int>()
  private static let viewers = CountedEvent.allCases.count

  /// Creates counts of zero.
  package init() {}

  /// The number of events in the category `event`.
  package subscript(event: CountedEvent) -> Int {
    get { numbers[event.rawValue] }
    set { numbers[event.rawValue] = newValue }
  }

  /// The number of distinct viewers of the impressions.
  package var uniqueImpressions: Int {
    get { numbers[EventCounts.viewers] }
    set { numbers[EventCounts.viewers] = newValue }
  }

  /// The number of all events.
  package var events: Int { CountedEvent.allCases.reduce(0) { $0 + self[$1] } }

  /// The counts to show: of control cards, sends and aborts only if there are any.
  package var shown: [(event: CountedEvent, count: Int)] {
    let always: [CountedEvent] = [.impression, .click, .dismissal]
    return CountedEvent.allCases.map { ($0, self[$0]) }.filter { always.contains($0) || $1 > 0 }
  }

  /// The number of clicks divided by the number of impressions, in units of 1 / `parts`, rounded
  /// half up; nil if there are no impressions.
  ///
  /// Repeated clicks count too, so the rate may be above one.
  package func clickRate(in parts: Int) -> Int? {
    let (impressions, clicks) = (self[.impression], self[.click])
    return impressions > 0 ? (2 * parts * clicks + impressions) / (2 * impressions) : nil
  }
}
