/// One thing that can be wrong, and all that is known of it.
///
/// A rule is a type without cases in a file of its own. Its text is what `--list-rules` and
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
/// An object, because every finding asks for it: a copy costs one count instead of one a text.
public final class RuleText: Sendable {
  /// The stable name, such as `card/id-missing`: what it is about, a slash, what is wrong.
  public let id: String
  /// How much a finding matters when nobody says otherwise.
  public let severity: Severity
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
  /// Where the rule comes from.
  public let source: String

  /// The text of a rule.
  public init(
    id: String, severity: Severity, isOnByDefault: Bool = true, summary: String, reason: String,
    bad: RuleExample,
    good: RuleExample, source: String
  ) {
    self.id = id
    self.severity = severity
    self.isOnByDefault = isOnByDefault
    self.summary = summary
    self.reason = reason
    self.bad = bad
    self.good = good
    self.source = source
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
