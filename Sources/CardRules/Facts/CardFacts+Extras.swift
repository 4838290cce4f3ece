@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// What one look over the extras of a card shows.
struct ExtrasFacts {
  private(set) var facts: CardFacts = []
  /// The node of the class type, whatever its value is; 0 when it is not there.
  private(set) var classTypeNode = 0

  /// The facts of the extras of `card`.
  init(_ card: Card) {
    let document = card.extrasDocument
    let typeKey = card.classTypeKey
    var met: UInt64 = 0
    guard card.extrasNode != 0 else { return }
    document.forEachMember(of: card.extrasNode) { key, value in
      let name = document.content(key)
      if name.count == 0 || name.holds(.oddInName) { facts.formUnion(.oddExtrasKey) }
      if document.text(key, equals: typeKey) { classTypeNode = value }
      let mark: UInt64 = 1 << UInt64(DuplicateKeys.bit(of: key, in: document) & 63)
      if met & mark != 0 { facts.formUnion(.repeatedKey) }
      met |= mark
      read(document.word(value), document.bytes)
    }
  }

  private mutating func read(_ value: TapeWord, _ bytes: ByteView) {
    switch value.kind {
    case .string:
      guard value.extent > 1 else { return }
      let first = bytes[value.offset]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { facts.formUnion(.bracket) }
    case .object, .array: facts.formUnion([.oddExtra, .nested])
    case .number, .true, .false, .null, .end: facts.formUnion(.oddExtra)
    }
  }
}

extension CardFacts {
  /// Whether an address has a scheme other than `http` and `brazeActions`, and no white space or
  /// control characters.
  static func isUsualAddress(_ address: ByteView) -> Bool {
    let start = address.word(at: 0)
    if start == https { return address.count > 8 && !address.holds(.spaceOrControl) }
    let isHTTP = (start | lowercase) & httpMask == http
    return !isHTTP && !BrazeAction.isLink(address) && ValueRules.isURL(address)
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

  // Text as words of memory, the first byte lowest: literals, since what has to be worked out is asked for
  // again each time.
  /// `https://`.
  private static let https: UInt64 = 0x2F2F_3A73_7074_7468
  /// `http:`.
  private static let http: UInt64 = 0x3A_7074_7468
  private static let httpMask: UInt64 = 0xFF_FFFF_FFFF
  private static let lowercase: UInt64 = 0x2020_2020
  /// `.jpg`, `.png` and `jpeg`.
  private static let jpg: UInt32 = 0x6770_6A2E
  private static let png: UInt32 = 0x676E_702E
  private static let jpeg: UInt32 = 0x6765_706A
}
