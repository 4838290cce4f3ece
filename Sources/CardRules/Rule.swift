/// One thing that can be wrong, and all that is known of it.
///
/// A rule is a type without cases in the file of its area. Its text is what `--list-rules` and
/// `--explain` print and what its test runs: the bad example must give a finding of this rule at
/// the marked bytes, the good one none.
package protocol Rule: SendableMetatype {
  /// What the rule is, in words and examples.
  static var text: RuleText { get }

  /// The rule as one that looks at single cards; nil for others.
  static var cardRule: (any CardRule.Type)? { get }
}

extension Rule {
  /// None, unless it is one.
  package static var cardRule: (any CardRule.Type)? { nil }
}

/// What a rule is, in words and examples.
///
/// Its findings have the severity that it states, or one of its exceptions; nothing else is given.
/// An object, because every finding asks for it: a copy costs one count instead of one a text.
package final class RuleText: Sendable {
  /// The stable name, such as `card/id-missing`: what it is about, a slash, what is wrong.
  package let id: String
  /// The severity by default.
  package let severity: Severity
  /// When a finding matters more or less than that.
  package let exceptions: [RuleException]
  /// Whether the rule is on by default.
  package let isOnByDefault: Bool
  /// What the rule demands, in one line: lower case, no full stop.
  package let summary: String
  /// What happens on a phone, or in the campaign, when the rule is broken; whole sentences.
  package let reason: String
  /// Input that breaks the rule; `⟦` and `⟧` enclose the bytes that its finding is about.
  package let bad: RuleExample
  /// Input that keeps it.
  package let good: RuleExample
  /// Where the rule comes from: a page that everybody can open, or a manual page of cardctl's.
  package let source: String

  /// The text of a rule.
  package init(
    id: String, severity: Severity, exceptions: [RuleException] = [], isOnByDefault: Bool = true,
    summary: String, reason: String, bad: RuleExample, good: RuleExample, source: String
  ) {
    self.id = id
    self.severity = severity
    self.exceptions = exceptions
    self.isOnByDefault = isOnByDefault
    self.summary = summary
    self.reason = reason
    self.bad = bad
    self.good = good
    self.source = source
  }
}

extension RuleText {
  /// Whether some findings of the rule say what corrects them.
  package var isCorrectable: Bool { Rules.correctedIDs.contains(id) }

  /// The reason, and what can be done about findings.
  package var explanation: String {
    let advice =
      " With --diff validate writes what is right in its place, where nothing is in doubt."
    return reason + (isCorrectable ? advice : "")
  }

  /// What the rule demands, and when a finding matters more or less than usual.
  package var requirement: String {
    guard !exceptions.isEmpty else { return summary }
    let list = exceptions.map { "\($0.severity.rawValue) \($0.when)" }.joined(separator: ", ")
    return "\(summary) (\(list))"
  }

  /// Whether a finding of the rule may matter as much.
  func mayGive(_ given: Severity) -> Bool {
    given == severity || exceptions.contains { $0.severity == given }
  }
}

/// When a finding of a rule matters more or less than usual.
package struct RuleException: Sendable {
  /// How much it then matters.
  package let severity: Severity
  /// When that is so: words to be read after the severity, such as `for optional ones`.
  package let when: String

  /// An exception.
  package init(_ severity: Severity, _ when: String) {
    self.severity = severity
    self.when = when
  }
}

/// An input that shows a rule at work: any JSON that `validate` reads.
package struct RuleExample: Sendable, ExpressibleByStringLiteral {
  /// The input, with its marks if it has any; made when it is read, because some are long.
  package var json: String { make() }
  private let make: @Sendable () -> String
  /// What has to be set for the rule to apply.
  package let settings: CheckSettings

  /// An example that needs these settings.
  package init(
    _ json: @autoclosure @escaping @Sendable () -> String,
    _ settings: CheckSettings = CheckSettings()
  ) {
    make = json
    self.settings = settings
  }

  /// An example for which nothing need be set.
  package init(stringLiteral json: String) { self.init(json) }
}

extension RuleExample {
  /// A card like any other, with the members that matter on a line of their own.
  ///
  /// - Parameters:
  ///   - type: what kind of card it is, as the wire format calls it.
  ///   - created: when it was created, in epoch seconds.
  ///   - members: the other members as JSON, without the brace at the end.
  static func card(
    type: String = "text_announcement", created: Int = 1_701_861_950,
    _ members: @escaping @autoclosure @Sendable () -> String
  ) -> RuleExample {
    RuleExample(
      #"{"id":"a","tp":"\#(type)","ca":\#(created),"tt":"A","ds":"B","# + "\n" + members() + "}")
  }
}
