import CardJSON
import ContentCardKit

/// What a card id says: which campaign and which variation of its message the card came from.
///
/// An id is Base64 of `<campaign>_$_cc=<card>&mv=<variation>&pi=cmp`, or of the campaign alone.
/// A loan of the buffer that the id was decoded into.
package struct CompositeID {
  /// The campaign id; printable ASCII without quotes and backslashes.
  package let campaign: ByteView
  /// The message variation id, with characters as above; nil when the id names none.
  package let variation: ByteView?

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
  package init?(_ text: ByteView, decodedInto scratch: inout ByteBuffer) {
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

extension CompositeID {
  /// Whether `text` is the Base64 of a composite id, or of a campaign id alone.
  package static func isComposite(_ text: ByteView) -> Bool {
    guard let content = Base64.content(text), Base64.isContent(content) else { return false }
    if hasUsualForm(content) { return true }
    var scratch = ByteBuffer(capacity: 2 * content.count)
    return CompositeID(content, decodedInto: &scratch) != nil
  }

  /// Whether `text` is what Braze makes: a campaign id of 24 or 36 plain bytes and the separator,
  /// which then stand at whole groups of the Base64.
  private static func hasUsualForm(_ text: ByteView) -> Bool {
    let separator = ByteView("XyRfY2M9").word(at: 0)
    let length: Int
    if text.count >= 40, text.word(at: 32) == separator {
      length = 32
    } else if text.count >= 56, text.word(at: 48) == separator {
      length = 48
    } else {
      return false
    }
    return isPlain(text, length)
  }

  /// Whether the first `length` bytes, whole groups of Base64, stand for plain text.
  private static func isPlain(_ text: ByteView, _ length: Int) -> Bool {
    let sextets = Base64.standard.sextets
    var isPlain = true
    for place in stride(from: 0, to: length, by: 8) {
      var bits: UInt64 = 0
      for index in place..<place + 8 {
        bits = bits << 6 | UInt64(sextets[Int(text[index])])
      }
      isPlain = isPlain && areGraphic(bits)
    }
    return isPlain
  }

  /// Whether the six low bytes may stand in the id of a campaign.
  @inline(__always)
  private static func areGraphic(_ bytes: UInt64) -> Bool {
    let each: UInt64 = 0x0101_0101_0101
    let highs = each &* 0x80
    func zeros(_ bytes: UInt64) -> UInt64 { (bytes &- each) & ~bytes }
    let quotes = zeros(bytes ^ each &* 0x22) | zeros(bytes ^ each &* 0x5C)
    let others = (bytes &- each &* 0x21) & ~bytes | zeros(bytes ^ each &* 0x7F) | bytes
    return (quotes | others) & highs == 0
  }

  /// Whether a byte may stand in the id of a campaign.
  @inline(__always)
  static func isGraphic(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
  }
}

extension CompositeID {
  /// When a campaign or a variation was made, by its id, in epoch milliseconds.
  ///
  /// Ids of 24 hexadecimal digits look like MongoDB's object ids, whose first four bytes are the
  /// time in seconds. That is not documented for Braze, so where the time is shown it says that it
  /// is derived. Nil for any other id.
  package static func creationTime(of id: ByteView) -> Int64? {
    guard id.count == 24 else { return nil }
    var seconds: Int64 = 0
    for index in 0..<id.count {
      guard let digit = JSONText.hexValue(id[index]) else { return nil }
      if index < 8 { seconds = seconds << 4 | Int64(digit) }
    }
    return seconds * 1000
  }
}
