import CardJSON

/// Keys that only Braze uses, for recognizing malformed JSON.
package enum BrazeKeys {
  private static let ofCards: [StaticString] = [
    "idString", "mContentCards", "cardDescription", "openURLInWebView",
  ]

  private static let ofRequests: [StaticString] = [
    "external_id", "external_user_id", "external_user_ids", "user_alias", "user_aliases",
    "alias_label", "braze_id", "trigger_properties", "recipient_subscription_state",
    "canvas_entry_properties", "_update_existing_only", "content_card", "push_token_import",
  ]

  /// Whether the text has one of the keys, or both short keys that every wire card has.
  package static func areNamed(in text: ByteView, takesRequests: Bool) -> Bool {
    let keys = takesRequests ? ofCards + ofRequests : ofCards
    return keys.contains { isNamed($0, in: text) }
      || isNamed("tp", in: text) && isNamed("ca", in: text)
  }

  /// Whether the text has the key as a whole word before a colon, with or without quotes.
  private static func isNamed(_ key: StaticString, in text: ByteView) -> Bool {
    let name = ByteView(key)
    var start = 0
    while let found = text.slice(start..<text.count).firstIndex(of: name) {
      let (first, end) = (start + found, start + found + name.count)
      if first == 0 || !isWord(text[first - 1]), endsKey(text, end) { return true }
      start = end
    }
    return false
  }

  /// Whether a key may end at an offset: a colon follows, possibly after a quote.
  private static func endsKey(_ text: ByteView, _ end: Int) -> Bool {
    var next = end
    while next < text.count, text[next] == UInt8(ascii: "\"") || text[next] == 0x27 { next += 1 }
    next = JSONScanner.skipSpace(text, from: next)
    return next < text.count && text[next] == UInt8(ascii: ":")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte &- UInt8(ascii: "0") < 10
      || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
}
