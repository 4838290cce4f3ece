import CardProcessing
import CardArguments
import CardRules
import ContentCardKit

/// The options of `cardctl validate`.
struct ValidateOptions: Sendable {
  var common = CommonOptions()
  var cards = CardOptions()
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
  var listsFiles = false
  var ignoresUnknown = false
  var listsRules = false
  var explained: String?
  var schema: CardSchema?

  static let options: [OptionGroup<ValidateOptions>] =
    [checks, policy, reports, explanations]
    + CardOptions.options(messages: "all").lifted(to: \.cards)
    + CommonOptions.options.lifted(to: \.common)

  private static let checks = OptionGroup<ValidateOptions>(
    "Checks",
    [
      Option.value("kind", \.kind, valueName: "KIND", "take every value for one of this kind")
        .byDefault("each value's own"),
      Option.values("profile", \.profiles, valueName: "SDK", "add what this SDK demands"),
      Option.flag("template", \.isTemplate, "allow Liquid in cards, not only in requests")
        .explained("A class type must not hold Liquid even so."),
      Option.byteCount(
        "max-payload", \.maximumPayload, range: 1...Int.max, "the most that a card may carry"),
      .flag("files", \.listsFiles, "list which files are read and which are not, and check none"),
      .flag(
        "ignore-unknown", \.ignoresUnknown, "skip named files in which nothing is recognized"
      ).explained("For hooks, which name every changed JSON file."),
      .value(
        "stdin-filename", \.standardInputName, valueName: "PATH",
        "report standard input as PATH"),
    ]
  ).rare(except: "kind", "profile")

  private static let policy = OptionGroup<ValidateOptions>(
    "Policy",
    [
      Option.customValues(
        "rule", \.rules, valueName: "PATTERN=LEVEL", kind: .ruleSetting,
        "what findings of a rule count as: off, info, warning or error",
        parse: { text throws(ValueProblem) in [try RuleSetting(text, known: Rules.settableIDs)] }
      ).explained(
        "PATTERN is a rule's id, or one with * for any characters, such as class/*. The last one "
          + "that matches a rule holds; a level switches a rule on that is off by itself."),
      .flag("strict", \.isStrict, "treat warnings as errors"),
      .integer(
        "max-warnings", \.maximumWarnings, range: 0...Int.max, "fail above N warnings"
      ),
      .flag("exit-zero", \.isExitZero, "succeed whatever is found"),
      .value(
        "baseline", \.baseline, valueName: "FILE", kind: .file(extensions: ["json"]),
        "leave out what this file holds; fail when an entry is gone"),
      Option.flag(
        "write-baseline", \.writesBaseline, "write all findings into the file of --baseline"
      ).rare(),
    ])

  private static let reports = OptionGroup<ValidateOptions>(
    "Reports",
    [
      Option.customValues(
        "to", \.reports, valueName: "FORMAT[=FILE]", kind: .report,
        "write this format, and into this file",
        parse: { text throws(ValueProblem) in [try ReportTarget(text)] }
      ).explained(
        "Repeated, it writes several reports in one run; one of them may be without a file and goes "
          + "to standard output or to --output."
      ).byDefault("text, and annotations behind it where GITHUB_ACTIONS is set"),
      Option.flag(
        "diff", \.printsPatch, "print a patch for git apply in place of findings"
      ).explained(
        "It corrects what leaves no doubt: milliseconds that are whole seconds, `dismissable`, "
          + "numbers and booleans in extras. Other findings are counted, and the status is the "
          + "same."),
      .flag("statistics", \.countsRules, "count the findings of each rule"),
    ]
  ).rare(except: "to")

  private static let explanations = OptionGroup<ValidateOptions>(
    "Rules",
    [
      .flag("list-rules", \.listsRules, "list all rules and read nothing"),
      Option.custom(
        "explain", \.explained, valueName: "ID", kind: .ruleID,
        "explain a rule with examples and read nothing",
        parse: { text throws(ValueProblem) in
          let ids = Rules.ids + ReportRule.ofRuns.map(\.id)
          _ = try RulePattern.named(text, among: ids)
          return text
        }
      ).explained("ID may be a pattern, such as class/*, for several rules."),
      Option.value(
        "schema", \.schema, valueName: "NAME", "print a JSON Schema (2020-12) and read nothing"
      ).explained("It knows the class types of --classes and of the configuration.").rare(),
    ])
}

extension CardSchema: OptionChoice {
  /// What the schema describes, for help and completions.
  package var summary: String {
    switch self {
    case .wire: "cards in the SDKs' wire format, and sync responses"
    case .rest: "bodies of REST requests, and the content card in them"
    case .registry: "registries of class types"
    case .configuration: "configurations, .cardctl.json"
    }
  }
}

extension RecordKind: OptionChoice {
  /// The values of the kind, for help and completions.
  package var summary: String {
    switch self {
    case .cards: "cards in any shape and framing"
    case .sync: "sync responses and other envelopes of cards"
    case .contentCard: "content_card objects of the REST API"
    case .messagesSend: "bodies for /messages/send"
    case .trigger: "bodies for /campaigns/trigger/send"
    case .usersTrack: "bodies for /users/track"
    case .registry: "registries of class types"
    case .configuration: "configuration files"
    }
  }
}

extension ValueKind {
  static let ruleID = ValueKind.word(Vocabulary(name: "rule"))
  static let ruleSetting = ValueKind.word(Vocabulary(name: "rule and level"))
  /// A format of a report, and after `=` a file.
  static let report = ReportFormat.valueKind
}

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

extension Profile: OptionChoice {
  /// Whose SDK it is, for help and completions.
  package var summary: String {
    switch self {
    case .brazeSwift: "Braze's Swift SDK, for Apple's systems"
    case .android: "Braze's Android SDK"
    case .web: "Braze's web SDK"
    case .flutter: "Braze's Flutter plugin"
    }
  }
}
