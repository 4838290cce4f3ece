import CardJSON
import ContentCards

extension CardSigns {
  /// The signs of a card on a device, whose times and type are known.
  ///
  /// What a rule looks at closely is only glanced at here: whatever is not as usual is a sign.
  init(_ context: CardContext, _ extras: ExtrasSigns) {
    let outline = CardOutline(context.card)
    self = extras.signs
    formUnion(.always)
    if context.mayHoldLiquid { formUnion(.liquid) }
    if !context.settings.profiles.isEmpty { formUnion(.profile) }
    if context.type == .control { formUnion(.control) }
    if outline.isOdd(.extras) { formUnion([.oddExtras, .nested]) }
    readTexts(context, outline)
    readLinks(context, outline)
    readFlags(context, outline)
    readTimes(context, outline)
    readKeys(context, outline)
    readClassType(context)
  }

  private mutating func readTexts(_ context: CardContext, _ outline: CardOutline) {
    let document = context.document
    let id = context.card.valueNode(of: .id)
    if id == 0 || !isPlain(id, document) || document.content(id)[0] <= 0x20 { formUnion(.oddID) }
    if outline.hasOddText { formUnion(.oddText) }
    if !outline.has(.title), !outline.has(.description) { formUnion(.noText) }
    if context.typeName != .named { formUnion(.oddType) }
    let size = context.card.raw.count + context.card.decodedExtrasLength
    if size > context.settings.maximumPayload { formUnion(.large) }
  }

  private mutating func readLinks(_ context: CardContext, _ outline: CardOutline) {
    let document = context.document
    if outline.has(.url) {
      let link = context.card.valueNode(of: .url)
      if !isPlain(link, document) || !CardSigns.isUsualAddress(document.content(link)) {
        formUnion(.oddLink)
      }
    } else {
      formUnion(.noLink)
    }
    guard outline.has(.image) else { return formUnion(.noImage) }
    let image = context.card.valueNode(of: .image)
    if !isPlain(image, document) || !CardSigns.isUsualAddress(document.content(image)) {
      formUnion([.oddLink, .oddImage])
    } else if !CardSigns.isUsualImage(document.content(image)) {
      formUnion(.oddImage)
    }
  }

  /// Whether a value is a string without escapes.
  private func isPlain(_ node: Int, _ document: JSONDocument) -> Bool {
    let word = document.word(node)
    return word.kind == .string && !word.isEscaped
  }

  private mutating func readFlags(_ context: CardContext, _ outline: CardOutline) {
    if outline.hasOddFlag { formUnion([.oddFlag, .flags]) }
    if outline.affirms(.pinned), outline.affirms(.dismissible) { formUnion(.flags) }
    if outline.affirms(.dismissed), !context.card.flag(.dismissible) { formUnion(.flags) }
    if outline.affirms(.clicked), !context.card.flag(.viewed) { formUnion(.flags) }
    let control = context.card.controlNode
    guard control != 0 else { return }
    formUnion(.flags)
    let kind = context.document.kind(control)
    if kind != .true, kind != .false { formUnion(.oddFlag) }
  }

  private mutating func readTimes(_ context: CardContext, _ outline: CardOutline) {
    let (card, document) = (context.card, context.document)
    if outline.isOdd(.created) || outline.isOdd(.expiresAt) { formUnion(.oddTime) }
    if !outline.has(.created) {
      formUnion(.noCreation)
    } else if context.created?.spelling == nil {
      formUnion(.oddTime)
    }
    if let expiry = context.expiry {
      formUnion(.expiry)
      if expiry.spelling == nil { formUnion(.oddTime) }
    } else if outline.has(.expiresAt),
      !(document.content(card.valueNode(of: .expiresAt)) == CardSigns.never)
    {
      formUnion(.oddTime)
    }
    if outline.has(.imageAspectRatio) {
      let ratio = card.valueNode(of: .imageAspectRatio)
      let isUsual = CardSigns.isUsualRatio(ratio, document)
      let isSquare = context.type != .classicImage || document.content(ratio) == CardSigns.square
      if !isUsual || !isSquare { formUnion(.oddRatio) }
    }
  }

  private static let never = ByteView("-1")
  private static let square = ByteView("1")

  private mutating func readKeys(_ context: CardContext, _ outline: CardOutline) {
    if context.card.node != 0 { formUnion(.nested) }
    if !outline.isComplete(context.card) { formUnion([.oddKey, .nested]) }
    let hasFormerNames = [.web, .reactNative, .cordova].contains(context.shape)
    if hasFormerNames || context.card.aliasNode(of: .dismissible) != 0 { formUnion(.formerName) }
  }

  private mutating func readClassType(_ context: CardContext) {
    let (node, document) = (context.classTypeNode, context.card.extrasDocument)
    guard node != 0 else { return formUnion(.noClassType) }
    let word = document.word(node)
    guard word.kind == .string, word.extent > 0 else { return formUnion(.noClassType) }
    let content = document.content(node)
    if word.isEscaped || content[0] <= 0x20 || content[content.count - 1] <= 0x20 {
      formUnion(.oddClassType)
    }
  }
}
