import CardProcessing
import CardJSON
import ContentCardKit

/// A rule that looks at one card.
///
/// It runs on every card of an input, so it reads fields as they stand, allocates nothing for a
/// good card and makes its words only when it reports.
package protocol CardRule: Rule {
  /// Which cards the rule is about.
  static var scope: CardScope { get }

  /// The facts of the rule's mistakes: it does not look at a card that shows none of them.
  static var facts: CardFacts { get }

  /// Reports what is wrong with the card.
  static func check(_ context: CardContext, _ findings: inout FindingSink)
}

extension CardRule {
  /// Cards on devices, unless a rule says otherwise.
  package static var scope: CardScope { .delivered }

  /// It looks at every card, unless it says otherwise.
  package static var facts: CardFacts { .always }

  /// The rule itself.
  package static var cardRule: (any CardRule.Type)? { self }
}

/// Which cards a rule is about.
package struct CardScope: OptionSet, Sendable {
  /// One bit for each scope.
  package let rawValue: UInt8

  /// The scopes whose bits are set.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Cards as devices have them.
  package static let delivered = CardScope(rawValue: 1)
  /// Cards of requests, which are templates still.
  package static let requests = CardScope(rawValue: 2)
  /// What is left of a card that the server withdrew: little more than its id.
  package static let tombstones = CardScope(rawValue: 4)

  /// Cards that have content, wherever they are.
  package static let content: CardScope = [.delivered, .requests]
  /// All cards.
  package static let all: CardScope = [.delivered, .requests, .tombstones]
}

/// One card and what its rules need to know; a loan like the card.
package struct CardContext {
  /// The card.
  package let card: Card
  /// What holds for the whole run.
  package let settings: CheckSettings
  /// What the card is; nil for a card that the server withdrew without saying so.
  package let type: CardType?
  /// How the card says what it is.
  let typeName: Card.TypeName
  /// When the card was created; nil when it does not say so.
  package let created: CardTime?
  /// When the card expires; nil when it never does or does not say so.
  package let expiry: CardTime?
  /// Whether a pair of Liquid delimiters may stand somewhere in the card.
  package let mayHoldLiquid: Bool
  /// What one look over the card's keys showed.
  let fields: FieldFacts
  /// What one look over the extras showed.
  private let extras: ExtrasReader.Extras
  /// Which of the scopes the card belongs to.
  let scope: CardScope
  /// What the card shows at first sight.
  private(set) var facts = CardFacts.all

  /// The context of `card`; good until `reader` reads the extras of another.
  ///
  /// - Parameter isLookedOver: whether rules pass the card over that does not show the facts of
  ///   their mistakes; what is found is the same either way.
  init(
    _ card: Card, _ settings: CheckSettings, using reader: inout ExtrasReader,
    isLookedOver: Bool = true
  ) {
    self.card = card
    self.settings = settings
    (type, typeName) = card.typeAndName
    created = card.time(.created)
    expiry = card.time(.expiresAt)
    mayHoldLiquid = LiquidTag.mayStand(in: card)
    fields = FieldFacts(card)
    extras = reader.read(card)
    if card.shape == .rest {
      scope = .requests
    } else {
      scope = fields.mayBeTrue(.removed) && card.flag(.removed) ? .tombstones : .delivered
    }
    if scope == .delivered, isLookedOver { facts = CardFacts(self, extras: extras.facts) }
  }

  /// Whether the card shows one of some facts.
  func shows(_ facts: CardFacts) -> Bool { !self.facts.isDisjoint(with: facts) }

  /// The node of the class type in the extras, whatever its value is; 0 when it is not there.
  var classTypeNode: Int { extras.classTypeNode }
  /// Where the extras are that classes read.
  var knownExtras: KeyNodes { extras.known }
  /// Whether the card says that a boolean field is true, or a device recorded it.
  package func flag(_ field: CardField) -> Bool {
    fields.mayBeTrue(field) && card.flag(field)
  }

  /// The JSON text that the card is part of.
  package var document: JSONDocument { card.document }
  /// The card's form.
  package var shape: Shape { card.shape }
  /// Whether the card is still a template, as in a request, where Liquid is in its place.
  package var isTemplate: Bool { settings.isTemplate || card.shape == .rest }
}

extension CardContext {
  /// Whether the card's own keys are all different, so that each has one value.
  var hasUniqueKeys: Bool { DuplicateKeys.areAbsent(of: card.node, in: document) }

  /// The name of the key that carries `field` in this card, or would in its shape.
  func key(of field: CardField) -> String {
    let node = card.writtenNode(of: field)
    guard node != 0 else { return shape.documentedKeys(of: field).first ?? field.name.description }
    return document.string(node - 1)
  }

  /// The string of a field; 0 when it has none or the value is no string.
  func stringNode(of field: CardField) -> Int {
    let node = card.valueNode(of: field)
    return node != 0 && document.kind(node) == .string ? node : 0
  }

  /// Where to point when `field` is missing: at its `null` or empty value, else at the card.
  func place(ofMissing field: CardField) -> FindingPlace {
    let node = card.writtenNode(of: field)
    return .value(node == 0 ? card.node : node)
  }

  /// The class type as it is written in the extras or, in cardctl's own form, in the card itself.
  package var classType: CardText? {
    let document = card.extrasDocument
    guard classTypeNode != 0, document.kind(classTypeNode) == .string,
      document.word(classTypeNode).extent > 0
    else { return card.classType }
    return CardText(classTypeNode, of: document)
  }

  /// The node of the class type in the card itself, where cardctl's own form has it; 0 elsewhere.
  var ownClassTypeNode: Int { shape == .card ? stringNode(of: .classType) : 0 }

  /// Whether the string `node` of `document` holds Liquid, so that its text is not known yet.
  func holdsLiquid(_ node: Int, of document: JSONDocument) -> Bool {
    mayHoldLiquid && LiquidTag.first(in: node, of: document) != nil
  }

  /// Whether a field holds Liquid where that is allowed.
  func isTemplated(_ field: CardField) -> Bool {
    guard mayHoldLiquid, isTemplate else { return false }
    let node = card.valueNode(of: field)
    return node != 0 && holdsLiquid(node, of: document)
  }
}
