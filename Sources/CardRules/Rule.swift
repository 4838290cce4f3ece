/// One thing that can be wrong, and all that is known of it.
///
/// A rule is a type without cases in the file of its area. Its text is what `--list-rules` and
/// `--explain` print and what its test runs: the bad example must give a finding of this rule at
/// the marked bytes, the good one none.
public protocol Rule: SendableMetatype {
  /// What the rule is, in words and examples.
  static var text: RuleText { get }

  /// The rule as one that looks at single cards; nil for others.
  static var cardRule: (any CardRule.Type)? { get }
}

extension Rule {
  /// None, unless it is one.
  public static var cardRule: (any CardRule.Type)? { nil }
}

/// What a rule is, in words and examples.
///
/// Its findings have the severity that it states, or one of its exceptions; nothing else is given.
/// An object, because every finding asks for it: a copy costs one count instead of one a text.
public final class RuleText: Sendable {
  /// The stable name, such as `card/id-missing`: what it is about, a slash, what is wrong.
  public let id: String
  /// How much a finding matters when nobody says otherwise.
  public let severity: Severity
  /// When a finding matters more or less than that.
  public let exceptions: [RuleException]
  /// Whether the rule runs when nobody asks for it.
  public let isOnByDefault: Bool
  /// What the rule demands, in one line: lower case, no full stop.
  public let summary: String
  /// What happens on a phone, or in the campaign, when the rule is broken; whole sentences.
  public let reason: String
  /// Input that breaks the rule; `⟦` and `⟧` enclose the bytes that its finding is about.
  public let bad: RuleExample
  /// Input that keeps it.
  public let good: RuleExample
  /// Where the rule comes from: a page that everybody can open, or a manual page of cardctl's.
  public let source: String

  /// The text of a rule.
  public init(
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
  public var isCorrectable: Bool { Rules.correctedIDs.contains(id) }

  /// The reason, and what can be done about findings.
  public var explanation: String {
    let advice =
      " With --diff validate writes what is right in its place, where nothing is in doubt."
    return reason + (isCorrectable ? advice : "")
  }

  /// What the rule demands, and when a finding matters more or less than usual.
  public var demand: String {
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
public struct RuleException: Sendable {
  /// How much it then matters.
  public let severity: Severity
  /// When that is so: words to be read behind the severity, such as `for optional ones`.
  public let when: String

  /// An exception.
  public init(_ severity: Severity, _ when: String) {
    self.severity = severity
    self.when = when
  }
}

/// An input that shows a rule at work: any JSON that `validate` reads.
public struct RuleExample: Sendable, ExpressibleByStringLiteral {
  /// The input, with its marks if it has any; made when it is read, because some are long.
  public var json: String { make() }
  private let make: @Sendable () -> String
  /// What has to be set for the rule to apply.
  public let settings: CheckSettings

  /// An example that needs these settings.
  public init(
    _ json: @autoclosure @escaping @Sendable () -> String,
    _ settings: CheckSettings = CheckSettings()
  ) {
    make = json
    self.settings = settings
  }

  /// An example for which nothing need be set.
  public init(stringLiteral json: String) { self.init(json) }
}
