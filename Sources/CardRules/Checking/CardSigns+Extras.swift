import CardJSON
import ContentCards

extension CardSigns {
  mutating func readExtras(_ context: CardContext) {
    let card = context.card
    let written = card.valueNode(of: .extras)
    if written != 0, context.document.kind(written) != .object { formUnion(.oddExtras) }
    let document = card.extrasDocument
    var value = card.firstExtra
    while value != 0 {
      if !CardSigns.isUsualKey(document.content(value - 1)) { formUnion(.oddExtrasKey) }
      let word = document.word(value)
      if word.kind != .string {
        formUnion(.oddExtra)
        if word.kind == .object || word.kind == .array { formUnion(.nested) }
      } else if word.extent > 1 {
        let first = document.content(value)[0]
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { formUnion(.bracket) }
      }
      value = card.extra(after: value)
    }
  }

  mutating func readClassType(_ context: CardContext) {
    let node = context.classTypeNode
    guard node != 0 else { return formUnion(.noClassType) }
    let word = context.card.extrasDocument.word(node)
    guard word.kind == .string, word.extent > 0 else { return formUnion(.noClassType) }
    let content = context.card.extrasDocument.content(node)
    if word.isEscaped || content[0] <= 0x20 || content[content.count - 1] <= 0x20 {
      formUnion(.oddClassType)
    }
  }

  /// Whether a key has neither capitals nor hyphens nor white space nor nothing at all.
  static func isUsualKey(_ key: ByteView) -> Bool {
    guard key.count > 0 else { return false }
    for position in stride(from: 0, to: key.count, by: 8) {
      if EightBytes(key, at: position).hasCapitalSpaceOrHyphen { return false }
    }
    return true
  }

  /// Whether an address begins with `https://`, and has no white space or control characters.
  static func isSecure(_ address: ByteView) -> Bool {
    guard address.count > 8, address.word(at: 0) == https else { return false }
    return !address.slice(8..<address.count).holdsSpaceOrControl
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

  private static let https = ByteView("https://        ").word(at: 0)
  private static let jpg = UInt32(truncatingIfNeeded: ByteView(".jpg    ").word(at: 0))
  private static let png = UInt32(truncatingIfNeeded: ByteView(".png    ").word(at: 0))
  private static let jpeg = UInt32(truncatingIfNeeded: ByteView("jpeg    ").word(at: 0))
}
