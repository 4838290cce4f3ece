import CardArguments
import CardRules
import Testing

@testable import CardCommands

@Suite struct PolicyTests {
  private static let known: [Rule] = ["card/id-missing", "card/shape", "json/syntax"]

  @Test func theCommandLineWinsOverTheConfiguration() {
    let policy = Policy(
      configuration: [
        RuleSetting(rule: "card/id-missing", level: .warning),
        RuleSetting(rule: "card/shape", level: .off),
      ],
      commandLine: [
        RuleSetting(rule: "card/id-missing", level: .info),
        RuleSetting(rule: "card/id-missing", level: .error),
      ])
    #expect(policy.severity(of: "card/id-missing", .warning) == .error)
    #expect(policy.severity(of: "card/shape", .error) == nil)
    #expect(policy.severity(of: "card/expired", .info) == .info)
    #expect(
      policy.runs("card/id-missing") && !policy.runs("card/shape") && !policy.runs("card/expired"))
  }

  @Test func theLastPatternThatMatchesHolds() {
    let policy = Policy(
      configuration: [RuleSetting(rule: "class/type-missing", level: .error)],
      commandLine: [
        RuleSetting(rule: "class/*", level: .off),
        RuleSetting(rule: "*/type-unknown", level: .warning),
      ])
    #expect(!policy.runs("class/type-missing") && !policy.runs("class/type-unknown"))
    #expect(policy.severity(of: "card/type-unknown", .error) == .warning)
    #expect(policy.severity(of: "json/syntax", .error) == .error)
    #expect(!policy.runs("class/type-liquid") && policy.runs("json/syntax"))
  }

  @Test func patternsSwitchNoRuleOn() {
    let pattern = Policy(commandLine: [RuleSetting(rule: "*", level: .error)])
    for rule: Rule in ["card/text-long", "card/null-link", "card/expired", "class/type-unknown"] {
      #expect(!pattern.runs(rule))
      #expect(Policy(commandLine: [RuleSetting(rule: rule.id, level: .info)]).runs(rule))
    }
    #expect(Policy(hasOwnClasses: true).runs("class/type-unknown"))
  }

  @Test(arguments: [
    ("*", 4), ("card/*", 2), ("*/id-*", 1), ("*missing", 2), ("card/id-missing", 1), ("", 0),
    ("card", 0), ("*a*a*a*a*a*a*a*b", 0), ("card/id-missing*", 1), ("**", 4), ("*/", 0),
  ])
  func patternsNameRules(_ pattern: String, _ count: Int) {
    let known: [Rule] = [
      "card/id-missing", "card/shape", "json/syntax", "class/type-missing",
    ]
    #expect(RulePattern.rules(pattern, among: known).count == count)
  }

  @Test func exitZeroForgivesFindings() {
    var policy = Policy()
    policy.isExitZero = true
    policy.maximumWarnings = 0
    #expect(!policy.fails(ReportSummary(cards: 1, errors: 1, warnings: 1, infos: 0)))
  }

  @Test func strictMakesWarningsErrors() {
    var policy = Policy(commandLine: [
      RuleSetting(rule: "card/id-missing", level: .warning),
      RuleSetting(rule: "card/shape", level: .info),
      RuleSetting(rule: "card/expired", level: .off),
    ])
    policy.isStrict = true
    #expect(policy.severity(of: "card/id-missing", .info) == .error)
    #expect(policy.severity(of: "card/shape", .error) == .info)
    #expect(policy.severity(of: "card/expired", .error) == nil)
    #expect(policy.severity(of: "json/syntax", .warning) == .error)
    #expect(policy.severity(of: "json/syntax", .info) == .info)
  }

  @Test(
    arguments: [
      (0, 0, nil, false), (1, 0, nil, true), (0, 9, nil, false), (0, 2, 2, false), (0, 3, 2, true),
      (0, 1, 0, true), (1, 0, 5, true),
    ] as [(Int, Int, Int?, Bool)])
  func errorsAndTooManyWarningsFail(
    _ errors: Int, _ warnings: Int, _ most: Int?, _ fails: Bool
  ) {
    var policy = Policy()
    policy.maximumWarnings = most
    let summary = ReportSummary(cards: 1, errors: errors, warnings: warnings, infos: 7)
    #expect(policy.fails(summary) == fails)
  }

  @Test func tooManyWarningsAreExplained() {
    var policy = Policy()
    policy.maximumWarnings = 0
    #expect(policy.excess(ReportSummary(warnings: 1)) == "1 warning, at most 0 allowed")
    #expect(policy.excess(ReportSummary(errors: 3)) == nil)
  }

  @Test func quietPrintsErrorsAlone() {
    var policy = Policy()
    #expect(Severity.allCases.filter(policy.prints) == Severity.allCases)
    policy.printsOnlyErrors = true
    #expect(Severity.allCases.filter(policy.prints) == [.error])
  }

  @Test(arguments: RuleLevel.allCases)
  func rulesAreSetByName(_ level: RuleLevel) throws {
    let setting = try RuleSetting("card/id-missing=\(level.rawValue)", known: Self.known)
    #expect(setting == RuleSetting(rule: "card/id-missing", level: level))
  }

  @Test(arguments: [
    ("card/id-missing", "expected PATTERN=LEVEL, where LEVEL is off, info, warning or error"),
    ("", "expected PATTERN=LEVEL, where LEVEL is off, info, warning or error"),
    ("card/id-mising=off", "unknown rule 'card/id-mising'; did you mean 'card/id-missing'?"),
    ("id-missing=off", "unknown rule 'id-missing'; did you mean 'card/id-missing'?"),
    (
      "zebra=off",
      "unknown rule 'zebra'; expected card/id-missing, card/shape or json/syntax"
    ),
    ("crad/*=off", "unknown rule 'crad/*'; did you mean 'card/*'?"),
    ("*/zebra=off", "unknown rule '*/zebra'; expected card/* or json/*"),
    ("json/syntax=warn", "unknown level 'warn'; did you mean 'warning'?"),
    ("json/syntax=Off", "unknown level 'Off'; did you mean 'off'?"),
    ("json/syntax=", "unknown level ''; expected off, info, warning or error"),
  ])
  func mistakesOfNamesAreWorded(_ text: String, _ message: String) {
    do throws(ValueProblem) {
      _ = try RuleSetting(text, known: Self.known)
      Issue.record("taken: \(text)")
    } catch {
      let mistake = ArgumentError.invalidValue(option: "--rule", value: text, error)
      #expect(mistake.message.hasSuffix(": \(message)"))
    }
  }

  @Test func rulesAreCountedMostFirst() {
    var statistics = RuleStatistics()
    for (rule, severity) in [
      ("card/shape", .info), ("json/syntax", .error), ("card/expired", .info),
      ("sync/value", .warning), ("sync/value", .warning), ("json/syntax", .warning),
    ] as [(Rule, Severity)] {
      statistics.add(rule: rule, severity)
    }
    #expect(
      statistics.rows.map { "\($0.count) \($0.severity) \($0.rule)" } == [
        "2 warning sync/value", "1 error json/syntax", "1 warning json/syntax",
        "1 info card/expired", "1 info card/shape",
      ])
  }
}
