@_spi(CardTool) import ContentCards
import EventJournal

// What the commands know of each kind of event; how it is counted is for `EventCounts` to say.
extension EventKind {
  /// The word of the command that records it.
  var word: String {
    switch self {
    case .impression: "impression"
    case .click: "click"
    case .dismissal: "dismiss"
    }
  }

  /// What was done with its card.
  var participle: String {
    switch self {
    case .impression: "seen"
    case .click: "clicked"
    case .dismissal: "dismissed"
    }
  }

  /// What it says, as a value of options.
  var summary: String {
    switch self {
    case .impression: "the card was seen, or a control card would have been"
    case .click: "the card was tapped"
    case .dismissal: "the user dismissed the card"
    }
  }

  /// What the event makes true of its card: who clicks has seen it.
  var fields: CardFields {
    switch self {
    case .impression: CardFields(.viewed)
    case .click: [CardFields(.viewed), CardFields(.clicked)]
    case .dismissal: CardFields(.dismissed)
    }
  }

  /// The end of the type of such an event in Currents; nil of a kind that Currents does not have.
  var currentsName: StaticString? {
    switch self {
    case .impression: "Impression"
    case .click: "Click"
    case .dismissal: "Dismiss"
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

  /// The same of a control card, of which nothing is logged but that it would have been seen.
  var refusalOfControl: Refusal? { self == .impression ? nil : .ofControl(self) }
}
