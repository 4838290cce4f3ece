import CardArguments
import CardRules

extension RuleSetting {
  /// The setting that `--rule` names as `PATTERN=LEVEL`.
  ///
  /// - Parameter known: the ids there are.
  /// - Throws: what is wrong, with the nearest names.
  init(_ text: String, known: [String]) throws(ValueProblem) {
    guard let equals = text.lastIndex(of: "=") else {
      throw .reason("expected PATTERN=LEVEL, where LEVEL is \(RuleSetting.levels)")
    }
    let (rule, name) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    _ = try RulePattern.named(rule, among: known)
    guard let level = RuleLevel(rawValue: name) else {
      throw .unknownWord(kind: "level", text: name, known: RuleLevel.names)
    }
    self.init(rule: rule, level: level)
  }

  /// The levels as a message lists them.
  private static let levels = "off, info, warning or error"
}

extension RulePattern {
  /// The ids among `known` that an id or a pattern names.
  ///
  /// - Throws: that there is none, with the nearest names.
  static func named(_ text: String, among known: [String]) throws(ValueProblem) -> [String] {
    let ids = ids(text, among: known)
    guard ids.isEmpty else { return ids }
    throw .unknownWord(kind: "rule", text: text, known: candidates(for: text, among: known))
  }
}
