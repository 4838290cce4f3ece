import ContentCardKit
import EventJournal

// The words and rules of each kind of event. `EventCounts` defines how it is counted.
extension EventKind {
  private var words: (command: String, participle: String, summary: String) {
    switch self {
    case .impression:
      ("impression", "seen", "the card was seen, or a control card would have been")
    case .click: ("click", "clicked", "the card was tapped")
    case .dismissal: ("dismiss", "dismissed", "the user dismissed the card")
    }
  }

  /// The word of the command that records it.
  var word: String { words.command }
  /// The participle for its card.
  var participle: String { words.participle }
  /// The description as a value of options.
  package var summary: String { words.summary }

  /// The fields that the event sets on its card: a clicked card was viewed too.
  var fields: CardFields {
    switch self {
    case .impression: CardFields(.viewed)
    case .click: [CardFields(.viewed), CardFields(.clicked)]
    case .dismissal: CardFields(.dismissed)
    }
  }

  /// Why the SDKs would not log it of this card; nil when they would.
  func refusal(of card: KnownCard) -> Refusal? {
    if card.isControl { return refusalOfControl }
    switch self {
    case .impression: return nil
    case .click: return card.hasURL ? nil : .clickWithoutURL
    case .dismissal:
      if !card.isDismissible { return .notDismissible }
      return card.isDismissed ? .dismissedBefore : nil
    }
  }

  /// Why the SDKs would not log it for a control card, which only has impressions.
  var refusalOfControl: Refusal? { self == .impression ? nil : .ofControl(self) }
}
