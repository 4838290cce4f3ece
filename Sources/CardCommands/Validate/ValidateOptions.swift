import CardArguments
import CardRules
import ContentCardKit

/// The options of `cardctl validate`.
struct ValidateOptions: Sendable {
  var reports: [ReportTarget] = []
  var rules: [RuleSetting] = []
  var isStrict = false
  var maximumWarnings: Int?
  var isExitZero = false
  var profiles: [Profile] = []
  var isTemplate = false
  var maximumPayload = CheckSettings.payloadLimit
  var kind: RecordKind?
  var standardInputName: String?
  var baseline: String?
  var writesBaseline = false
  var countsRules = false
  var printsPatch = false
  var fixes = false
  var listsFiles = false
  var ignoresUnknown = false
  var listsRules = false
  var explained: Rule?
  var schema: CardSchema?

  static let options: [OptionGroup] = ["list-rules", "explain", "schema"].reduce(
    ([checks, policy, reports, explanations] + CardOptions.options(messages: "all")).only(
      when: { !$0.options.validate.printsPatch }, "--diff prints a patch",
      for: ["to", "statistics", "max-messages", "write-baseline"].contains
    ).only(
      when: { !$0.options.validate.listsFiles }, "--files only lists files",
      for: [
        "to", "statistics", "diff", "fix", "write-baseline", "stdin-filename", "summary",
      ].contains
    ).only(
      when: {
        let reports = $0.options.validate.reports
        return reports.isEmpty || reports.contains { $0.path == nil }
      }, "every report has its own file"
    ) { $0 == "output" } + CommonOptions.options
  ) { groups, request in
    // Only a schema depends on the configuration, and only rules are printed in two formats.
    let own = request == "schema" ? ["config", "classes", "type-key"] : ["to"]
    let companions =
      own + ["list-rules", "explain", "schema", "output", "color", "quiet", "no-config"]
    return groups.only(when: { !$0.isGiven(request) }, "--\(request) reads no cards") {
      !companions.contains($0)
    }
  }

  private static let checks = OptionGroup(
    "Checks",
    [
      .choice("kind", RecordKind.self, valueName: "KIND", "treat every value as this kind") {
        $0.validate.kind = $1
      }.byDefault("detected for each value"),
      .choices("profile", Profile.self, valueName: "SDK", "also check the requirements of this SDK")
      {
        $0.validate.profiles.append($1)
      },
      .flag("template", "allow Liquid in cards, not only in requests") {
        $0.validate.isTemplate = $1
      }.explained("A class type must not contain Liquid even then."),
      .byteCount("max-payload", range: 1...Int.max, "the maximum payload of a card") {
        $0.validate.maximumPayload = $1
      }.byDefault("2KiB"),
      .flag("files", "say of each file whether it is checked, without checking it") {
        $0.validate.listsFiles = $1
      },
      .flag("ignore-unknown", "skip named files in which nothing is recognized") {
        $0.validate.ignoresUnknown = $1
      }.explained("For hooks, which name every changed JSON file.").only(
        when: { $0.options.validate.kind != .any }, "--kind any allows nothing that is unknown"),
      .value("stdin-filename", valueName: "PATH", "report standard input as PATH") {
        $0.validate.standardInputName = $1
      }.only(when: readsStandardInput, "standard input is not read"),
    ]
  ).rare(except: "kind", "profile")

  private static let policy = OptionGroup(
    "Policy",
    [
      .values(
        "rule", valueName: "PATTERN=LEVEL", kind: .ruleSetting,
        "set the level of a rule: off, info, warning or error"
      ) { $0.validate.rules.append(try RuleSetting($1, known: Rule.settable)) }.explained(
        "PATTERN is the id of a rule, or a pattern with * for any characters, such as class/*. The "
          + "last match wins. An exact id also turns on a rule that is off by default."),
      .flag("strict", "treat warnings as errors") { $0.validate.isStrict = $1 },
      .integer("max-warnings", range: 0...Int.max, "fail above N warnings") {
        $0.validate.maximumWarnings = $1
      }.excludes("strict"),
      .flag("exit-zero", "succeed regardless of findings") { $0.validate.isExitZero = $1 },
      .value(
        "baseline", valueName: "FILE", kind: .file(extensions: ["json"]),
        "omit the findings that this file contains; fail for a stale entry"
      ) { $0.validate.baseline = $1 },
      .flag("write-baseline", "write all findings to the file of --baseline") {
        $0.validate.writesBaseline = $1
      }.rare(),
    ])

  private static let reports = OptionGroup(
    "Reports",
    [
      .values(
        "to", valueName: "FORMAT[=FILE]", kind: ReportFormat.valueKind,
        "write a report in this format, optionally to a file"
      ) { $0.validate.reports.append(try ReportTarget($1)) }.explained(
        "Repeat it for several reports in one run. At most one of them can be without a file; it goes "
          + "to standard output or to --output."
      ).byDefault("text, followed by annotations if GITHUB_ACTIONS is set").also("format").only(
        when: { line in
          let reports = line.options.validate.reports
          let isText = reports.count == 1 && [.text, .json].contains(reports[0].format)
          return isText || !line.isGiven("list-rules") && !line.isGiven("explain")
        }, "rules are printed as text or json"),
      .flag("diff", "print a patch for git apply in place of findings") {
        $0.validate.printsPatch = $1
      }.explained(
        "It contains the unambiguous corrections. Other findings are counted, and the status is "
          + "the same."
      ).only(when: { !readsStandardInput($0) }, unchangeable),
      .flag("fix", "apply the corrections of --diff to the files") {
        $0.validate.fixes = $1
      }.explained(
        "Only plain JSON files are changed. The remaining findings are reported, and decide the status."
      ).only(when: { !readsStandardInput($0) }, unchangeable).excludes("diff"),
      .flag("statistics", "count the findings of each rule") { $0.validate.countsRules = $1 }.only(
        when: {
          let reports = $0.options.validate.reports
          return reports.isEmpty || reports.contains { $0.format == .text || $0.format == .json }
        }, "it needs --to text or --to json"),
    ]
  ).rare(except: "to")

  private static let unchangeable = "standard input is not a file that could be changed"
  private static let readsStandardInput: Option.Condition = {
    $0.operands.isEmpty || $0.operands.contains("-")
  }

  private static let explanations = OptionGroup(
    "Rules",
    [
      .flag("list-rules", "list all rules and read nothing") { $0.validate.listsRules = $1 }
        .withoutOperands().excludes("explain", "schema"),
      .value(
        "explain", valueName: "ID", kind: .ruleID, "explain a rule with examples and read nothing"
      ) { $0.validate.explained = try RulePattern.rule($1) }
      .explained("'cardctl help rules' explains all rules, or those of a pattern such as class/*.")
      .withoutOperands().excludes("list-rules", "schema"),
      .choice(
        "schema", CardSchema.self, valueName: "NAME",
        "print a JSON Schema (2020-12) and read nothing"
      ) { $0.validate.schema = $1 }.explained(
        "It includes the class types of --classes and of the configuration."
      ).rare().withoutOperands().excludes("list-rules", "explain"),
    ])
}

extension CardSchema: OptionChoice {
  /// A description of the schema, for help and completions.
  package var summary: String {
    switch self {
    case .rest: "bodies of REST requests, and the content card in them"
    case .registry: "registries of class types"
    case .configuration: "configurations, .cardctl.json"
    }
  }
}

extension RecordKind: OptionChoice {
  /// A description of the kind, for help and completions.
  package var summary: String {
    switch self {
    case .cards: "cards in any shape and framing"
    case .sync: "sync responses and other envelopes of cards"
    case .contentCard: "content_card objects of the REST API"
    case .messagesSend: "bodies for /messages/send"
    case .trigger: "bodies for /campaigns/trigger/send"
    case .usersTrack: "bodies for /users/track"
    case .canvas: "bodies that enter users into a Canvas"
    case .transactional: "bodies that send a transactional campaign"
    case .registry: "registries of class types"
    case .configuration: "configuration files"
    case .any: "any of these; anything else is an error"
    }
  }
}

extension ValueKind {
  static let ruleID = ValueKind.word("rule")
  static let ruleSetting = ValueKind.word("rule and level")
}

extension RuleSetting {
  /// Parses a value of `--rule`: `PATTERN=LEVEL`.
  ///
  /// - Parameter known: all rules.
  /// - Throws: `ValueProblem` with the nearest names.
  init(_ text: String, known: [Rule]) throws(ValueProblem) {
    guard let equals = text.lastIndex(of: "=") else {
      throw .reason("expected PATTERN=LEVEL, where LEVEL is off, info, warning or error")
    }
    let (rule, name) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    _ = try RulePattern.named(rule, among: known)
    guard let level = RuleLevel(rawValue: name) else {
      throw .unknownWord(kind: "level", text: name, known: RuleLevel.names)
    }
    self.init(rule: rule, level: level)
  }
}

extension RulePattern {
  /// Returns the rule with this id.
  ///
  /// - Throws: `ValueProblem` with the nearest names if nothing has the name.
  static func rule(_ id: String) throws(ValueProblem) -> Rule {
    if let rule = Rule(id) { return rule }
    if isPattern(id) { throw .reason("expected one rule; 'cardctl help rules' takes patterns") }
    throw .unknownWord(kind: "rule", text: id, known: Rule.allCases.map(\.id))
  }

  /// Returns the rules in `known` that match an id or a pattern.
  ///
  /// - Throws: `ValueProblem` with the nearest names if no rule matches.
  static func named(_ text: String, among known: [Rule]) throws(ValueProblem) -> [Rule] {
    let rules = rules(text, among: known)
    guard rules.isEmpty else { return rules }
    throw .unknownWord(kind: "rule", text: text, known: candidates(for: text, among: known))
  }
}

extension Profile: OptionChoice {
  /// A description of the SDK, for help and completions.
  package var summary: String {
    switch self {
    case .brazeSwift: "Braze's Swift SDK, for Apple's systems"
    case .android: "Braze's Android SDK"
    case .web: "Braze's web SDK"
    case .flutter: "Braze's Flutter plugin"
    }
  }
}
