import ContentCardKit
import EventJournal

// The words and rules of each kind of event. `EventCounts` defines how events are counted.
extension EventKind {
  private var words: (command: String, participle: String, summary: String) {
    switch self {
    case .impression:
      ("impression", "seen", "the card was seen, or a control card would have been")
    case .click: ("click", "clicked", "the card was tapped")
    case .dismissal: ("dismiss", "dismissed", "the user dismissed the card")
    case .send: ("send", "sent", "Braze sent the card, from Currents")
    case .abort: ("abort", "aborted", "Braze aborted sending the card, from Currents")
    }
  }

  /// The kinds of events that users cause and commands record; the others come from Currents.
  static let recorded: [EventKind] = [.impression, .click, .dismissal]

  /// The name of the command that records the event.
  var word: String { words.command }
  /// The participle that describes the card of the event.
  var participle: String { words.participle }
  /// The description as the value of an option.
  package var summary: String { words.summary }

  /// The reason why the SDKs would not log the event for this card; nil if they would.
  func refusal(of card: KnownCard) -> Refusal? {
    if card.isControl { return refusalOfControl }
    switch self {
    case .impression, .send, .abort: return nil
    case .click: return card.hasURL ? nil : .clickWithoutURL
    case .dismissal:
      if !card.isDismissible { return .notDismissible }
      return card.isDismissed ? .dismissedBefore : nil
    }
  }

  /// The reason why the SDKs would not log the event for a control card; nil for an impression.
  var refusalOfControl: Refusal? {
    self == .click || self == .dismissal ? .ofControl(self) : nil
  }
}
