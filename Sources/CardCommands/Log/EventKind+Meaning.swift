import ContentCardKit
import EventJournal

// The words and rules of each kind of event. `EventCounts` defines how it is counted.
extension EventKind {
  private typealias Words = (
    command: String, participle: String, summary: String, currents: StaticString
  )

  private var words: Words {
    switch self {
    case .impression:
      ("impression", "seen", "the card was seen, or a control card would have been", "Impression")
    case .click: ("click", "clicked", "the card was tapped", "Click")
    case .dismissal: ("dismiss", "dismissed", "the user dismissed the card", "Dismiss")
    }
  }

  /// The word of the command that records it.
  var word: String { words.command }

  /// The participle for its card.
  var participle: String { words.participle }

  /// The description as a value of options.
  package var summary: String { words.summary }

  /// The end of the type of such an event in Currents.
  var currentsName: StaticString { words.currents }

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

// The words of each counter.
extension CountedEvent {
  private typealias Words = (heading: String, leaving: Int, history: String)

  private var meaning: Words {
    switch self {
    case .impression: ("impressions", 0, "viewed")
    case .controlImpression: ("control", 4, "control impression")
    case .click: ("clicks", 0, "clicked")
    case .dismissal: ("dismissed", 1, "dismissed")
    }
  }

  /// The title of its column in a summary, and how early the column goes when space is short.
  var heading: (title: String, leaving: Int) { (meaning.heading, meaning.leaving) }

  /// The words for such an event in the history of a card.
  var historyWords: String { meaning.history }
}
