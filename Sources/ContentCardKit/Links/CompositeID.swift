import CardJSON

/// The campaign id and the message variation id in a card's id.
///
/// A card id is Base64 of `<campaign>_$_cc=<card>&mv=<variation>&pi=cmp`, or of only the campaign
/// id. Ids of Canvas cards have other parameters too, some without values, and in any order:
/// `<campaign>_$_bp&cc=<card>&mv=<variation>`. The values borrow from the buffer with the decoded
/// id, and are valid until it changes.
package struct CompositeID {
  /// The campaign id; printable ASCII without quotes and backslashes.
  package let campaign: ByteView
  /// The part of the id after the separator; empty if it contains only the campaign.
  private let rest: ByteView

  private static let separator = ByteView("_$_")
  /// The possible lengths of a campaign id alone: from an object id of 24 digits to a UUID.
  static let bareLengths = 24...36

  /// Parses the card id `text`, decoded into `scratch`, which must not contain it; nil if it is not
  /// a composite id.
  package init?(_ text: ByteView, decodedInto scratch: inout ByteBuffer) {
    scratch.removeAll()
    guard Base64.standard.decode(text, into: &scratch) else { return nil }
    let decoded = scratch.view
    guard let mark = decoded.firstIndex(of: CompositeID.separator) else {
      guard CompositeID.isBareCampaign(decoded) else { return nil }
      (campaign, rest) = (decoded, decoded.slice(0..<0))
      return
    }
    campaign = decoded.slice(0..<mark)
    rest = decoded.slice(mark + CompositeID.separator.count..<decoded.count)
    let hasCard = parameter("cc=") != nil
    guard hasCard, campaign.count > 0, CompositeID.isPlain(campaign) else { return nil }
  }

  /// The message variation id, also printable ASCII; nil if the id has none.
  package var variation: ByteView? {
    guard let variation = parameter("mv="), variation.count > 0 else { return nil }
    return CompositeID.isPlain(variation) ? variation : nil
  }

  /// The value of the first parameter with this key and equals sign; nil if absent.
  private func parameter(_ key: StaticString) -> ByteView? {
    var start = 0
    while start < rest.count {
      let end = rest.firstIndex(of: UInt8(ascii: "&"), from: start, to: rest.count) ?? rest.count
      let parameter = rest.slice(start..<end)
      if ByteView(key).occurs(at: 0, in: parameter) {
        return parameter.slice(key.utf8CodeUnitCount..<parameter.count)
      }
      start = end + 1
    }
    return nil
  }

  /// Returns whether `text` is printable ASCII without characters that JSON or CSV escape.
  private static func isPlain(_ text: ByteView) -> Bool {
    !text.containsAny(
      of: ByteClass(
        .bytes(0x7F, 0x20), or: .byte(UInt8(ascii: "\"")), or: .byte(UInt8(ascii: "\\"))))
  }

  private static func isBareCampaign(_ text: ByteView) -> Bool {
    bareLengths.contains(text.count)
      && (0..<text.count).allSatisfy { index in
        let byte = text[index]
        return byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 6
          || byte == UInt8(ascii: "-")
      }
  }

  /// Returns whether `text` is the Base64 of a composite id, or of a campaign id alone.
  package static func isComposite(_ text: ByteView) -> Bool {
    var scratch = ByteBuffer(capacity: text.count)
    return CompositeID(text, decodedInto: &scratch) != nil
  }

  /// The creation time of a campaign or variation in epoch milliseconds, derived from its id; nil
  /// for an id with another format.
  ///
  /// Ids of 24 hexadecimal digits look like MongoDB object ids, whose first four bytes are the time
  /// in seconds. Braze does not document this, so output states that the time is derived.
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

extension Card {
  /// The campaign and variation in the card's id, valid until `scratch` changes; nil if there are
  /// none.
  package func compositeID(using scratch: inout ByteBuffer) -> CompositeID? {
    text(.id)?.withText { CompositeID($0, decodedInto: &scratch) }
  }
}
