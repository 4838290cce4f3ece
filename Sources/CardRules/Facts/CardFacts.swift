import CardProcessing
import CardJSON
import ContentCardKit

/// What one look over a card shows, so that most rules need not look at a good card themselves.
///
/// A fact is a suspicion: it may hold without a mistake, but no mistake stands without it.
package struct CardFacts: OptionSet, BitwiseCopyable, Sendable {
  /// One bit for each fact.
  package let rawValue: UInt32

  /// The facts whose bits are set.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The id is no plain string, or begins with white space.
  package static let oddID = CardFacts(rawValue: 1 << 0)
  /// A text is no string.
  package static let oddText = CardFacts(rawValue: 1 << 1)
  /// A flag is neither `true` nor `false`.
  package static let oddFlag = CardFacts(rawValue: 1 << 2)
  /// Flags that may contradict each other.
  package static let flags = CardFacts(rawValue: 1 << 3)
  /// The type is not one of the shape's own names.
  package static let oddType = CardFacts(rawValue: 1 << 4)
  /// No link.
  package static let noLink = CardFacts(rawValue: 1 << 5)
  /// A link or an image that is not plainly an address, or one of `http` or `brazeActions`.
  package static let oddLink = CardFacts(rawValue: 1 << 6)
  /// An image that is not plainly a PNG or JPEG.
  package static let oddImage = CardFacts(rawValue: 1 << 7)
  /// An aspect ratio that is not plainly above 0.
  package static let oddRatio = CardFacts(rawValue: 1 << 8)
  /// A time that is not plainly one in seconds.
  package static let oddTime = CardFacts(rawValue: 1 << 9)
  /// A key by which fields were called once, or elsewhere.
  package static let formerName = CardFacts(rawValue: 1 << 10)
  /// A key that the shape does not document, or one that stands twice.
  package static let oddKey = CardFacts(rawValue: 1 << 11)
  /// Objects or arrays in the card other than the extras.
  package static let nested = CardFacts(rawValue: 1 << 12)
  /// Extras that are no object of the card.
  package static let oddExtras = CardFacts(rawValue: 1 << 13)
  /// A key of the extras that is blank, or has capitals, white space or hyphens.
  package static let oddExtrasKey = CardFacts(rawValue: 1 << 14)
  /// A value of the extras that is no string.
  package static let oddExtra = CardFacts(rawValue: 1 << 15)
  /// A value of the extras that begins with a bracket.
  package static let bracket = CardFacts(rawValue: 1 << 16)
  /// No class type in the extras that is text.
  package static let noClassType = CardFacts(rawValue: 1 << 17)
  /// A class type with escapes, or with white space round it.
  package static let oddClassType = CardFacts(rawValue: 1 << 18)
  /// Two keys of the extras that may be the same.
  package static let repeatedKey = CardFacts(rawValue: 1 << 19)
  /// No image.
  package static let noImage = CardFacts(rawValue: 1 << 20)
  /// Neither title nor description.
  package static let noText = CardFacts(rawValue: 1 << 21)
  /// No creation time.
  package static let noCreation = CardFacts(rawValue: 1 << 22)
  /// More bytes than are sent.
  package static let large = CardFacts(rawValue: 1 << 23)
  /// A classic card's aspect ratio that is not plainly 1.
  package static let notSquare = CardFacts(rawValue: 1 << 24)
  /// A pair of Liquid delimiters may stand in the card.
  package static let liquid = CardFacts(rawValue: 1 << 25)
  /// Some SDKs are to read the card.
  package static let profiled = CardFacts(rawValue: 1 << 26)
  /// What every card shows.
  package static let always = CardFacts(rawValue: 1 << 27)

  /// All facts, for a card whose facts were not looked for.
  package static let all = CardFacts(rawValue: .max)
}

extension CardFacts {
  /// The facts of a card on a device, whose times and type are known.
  ///
  /// What a rule looks at closely is only looked over here: whatever is not as usual is a fact.
  init(_ context: CardContext, extras: CardFacts) {
    let fields = context.fields
    self = extras.union(.always)
    if fields.isOdd(.extras) { formUnion([.oddExtras, .nested]) }
    if context.mayHoldLiquid { formUnion(.liquid) }
    if !context.settings.profiles.isEmpty { formUnion(.profiled) }
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
    if fields.affirms(.dismissed), !context.flag(.dismissible) { formUnion(.flags) }
    if fields.affirms(.clicked), !context.flag(.viewed) { formUnion(.flags) }
    let control = context.card.controlNode
    guard control != 0 else { return }
    formUnion(.flags)
    let kind = context.document.kind(control)
    if kind != .true, kind != .false { formUnion(.oddFlag) }
  }

  private mutating func readTimes(_ context: CardContext, _ fields: FieldFacts) {
    let (card, document) = (context.card, context.document)
    if fields.isOdd(.created) || fields.isOdd(.expiresAt) || context.shape.writesDates {
      formUnion(.oddTime)
    }
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
      if !CardFacts.isUsualRatio(ratio, document) { formUnion(.oddRatio) }
      let content = document.content(ratio)
      let isSquare = content == CardFacts.one || content == CardFacts.onePointZero
      if context.type == .classicImage, !isSquare { formUnion(.notSquare) }
    }
  }

  private static let never = ByteView("-1")
  private static let one = ByteView("1")
  private static let onePointZero = ByteView("1.0")

  private mutating func readKeys(_ context: CardContext, _ fields: FieldFacts) {
    if context.card.node != 0 { formUnion(.nested) }
    if !fields.isComplete(context.card) { formUnion([.oddKey, .nested]) }
    switch context.shape {
    case .web, .reactNative, .cordova: formUnion(.formerName)
    default: if context.card.aliasNode(of: .dismissible) != 0 { formUnion(.formerName) }
    }
  }

  private mutating func readClassType(_ context: CardContext) {
    let (node, document) = (context.classTypeNode, context.card.extrasDocument)
    guard node != 0 else { return formUnion(.noClassType) }
    let word = document.word(node)
    guard word.kind == .string, word.extent > 0 else { return formUnion(.noClassType) }
    let content = document.content(node)
    let last = content[content.count - 1]
    if word.isEscaped || content[0] <= 0x20 || content[0] >= 0x7F || last <= 0x20 || last >= 0x7F {
      formUnion(.oddClassType)
    }
  }
}

extension CardFacts {
  /// Whether an address has a scheme other than `http` and `brazeActions`, and no white space or
  /// control characters.
  static func isUsualAddress(_ address: ByteView) -> Bool {
    let start = address.word(at: 0)
    guard start == https, address.count > 12, !address.holds(.spaceOrControl) else { return false }
    // `https://https://…` and `https:///…` are not usual.
    return address[8] != UInt8(ascii: "/") && address.word(at: 8) & httpMask != http
      && UInt32(truncatingIfNeeded: address.word(at: 8)) != httpStart
  }

  /// Whether an address says that it is that of a PNG or JPEG.
  static func isUsualImage(_ address: ByteView) -> Bool {
    let query = address.firstIndex(of: UInt8(ascii: "?"), from: 0, to: address.count)
    let end = query ?? address.count
    guard end > 12, address.firstIndex(of: UInt8(ascii: "#"), from: 0, to: end) == nil else {
      return false
    }
    let last = UInt32(truncatingIfNeeded: address.word(at: end - 4))
    return last == jpg || last == png || last == jpeg
  }

  /// Whether a value is a number above 0 of a few digits, without an exponent.
  static func isUsualRatio(_ node: Int, _ document: JSONDocument) -> Bool {
    guard document.kind(node) == .number else { return false }
    let number = document.content(node)
    guard number.count <= 20 else { return false }
    var digits: UInt8 = 0
    for position in 0..<number.count {
      let byte = number[position]
      if byte == UInt8(ascii: ".") { continue }
      guard byte &- UInt8(ascii: "0") < 10 else { return false }
      digits |= byte & 15
    }
    return digits != 0
  }

  // Text as words of memory, the first byte lowest: literals, since what has to be worked out is
  // asked for again each time.
  /// `https://`.
  private static let https: UInt64 = 0x2F2F_3A73_7074_7468
  /// `http:`.
  private static let http: UInt64 = 0x3A_7074_7468
  private static let httpMask: UInt64 = 0xFF_FFFF_FFFF
  /// `http`.
  private static let httpStart: UInt32 = 0x7074_7468
  /// `.jpg`, `.png` and `jpeg`.
  private static let jpg: UInt32 = 0x6770_6A2E
  private static let png: UInt32 = 0x676E_702E
  private static let jpeg: UInt32 = 0x6765_706A
}
