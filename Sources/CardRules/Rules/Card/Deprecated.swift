import CardJSON
import ContentCards

/// What SDKs have given up is not used.
enum Deprecated: CardRule {
  static let text = RuleText(
    id: "card/deprecated", severity: .warning,
    summary: "a card uses no names that the SDKs have given up",
    reason: "Newer SDKs do not have the name: code that asks for it finds nothing.",
    bad:
      #"""
      {"id":"a","description":"B","title":"A","imageUrl":null,
      ⟦"created"⟧:"2026-11-20T09:00:00.000Z"}
      """#,
    good:
      #"""
      {"id":"a","description":"B","title":"A","imageUrl":null,
      "updated":"2026-11-20T09:00:00.000Z"}
      """#,
    source: "CHANGELOGs of braze-web-sdk 6.0.0 and braze-react-native-sdk 8.0.0")

  static let signs: CardSigns = .formerName

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    if context.shape == .web {
      let node = context.card.aliasNode(of: .created)
      guard node != 0 else { return }
      findings.report(
        self, at: .key(node), "\"created\" is gone in version 6 of the web SDK; it has \"updated\"")
    } else if context.shape == .reactNative || context.shape == .cordova {
      let node = context.stringNode(of: .type)
      guard node != 0, context.document.content(node) == ByteView("Banner") else { return }
      findings.report(
        self, at: .value(node), "the type \"Banner\" is \"ImageOnly\" since React Native 8.0.0")
    }
  }
}
