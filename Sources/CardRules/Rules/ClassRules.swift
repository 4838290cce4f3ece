import CardJSON
import ContentCardKit

extension CardContext {
  /// Runs the checks of the class type that do not need a registry.
  func checkClassType(_ findings: inout FindingSink) {
    if classType == nil {
      findings.report(
        .classTypeMissing, at: extraClassType ?? card.extras ?? card.object,
        extraClassType != nil
          ? "the class type must be a non-empty string"
          : "the card has no class type (\"\(card.typeKey.text)\""
            + (card.extras == nil ? " in the extras)" : ")"))
    }
    if let extraClassType { checkClassType(extraClassType, &findings) }
    if let ownClassType { checkClassType(ownClassType, &findings) }
  }

  private func checkClassType(_ node: JSONNode, _ findings: inout FindingSink) {
    guard node.kind == .string else { return }
    if !JSONString(node).withText(BlankText.isTrimmed) {
      let trimmed = BlankText.trimmed(node.string)
      findings.report(
        .classTypeSpaces, at: node,
        "the class type has leading or trailing whitespace; write \(MessageText.quoted(trimmed))",
        fix: .write(text: trimmed, at: node))
    }
    if containsLiquid(node) {
      findings.report(
        .classTypeLiquid, at: node,
        "the class type contains Liquid, so the object of the card is unknown")
    }
  }
}
