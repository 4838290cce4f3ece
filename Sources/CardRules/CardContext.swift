import CardJSON
import ContentCardKit

/// One card with the values that its checks need, computed once.
///
/// Each group of rules has its check in the file with its rules. Checks run on every card, so they
/// do not allocate for a card without findings. A context is valid as long as its card.
package struct CardContext {
  /// The card.
  package let card: Card
  /// The settings of the run.
  package let settings: CheckSettings
  /// The type; nil if the card has none.
  package let type: CardType?
  /// The form in which the card states its type.
  let typeName: Card.TypeName
  /// The creation time; nil if the card has none.
  package let created: CardTime?
  /// The expiry; nil if the card has none or never expires.
  package let expiry: CardTime?
  /// Whether the card may contain a pair of Liquid delimiters.
  package let mayContainLiquid: Bool
  /// The fields that the card has.
  let fields: FieldFacts
  /// The value of the class type in the extras, of any kind; nil if absent.
  let extraClassType: JSONNode?
  /// The scope that decides which rules apply to the card.
  let scope: Scope

  /// The kinds of cards that rules apply to.
  enum Scope {
    /// A card as delivered to a device.
    case delivered
    /// A card in a request, which is still a template.
    case request
    /// A tombstone, which has little more than an id.
    case tombstone
  }

  init(_ card: Card, _ settings: CheckSettings) {
    self.card = card
    self.settings = settings
    (type, typeName) = card.typeAndName
    created = card.time(.created)
    expiry = card.time(.expiresAt)
    mayContainLiquid = LiquidTag.mayOccur(in: card)
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

  /// The JSON document that contains the card.
  var document: JSONDocument { card.object.document }
  /// The shape of the card.
  package var shape: Shape { card.shape }
  // Pattern matching, because `==` from another module is not inlined.
  /// Whether the card is a control card.
  var isControl: Bool { if case .control? = type { true } else { false } }
  /// Whether the card is a template, in which Liquid is allowed.
  var isTemplate: Bool { settings.isTemplate || scope == .request }
  /// Whether the card has no duplicate keys at the top level.
  var hasUniqueKeys: Bool { DuplicateKeys.areAbsent(of: card.object) }

  /// Returns whether a boolean field is true, in the card or in the state that a device recorded.
  package func flag(_ field: CardField) -> Bool { fields.mayBeTrue(field) && card.flag(field) }

  /// Returns the key of `field` in this card or, if absent, in its shape.
  func key(of field: CardField) -> String {
    card.statedNode(of: field)?.key.string ?? shape.documentedKeys(of: field).first
      ?? field.name.description
  }

  /// Returns the value of a field if it is a string, or nil.
  func string(of field: CardField) -> JSONNode? {
    card.node(of: field).flatMap { $0.kind == .string ? $0 : nil }
  }

  /// Returns the node to report for a missing `field`: its `null` or empty value, or else the card.
  func place(ofMissing field: CardField) -> JSONNode { card.statedNode(of: field) ?? card.object }

  /// The class type as written in the extras or, in cardctl's own shape, in the card.
  package var classType: JSONString? {
    guard let extra = extraClassType, extra.kind == .string, extra.word.extent > 0 else {
      return card.classType
    }
    return JSONString(extra)
  }

  /// The class type in the card itself, which only cardctl's own shape has; nil for other shapes.
  var ownClassType: JSONNode? {
    if case .card = shape { string(of: .classType) } else { nil }
  }

  /// Returns whether a string contains Liquid, which means that its final text is unknown.
  func containsLiquid(_ node: JSONNode) -> Bool { mayContainLiquid && node.isLiquid }
}
