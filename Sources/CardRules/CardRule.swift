import CardJSON
import ContentCards

/// A rule that looks at one card.
///
/// It runs on every card of an input, so it reads fields as they stand, allocates nothing for a
/// good card and makes its words only when it reports.
public protocol CardRule: Rule {
  /// Reports what is wrong with the card.
  static func check(_ context: CardContext, _ findings: inout FindingSink)
}

/// One card and what its rules need to know; a loan like the card.
public struct CardContext {
  /// The card.
  public let card: Card
  /// What holds for the whole run.
  public let settings: CheckSettings
  /// What the card is.
  public let type: CardType

  /// The context of `card`.
  public init(_ card: Card, _ settings: CheckSettings) {
    self.card = card
    self.settings = settings
    type = card.type
  }

  /// The JSON text that the card is part of.
  public var document: JSONDocument { card.document }
  /// The card's form.
  public var shape: Shape { card.shape }
  /// Whether the card was delivered to a device; a request's card is still a template.
  public var isDelivered: Bool { card.shape != .rest }
}
