/// One thing that can be wrong, with everything that is known about it.
///
/// Its words are those of `--list-rules` and `--explain`. Its test runs the examples: the bad one
/// must give one finding of the rule at the marked bytes, and the good one none. The function that
/// checks it is in the same file. An object, because each finding names one.
package final class Rule: Sendable {
  /// The stable name, such as `card/id-missing`: the subject, a slash, the problem.
  package let id: String
  /// The usual severity of its findings.
  package let severity: Severity
  /// The source of the rule: a public page, or a manual page of cardctl.
  package let source: String
  /// Properties that other code asks for.
  package let traits: RuleTraits
  /// Other severities of findings, each with its condition: words such as `for optional ones`.
  package let exceptions: KeyValuePairs<Severity, String>
  /// The requirement in one line: lower case, no full stop.
  package let summary: String
  /// The effect on a phone, or on the campaign, if the rule is broken; whole sentences.
  package let reason: String
  // Examples are made when they are read, because some are long and most runs read none.
  private let makeBad: @Sendable () -> RuleExample?
  private let makeGood: @Sendable () -> RuleExample?
  private let right: String?

  /// - Parameter right: the text that makes the bad example good, in place of the marked bytes.
  init(
    id: String, severity: Severity, source: String, traits: RuleTraits = [],
    exceptions: KeyValuePairs<Severity, String> = [:], summary: String, reason: String,
    bad: @autoclosure @escaping @Sendable () -> RuleExample? = nil,
    good: @autoclosure @escaping @Sendable () -> RuleExample? = nil, right: String? = nil
  ) {
    self.id = id
    self.severity = severity
    self.source = source
    self.traits = traits
    self.exceptions = exceptions
    self.summary = summary
    self.reason = reason
    makeBad = bad
    makeGood = good
    self.right = right
  }

  /// Input that breaks the rule, with `⟦` and `⟧` around the bytes of its finding; nil for rules
  /// about a whole run.
  package var bad: RuleExample? { makeBad() }

  /// Input that follows the rule; nil for rules about a whole run.
  package var good: RuleExample? { makeGood() ?? right.flatMap { bad?.corrected(to: $0) } }

  /// The reason, and how to fix findings.
  package var explanation: String {
    let advice = " validate --fix and --diff replace the value where the right one is certain."
    return reason + (traits.contains(.fixed) ? advice : "")
  }

  /// The requirement, with the severities that differ from the usual one.
  package var requirement: String {
    guard !exceptions.isEmpty else { return summary }
    let list = exceptions.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    return "\(summary) (\(list))"
  }

  /// The usual level in words.
  package var level: String {
    traits.contains(.offByDefault) ? "off, else \(severity.rawValue)" : severity.rawValue
  }
}

/// Properties of rules that other code asks for.
package struct RuleTraits: OptionSet, Sendable {
  /// One bit per trait.
  package let rawValue: UInt8

  /// The traits of these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Off unless an exact id switches it on.
  package static let offByDefault = RuleTraits(rawValue: 1)
  /// On with a registry of the team.
  package static let ownClasses = RuleTraits(rawValue: 2)
  /// Findings depend on the current time, so they come and go without an edit.
  package static let clock = RuleTraits(rawValue: 4)
  /// Findings are about a whole array or envelope, and are located at its beginning.
  package static let container = RuleTraits(rawValue: 8)
  /// Some findings have a fix.
  package static let fixed = RuleTraits(rawValue: 16)
  /// Findings are about values that cannot be read.
  package static let reading = RuleTraits(rawValue: 32)
}

/// An input that shows a rule at work: any JSON that `validate` reads.
package struct RuleExample: Sendable, ExpressibleByStringLiteral {
  /// The input with its marks.
  package let json: String
  /// The settings without which the rule does not apply.
  package let settings: CheckSettings

  /// An example that needs these settings.
  package init(_ json: String, _ settings: CheckSettings = CheckSettings()) {
    self.json = json
    self.settings = settings
  }

  /// An example that needs no settings.
  package init(stringLiteral json: String) { self.init(json) }

  /// An example that needs the profile of an SDK.
  static func profile(_ profile: Profile, _ json: String) -> RuleExample {
    RuleExample(json, .example { $0.profiles = [profile] })
  }

  /// The example with another text in place of the marked bytes.
  fileprivate func corrected(to text: String) -> RuleExample {
    let parts = json.split(omittingEmptySubsequences: false) { $0 == "⟦" || $0 == "⟧" }
    return RuleExample(parts[0] + text + parts[2], settings)
  }

  /// A card without errors.
  static let plainCard: RuleExample =
    #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#

  /// A card of a request without errors.
  static let plainRestCard: RuleExample =
    #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600}"#

  /// A plain card, with the members that matter on a separate line.
  ///
  /// - Parameters:
  ///   - type: the type in the wire format.
  ///   - created: the creation time in epoch seconds.
  ///   - members: the other members as JSON, without the closing brace.
  static func card(
    type: String = "text_announcement", created: Int = 1_701_861_950, _ members: String
  ) -> RuleExample {
    RuleExample(#"{"id":"a","tp":"\#(type)","ca":\#(created),"tt":"A","ds":"B",\#n\#(members)}"#)
  }

  /// A card that is sent by the API, with more members.
  static func restCard(_ members: String) -> RuleExample {
    RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,\#n\#(members)}"#)
  }
}
