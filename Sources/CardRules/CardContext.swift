import CardJSON
import ContentCardKit

/// One card and what its checks need to know.
///
/// Each group of rules has its check in the file of its rules. Checks run on each card, so they
/// allocate nothing for a good card. Valid as long as the card.
package struct CardContext {
  /// The card.
  package let card: Card
  /// The settings of the run.
  package let settings: CheckSettings
  /// The type; nil for a card without one.
  package let type: CardType?
  /// How the card states its type.
  let typeName: Card.TypeName
  /// The creation time; nil if the card has none.
  package let created: CardTime?
  /// The expiry; nil if the card has none or never expires.
  package let expiry: CardTime?
  /// Whether the card may contain a pair of Liquid delimiters.
  package let mayHoldLiquid: Bool
  /// The fields that the card has.
  let fields: FieldFacts
  /// The class type in the extras, whatever its value; nil if absent.
  let extraClassType: JSONNode?
  /// The rules that are for the card.
  let scope: Scope

  /// The cards that a check is for.
  enum Scope {
    /// A card as devices have it.
    case delivered
    /// A card of a request, which is still a template.
    case request
    /// A card that the server withdrew, which has little more than an id.
    case tombstone
  }

  init(_ card: Card, _ settings: CheckSettings) {
    self.card = card
    self.settings = settings
    (type, typeName) = card.typeAndName
    created = card.time(.created)
    expiry = card.time(.expiresAt)
    mayHoldLiquid = LiquidTag.mayStand(in: card)
    fields = FieldFacts(card)
    extraClassType = card.extraClassType
    if case .rest = card.shape {
      scope = .request
    } else {
      scope = fields.mayBeTrue(.removed) && card.flag(.removed) ? .tombstone : .delivered
    }
  }

  /// Runs the checks that need no registry.
  func check(_ findings: inout FindingSink) {
    if scope != .request { checkID(&findings) }
    if scope == .delivered {
      checkType(&findings)
      checkFlags(&findings)
      checkTexts(&findings)
      checkTimes(&findings)
      checkLiquid(&findings)
      checkProfiles(&findings)
    }
    if scope != .tombstone {
      checkContent(&findings)
      checkLinks(&findings)
      checkExtras(&findings)
      checkClassType(&findings)
    }
    checkKeys(&findings)
  }

  /// The JSON text that the card is part of.
  var document: JSONDocument { card.object.document }
  /// The shape of the card.
  package var shape: Shape { card.shape }
  // Matched and not compared: the operator of another module is a call.
  /// Whether the card is a control card.
  var isControl: Bool { if case .control? = type { true } else { false } }
  /// Whether the card is still a template, in which Liquid is allowed.
  var isTemplate: Bool { settings.isTemplate || scope == .request }
  /// Whether the card's own keys are all different, so that each has one value.
  var hasUniqueKeys: Bool { DuplicateKeys.areAbsent(of: card.object) }

  /// Whether a boolean field is true, in the card or in what a device recorded.
  package func flag(_ field: CardField) -> Bool { fields.mayBeTrue(field) && card.flag(field) }

  /// The name of the key of `field` in this card, or in its shape.
  func key(of field: CardField) -> String {
    card.written(field)?.key.string ?? shape.documentedKeys(of: field).first
      ?? field.name.description
  }

  /// The string of a field; nil if it has none or the value is not a string.
  func string(of field: CardField) -> JSONNode? {
    card.node(of: field).flatMap { $0.kind == .string ? $0 : nil }
  }

  /// The location of a missing `field`: its `null` or empty value, else the card.
  func place(ofMissing field: CardField) -> JSONNode { card.written(field) ?? card.object }

  /// The class type as written in the extras or, in cardctl's own shape, in the card.
  package var classType: CardText? {
    guard let extra = extraClassType, extra.kind == .string, extra.word.extent > 0 else {
      return card.classType
    }
    return CardText(extra)
  }

  /// The class type in the card itself, for cardctl's own shape; nil elsewhere.
  var ownClassType: JSONNode? {
    if case .card = shape { string(of: .classType) } else { nil }
  }

  /// Whether a string contains Liquid, so that its text is not known yet.
  func holdsLiquid(_ node: JSONNode) -> Bool { mayHoldLiquid && node.isLiquid }
}
