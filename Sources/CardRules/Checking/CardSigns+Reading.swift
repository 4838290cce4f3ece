import CardJSON
import ContentCards

extension CardSigns {
  /// The signs of a card on a device, whose times and type are known.
  ///
  /// What a rule looks at closely is only glanced at here: whatever is not as usual is a sign.
  init(_ context: CardContext) {
    self = context.mayHoldLiquid ? [.always, .liquid] : .always
    readTexts(context)
    readFlags(context)
    readTimes(context)
    readKeys(context)
    readExtras(context)
    readClassType(context)
  }

  private mutating func readTexts(_ context: CardContext) {
    let (card, document) = (context.card, context.document)
    let id = card.valueNode(of: .id)
    if id == 0 || !isPlain(id, document) || document.content(id)[0] <= 0x20 { formUnion(.oddID) }
    let title = readText(.title, card)
    let description = readText(.description, card)
    if title == 0, description == 0 { formUnion(.noText) }
    _ = readText(.imageAlt, card)
    _ = readText(.linkText, card)
    _ = readText(.language, card)
    let link = readText(.url, card)
    if link == 0 {
      formUnion(.noLink)
    } else if !isPlain(link, document) || !CardSigns.isSecure(document.content(link)) {
      formUnion(.oddLink)
    }
    let image = readText(.image, card)
    if image == 0 {
      formUnion(.noImage)
    } else if !isPlain(image, document) || !CardSigns.isSecure(document.content(image)) {
      formUnion([.oddLink, .oddImage])
    } else if !CardSigns.isUsualImage(document.content(image)) {
      formUnion(.oddImage)
    }
    let size = card.raw.count + card.decodedExtrasLength
    if size > context.settings.maximumPayload { formUnion(.large) }
    if case .named = card.typeName {} else { formUnion(.oddType) }
    if context.type == .control { formUnion(.control) }
  }

  /// The node of a text with a value; 0 without one.
  private mutating func readText(_ field: CardField, _ card: Card) -> Int {
    let node = card.valueNode(of: field)
    if node != 0, card.document.kind(node) != .string { formUnion(.oddText) }
    return node
  }

  /// Whether a value is a string without escapes.
  private func isPlain(_ node: Int, _ document: JSONDocument) -> Bool {
    let word = document.word(node)
    return word.kind == .string && !word.isEscaped
  }

  private mutating func readFlags(_ context: CardContext) {
    let card = context.card
    let isPinned = readFlag(.pinned, card)
    let isDismissible = readFlag(.dismissible, card)
    let contradicts =
      isPinned && isDismissible || readFlag(.dismissed, card) && !isDismissible
      || readFlag(.clicked, card) && !card.flag(.viewed)
    _ = readFlag(.viewed, card)
    _ = readFlag(.clicked, card)
    _ = readFlag(.dismissed, card)
    _ = readFlag(.removed, card)
    _ = readFlag(.test, card)
    _ = readFlag(.opensURLInWebView, card)
    let control = card.controlNode
    if control != 0, !isFlag(card.document.kind(control)) { formUnion(.oddFlag) }
    if contradicts || control != 0 || contains(.oddFlag) { formUnion(.flags) }
  }

  private func isFlag(_ kind: JSONKind) -> Bool { kind == .true || kind == .false }

  private mutating func readFlag(_ field: CardField, _ card: Card) -> Bool {
    let node = card.writtenNode(of: field)
    guard node != 0 else { return false }
    let kind = card.document.kind(node)
    if !isFlag(kind) { formUnion(.oddFlag) }
    return kind == .true
  }

  private mutating func readTimes(_ context: CardContext) {
    let (card, document) = (context.card, context.document)
    let created = card.valueNode(of: .created)
    if created == 0 {
      formUnion(.noCreation)
    } else if !isUsual(context.created, created, document) {
      formUnion(.oddTime)
    }
    let expires = card.valueNode(of: .expiresAt)
    if context.expiry != nil { formUnion(.expiry) }
    if expires != 0, !isUsual(context.expiry, expires, document) {
      let isNever =
        document.kind(expires) == .number && document.content(expires) == CardSigns.never
      if !isNever { formUnion(.oddTime) }
    }
    let ratio = card.valueNode(of: .imageAspectRatio)
    if ratio != 0, !CardSigns.isUsualRatio(ratio, document) { formUnion(.oddRatio) }
  }

  private static let never = ByteView("-1")

  /// Whether a time is written as a number of seconds that may be the time of a card.
  private func isUsual(_ time: CardTime?, _ node: Int, _ document: JSONDocument) -> Bool {
    time?.spelling != nil && document.kind(node) == .number
  }

  private mutating func readKeys(_ context: CardContext) {
    let (card, document) = (context.card, context.document)
    let extras = card.writtenNode(of: .extras)
    var count = 0
    var key = card.node + 1
    while document.kind(key) != .end {
      count += 1
      let kind = document.kind(key + 1)
      if kind == .array || kind == .object && key + 1 != extras { formUnion(.nested) }
      key = document.next(key + 1)
    }
    if count != card.documentedKeyCount { formUnion(.oddKey) }
    if card.node != 0 { formUnion(.nested) }
    let hasFormerNames: Bool =
      switch context.shape {
      case .web, .reactNative, .cordova: true
      case .card, .wire, .webStorage, .abk, .metadata, .capacitor, .rest: false
      }
    if hasFormerNames || card.aliasNode(of: .dismissible) != 0 { formUnion(.formerName) }
  }
}
