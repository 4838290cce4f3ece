@_spi(CardTool) import CardJSON

/// What a card id says: which campaign and which variation of its message the card came from.
///
/// An id is Base64 of `<campaign>_$_cc=<card>&mv=<variation>&pi=cmp`, or of the campaign alone.
/// A loan of the buffer that the id was decoded into.
@_spi(CardTool) public struct CompositeID {
  /// The campaign id; printable ASCII without quotes and backslashes.
  public let campaign: ByteView
  /// The message variation id, with characters as above; nil when the id names none.
  public let variation: ByteView?

  private static let separator = ByteView("_$_cc=")
  private static let variationMark = ByteView("&mv=")
  /// How long an id that is the campaign's alone may be: 24 digits of an object id to a UUID.
  static let bareLengths = 24...36

  /// Reads the id `text`; nil when it is no composite one.
  ///
  /// - Parameters:
  ///   - text: the text of the id, escapes resolved.
  ///   - scratch: what the result is a loan of; its former content is dropped. Not the buffer that
  ///     `text` lies in.
  public init?(_ text: ByteView, decodedInto scratch: inout ByteBuffer) {
    scratch.removeAll()
    scratch.append(text)
    self.init(textOf: &scratch)
  }

  /// Reads the id that is all of `scratch`, and decodes it after its text.
  init?(textOf scratch: inout ByteBuffer) {
    let length = scratch.count
    // With the room there beforehand the text stays where it is while bytes are added after it.
    scratch.reserve(length)
    guard Base64.standard.decode(scratch.view, into: &scratch) else { return nil }
    let decoded = scratch.view.slice(length..<scratch.count)
    guard let mark = decoded.firstIndex(of: CompositeID.separator) else {
      guard CompositeID.isBareCampaign(decoded) else { return nil }
      (campaign, variation) = (decoded, nil)
      return
    }
    campaign = decoded.slice(0..<mark)
    guard campaign.count > 0, CompositeID.isPlain(campaign) else { return nil }
    let rest = decoded.slice(mark + CompositeID.separator.count..<decoded.count)
    variation = CompositeID.variation(in: rest)
  }

  private static func variation(in rest: ByteView) -> ByteView? {
    guard let mark = rest.firstIndex(of: variationMark) else { return nil }
    let start = mark + variationMark.count
    let end = rest.firstIndex(of: UInt8(ascii: "&"), from: start, to: rest.count) ?? rest.count
    let variation = rest.slice(start..<end)
    return variation.count > 0 && isPlain(variation) ? variation : nil
  }

  /// Whether `text` can stand in a JSON string as it is.
  private static func isPlain(_ text: ByteView) -> Bool {
    for index in 0..<text.count where !isGraphic(text[index]) { return false }
    return true
  }

  private static func isBareCampaign(_ text: ByteView) -> Bool {
    guard bareLengths.contains(text.count) else { return false }
    for index in 0..<text.count {
      let byte = text[index]
      let isDigit = byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 6
      guard isDigit || byte == UInt8(ascii: "-") else { return false }
    }
    return true
  }
}
