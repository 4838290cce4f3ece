@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

extension CardFacts {
  /// The facts of a card on a device, whose times and type are known.
  ///
  /// What a rule looks at closely is only looked over here: whatever is not as usual is a fact.
  init(_ context: CardContext, _ extras: ExtrasFacts) {
    let fields = FieldFacts(context.card)
    self = extras.facts
    if fields.isOdd(.extras) { formUnion([.oddExtras, .nested]) }
    readTexts(context, fields)
    readLinks(context, fields)
    readFlags(context, fields)
    readTimes(context, fields)
    readKeys(context, fields)
    readClassType(context)
  }

  private mutating func readTexts(_ context: CardContext, _ fields: FieldFacts) {
    let document = context.document
    let id = context.card.valueNode(of: .id)
    if id == 0 || !isPlain(id, document) || document.content(id)[0] <= 0x20 { formUnion(.oddID) }
    if fields.hasOddText { formUnion(.oddText) }
    if !fields.has(.title), !fields.has(.description) { formUnion(.noText) }
    let size = context.card.raw.count + context.card.decodedExtrasLength
    if size > context.settings.maximumPayload { formUnion(.large) }
    if context.typeName != .named { formUnion(.oddType) }
  }

  private mutating func readLinks(_ context: CardContext, _ fields: FieldFacts) {
    let document = context.document
    if fields.has(.url) {
      let link = context.card.valueNode(of: .url)
      if !isPlain(link, document) || !CardFacts.isUsualAddress(document.content(link)) {
        formUnion(.oddLink)
      }
    } else {
      formUnion(.noLink)
    }
    guard fields.has(.image) else { return formUnion(.noImage) }
    let image = context.card.valueNode(of: .image)
    if !isPlain(image, document) || !CardFacts.isUsualAddress(document.content(image)) {
      formUnion([.oddLink, .oddImage])
    } else if !CardFacts.isUsualImage(document.content(image)) {
      formUnion(.oddImage)
    }
  }

  /// Whether a value is a string without escapes.
  private func isPlain(_ node: Int, _ document: JSONDocument) -> Bool {
    let word = document.word(node)
    return word.kind == .string && !word.isEscaped
  }

  private mutating func readFlags(_ context: CardContext, _ fields: FieldFacts) {
    if fields.hasOddFlag { formUnion([.oddFlag, .flags]) }
    if fields.affirms(.pinned), fields.affirms(.dismissible) { formUnion(.flags) }
    if fields.affirms(.dismissed), !context.card.flag(.dismissible) { formUnion(.flags) }
    if fields.affirms(.clicked), !context.card.flag(.viewed) { formUnion(.flags) }
    let control = context.card.controlNode
    guard control != 0 else { return }
    formUnion(.flags)
    let kind = context.document.kind(control)
    if kind != .true, kind != .false { formUnion(.oddFlag) }
  }

  private mutating func readTimes(_ context: CardContext, _ fields: FieldFacts) {
    let (card, document) = (context.card, context.document)
    if fields.isOdd(.created) || fields.isOdd(.expiresAt) { formUnion(.oddTime) }
    if !fields.has(.created) {
      formUnion(.noCreation)
    } else if context.created?.spelling == nil {
      formUnion(.oddTime)
    }
    if let expiry = context.expiry {
      if expiry.spelling == nil { formUnion(.oddTime) }
    } else if fields.has(.expiresAt),
      !(document.content(card.valueNode(of: .expiresAt)) == CardFacts.never)
    {
      formUnion(.oddTime)
    }
    if fields.has(.imageAspectRatio) {
      let ratio = card.valueNode(of: .imageAspectRatio)
      let isUsual = CardFacts.isUsualRatio(ratio, document)
      let isSquare = context.type != .classicImage || document.content(ratio) == CardFacts.square
      if !isUsual || !isSquare { formUnion(.oddRatio) }
    }
  }

  private static let never = ByteView("-1")
  private static let square = ByteView("1")

  private mutating func readKeys(_ context: CardContext, _ fields: FieldFacts) {
    if context.card.node != 0 { formUnion(.nested) }
    if !fields.isComplete(context.card) { formUnion([.oddKey, .nested]) }
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
