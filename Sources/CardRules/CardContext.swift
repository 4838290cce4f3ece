import CardProcessing
import CardJSON
import ContentCardKit

/// One card and what its checks need to know.
///
/// Valid as long as the card.
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
  /// The node of the class type in the extras, whatever its value; 0 if absent.
  let classTypeNode: Int
  /// The scope of the card.
  let scope: CardScope

  init(_ card: Card, _ settings: CheckSettings) {
    self.card = card
    self.settings = settings
    (type, typeName) = card.typeAndName
    created = card.time(.created)
    expiry = card.time(.expiresAt)
    mayHoldLiquid = LiquidTag.mayStand(in: card)
    fields = FieldFacts(card)
    classTypeNode = card.classTypeNode
    if card.shape == .rest {
      scope = .requests
    } else {
      scope = fields.mayBeTrue(.removed) && card.flag(.removed) ? .tombstones : .delivered
    }
  }

  /// The JSON text that the card is part of.
  package var document: JSONDocument { card.document }
  /// The shape of the card.
  package var shape: Shape { card.shape }
  /// Whether the card is still a template, in which Liquid is allowed.
  package var isTemplate: Bool { settings.isTemplate || card.shape == .rest }

  /// Whether a boolean field is true, in the card or in what a device recorded.
  package func flag(_ field: CardField) -> Bool { fields.mayBeTrue(field) && card.flag(field) }
}

extension CardContext {
  /// Whether the card's own keys are all different, so that each has one value.
  var hasUniqueKeys: Bool { DuplicateKeys.areAbsent(of: document[card.node]) }

  /// The name of the key of `field` in this card, or in its shape.
  func key(of field: CardField) -> String {
    let node = card.writtenNode(of: field)
    guard node != 0 else { return shape.documentedKeys(of: field).first ?? field.name.description }
    return document.string(node - 1)
  }

  /// The string of a field; 0 if it has none or the value is not a string.
  func stringNode(of field: CardField) -> Int {
    let node = card.valueNode(of: field)
    return node != 0 && document.kind(node) == .string ? node : 0
  }

  /// The location of a missing `field`: its `null` or empty value, else the card.
  func node(ofMissing field: CardField) -> Int {
    let node = card.writtenNode(of: field)
    return node == 0 ? card.node : node
  }

  /// The class type as written in the extras or, in cardctl's own shape, in the card.
  package var classType: CardText? {
    let document = card.extrasDocument
    guard classTypeNode != 0, document.kind(classTypeNode) == .string,
      document.word(classTypeNode).extent > 0
    else { return card.classType }
    return CardText(document[classTypeNode])
  }

  /// The node of the class type in the card itself, for cardctl's own shape; 0 elsewhere.
  var ownClassTypeNode: Int { shape == .card ? stringNode(of: .classType) : 0 }

  /// Whether the string `node` of `document` contains Liquid, so that its text is not known yet.
  func holdsLiquid(_ node: Int, of document: JSONDocument) -> Bool {
    mayHoldLiquid && document[node].firstLiquid != nil
  }

  /// Whether a field contains Liquid where that is allowed.
  func isTemplated(_ field: CardField) -> Bool {
    guard mayHoldLiquid, isTemplate else { return false }
    let node = card.valueNode(of: field)
    return node != 0 && holdsLiquid(node, of: document)
  }
}
