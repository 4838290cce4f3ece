import CardJSON
import ContentCards

/// The keys of the extras are written as the app asks for them.
enum ExtrasKeySpelling: CardRule {
  static let text = RuleText(
    id: "extras/key-spelling", severity: .warning,
    summary: "keys of the extras do not differ from known ones by letter case or spaces alone",
    reason: "Apps look keys up to the letter: \"Class_Type\" is not found, and the card is taken "
      + "for one of no class.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{⟦"Class_Type"⟧:"group"}}"#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":"group"}}"#,
    source: "domain.md, section 7, R25: the guide and both demo apps spell keys differently")

  static let scope = CardScope.content
  static let signs: CardSigns = .oddExtrasKey

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    var value = context.card.firstExtra
    while value != 0 {
      let key = document.content(value - 1)
      if mayBeMisspelt(key) { check(key, value, context, &findings) }
      value = context.card.extra(after: value)
    }
  }

  /// Whether the key has capital letters, spaces or hyphens: the known keys have none.
  private static func mayBeMisspelt(_ key: ByteView) -> Bool {
    for index in 0..<key.count {
      let byte = key[index]
      if byte == 0x20 || byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "A") < 26 {
        return true
      }
    }
    return false
  }

  private static func check(
    _ key: ByteView, _ value: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let typeKey = context.card.classTypeKey
    if key == typeKey { return }
    if isAlike(key, typeKey) {
      return findings.reportExtra(
        self, at: .key(value), "\(Words.quoted(key.text)) is spelt \"\(typeKey.text)\"")
    }
    for known in ContentCardKey.allCases {
      let name = ByteBuffer(known.rawValue.utf8)
      guard known.rawValue != key.text, name.read({ isAlike(key, $0) }) else { continue }
      return findings.reportExtra(
        self, at: .key(value), "\(Words.quoted(key.text)) is spelt \"\(known.rawValue)\"")
    }
  }

  /// Whether two keys are the same but for letter case, spaces round them, and `-` or a space for
  /// `_`.
  private static func isAlike(_ key: ByteView, _ name: ByteView) -> Bool {
    let key = JSONNumber.trimmed(key)
    guard key.count == name.count else { return false }
    for index in 0..<key.count {
      let byte = key[index] == 0x20 || key[index] == 0x2D ? 0x5F : key[index]
      guard ByteView.lowercased(byte) == ByteView.lowercased(name[index]) else { return false }
    }
    return true
  }
}
