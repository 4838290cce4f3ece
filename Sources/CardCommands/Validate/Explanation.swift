import CardArguments
import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// The output of `cardctl validate` about itself, for which no cards are read: its rules and
/// schemas.
enum Explanation {
  /// All rules, one per line.
  case list
  /// One rule with examples, or all rules that match a pattern.
  case rule(String)
  /// A schema that includes the registered class types.
  case schema(CardSchema)

  /// The requested output, or nil if the run checks cards.
  init?(_ options: Options) {
    if options.validate.listsRules {
      self = .list
    } else if let id = options.validate.explained {
      self = .rule(id)
    } else if let schema = options.validate.schema {
      self = .schema(schema)
    } else {
      return nil
    }
  }

  /// The option that requests it.
  private var option: String {
    switch self {
    case .list: "list-rules"
    case .rule: "explain"
    case .schema: "schema"
    }
  }

  /// The other options that have an effect.
  ///
  /// `--no-config` is always accepted.
  private var companions: [String] {
    let own = [option, "output", "color", "quiet", "no-config"]
    return switch self {
    case .list, .rule: own + ["to"]
    case .schema: own + ["config", "classes", "type-key"]
    }
  }

  /// Refuses options and operands that would have no effect.
  func check(_ line: Line) throws(ArgumentMistake) {
    let spelling = line.spelling(of: option) ?? "--\(option)"
    for given in line.given where !companions.contains(given.name) {
      throw ["list-rules", "explain", "schema"].contains(given.name)
        ? .conflictingOptions(spelling, given.spelling)
        : .inapplicableOption(given.spelling, reason: "\(spelling) reads no cards")
    }
    let reports = line.options.validate.reports
    if let other = reports.first(where: { $0.format != .text && $0.format != .json }) {
      throw .inapplicableOption(
        "--to \(other.format.rawValue)", reason: "\(spelling) writes text or json")
    }
    if reports.count > 1 { throw .other("\(spelling) writes one format") }
    if reports.contains(where: { $0.path != nil }), let output = line.spelling(of: "output") {
      throw .conflictingOptions("--to FORMAT=FILE", output)
    }
    try line.refuse("config", with: "no-config")
    if let operand = line.operands.first { throw .unexpectedOperand(operand, taken: []) }
  }

  /// Prints it, and returns the exit status.
  ///
  /// - Throws: `ConfigurationError` for mistakes in a configuration or a registry, `SystemFailure`
  ///   when one cannot be read or the text cannot be written.
  func run(_ options: Options, _ console: Console) throws -> Int32 {
    let session = Session(options)
    // Only schemas contain the class types in force.
    let configuration =
      if case .schema = self { try Configuration.inForce(options.common, console) } else {
        Configuration()
      }
    var files = try session.files(nil, configuration)
    let report = options.validate.reports.first
    files.write(report?.path, "--to \(report?.format.rawValue ?? "")=\(report?.path ?? "")")
    try files.check()
    let text = try text(options, session, configuration)
    let path = report?.path ?? options.cards.output
    try ByteBuffer(text.utf8).read { try console.write($0, to: path) }
    return ExitStatuses.done
  }

  private func text(_ options: Options, _ session: Session, _ configuration: Configuration) throws
    -> String
  {
    let isJSON = options.validate.reports.contains { $0.format == .json }
    switch self {
    case .list: return isJSON ? RulePages.jsonList(Rules.all) : RulePages.list
    case .rule(let name):
      let rules = RulePattern.ids(name, among: Rules.ids).compactMap(Rules.rule)
      guard isJSON else { return RulePages.pages(rules) }
      return RulePattern.isPattern(name)
        ? RulePages.jsonList(rules) : rules.map(RulePages.json).joined()
    case .schema(let schema):
      return schema.text(
        registry: try session.registry(configuration),
        typeKey: session.streamOptions(configuration).reading.cards.typeKey)
    }
  }
}
