import Arguments
import CardJSON
import CardRules

/// What a rule's findings are made into.
enum RuleLevel: String, CaseIterable, Sendable {
  /// Nothing: the rule is switched off.
  case off
  case info
  case warning
  case error

  /// The severity; nil when the rule is off.
  var severity: Severity? {
    switch self {
    case .off: nil
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }

  /// The levels as messages list them.
  static let names = allCases.map(\.rawValue)
}

/// The user's level for a rule.
struct RuleSetting: Equatable, Sendable {
  /// The rule's id.
  var rule: String
  /// What its findings are made into.
  var level: RuleLevel
  /// Where a configuration says so, as `path:line:col`; nil on the command line.
  var place: String?

  /// A setting of the given parts.
  init(rule: String, level: RuleLevel, place: String? = nil) {
    self.rule = rule
    self.level = level
    self.place = place
  }

  /// The setting that `--rule` names as `ID=LEVEL`.
  ///
  /// - Parameter known: the ids there are.
  /// - Throws: what is wrong, with the nearest names.
  init(_ text: String, known: [String]) throws(ValueProblem) {
    guard let equals = text.lastIndex(of: "=") else {
      throw .reason("expected ID=LEVEL, where LEVEL is \(RuleSetting.levels)")
    }
    let (rule, name) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    guard known.contains(rule) else {
      throw .unknownWord(kind: "rule", text: rule, known: known)
    }
    guard let level = RuleLevel(rawValue: name) else {
      throw .unknownWord(kind: "level", text: name, known: RuleLevel.names)
    }
    self.init(rule: rule, level: level)
  }

  /// The levels as a message lists them.
  static let levels = "off, info, warning or error"
}
