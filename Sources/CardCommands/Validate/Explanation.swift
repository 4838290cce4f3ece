import CardArguments
import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// The output of `--list-rules`, `--explain` and `--schema`, which read no cards.
struct Explanation: ~Copyable {
  private let line: Line
  private let options: ValidateOptions
  /// The option that requests the output, without dashes.
  private let option: String

  /// Creates the requested output, or returns nil if the run checks cards.
  init?(_ line: Line) {
    guard let option = Explanation.requests.first(where: line.isGiven) else { return nil }
    (self.line, options, self.option) = (line, line.options.validate, option)
  }

  /// The options that request such output.
  private static let requests = ["list-rules", "explain", "schema"]

  /// Rejects options and operands that would have no effect.
  func check() throws(ArgumentError) {
    let spelling = line.spelling(of: option) ?? "--\(option)"
    let companions =
      [option, "output", "color", "quiet", "no-config"]
      + (option == "schema" ? ["config", "classes", "type-key"] : ["to"])
    for given in line.given where !companions.contains(given.name) {
      throw Explanation.requests.contains(given.name)
        ? .conflictingOptions(spelling, given.spelling)
        : .inapplicableOption(given.spelling, reason: "\(spelling) reads no cards")
    }
    let reports = options.reports
    if let other = reports.first(where: { $0.format != .text && $0.format != .json }) {
      throw .inapplicableOption(
        "--to \(other.format.argument)", reason: "\(spelling) writes text or json")
    }
    if reports.count > 1 { throw .other("\(spelling) writes one format") }
    if reports.contains(where: { $0.path != nil }), let output = line.spelling(of: "output") {
      throw .conflictingOptions("--to FORMAT=FILE", output)
    }
    try line.refuse("config", with: "no-config")
    if let operand = line.operands.first { throw .unexpectedOperand(operand, taken: []) }
  }

  /// Writes the output and returns the exit status.
  ///
  /// - Throws: `ConfigurationError` for errors in a configuration or a registry, `SystemFailure` if
  ///   one cannot be read or the output cannot be written.
  func run(_ console: Console) throws -> Int32 {
    // Only schemas depend on the configuration, which defines class types.
    let configuration =
      options.schema == nil
      ? Configuration() : try Configuration.load(line.options.common, console)
    var run = try CardRun(line, configuration, readsCards: false)
    let report = options.reports.first
    run.files.write(report?.path, report?.option ?? "")
    try run.files.check()
    let text = try text(isJSON: report?.format == .json, run)
    let path = report?.path ?? line.options.output.path
    try ByteBuffer(text.utf8).read { try console.write($0, to: path) }
    return ExitStatuses.done
  }

  private func text(isJSON: Bool, _ run: CardRun) throws -> String {
    if let schema = options.schema {
      return schema.text(registry: try run.registry(), typeKey: run.stream.reading.cards.typeKey)
    }
    guard let name = options.explained else {
      return isJSON ? RulePages.jsonList(Rules.all) : RulePages.list
    }
    let rules = RulePattern.ids(name, among: Rules.ids).compactMap(Rules.rule)
    guard isJSON else { return RulePages.pages(rules) }
    return RulePattern.isPattern(name)
      ? RulePages.jsonList(rules) : rules.map(RulePages.json).joined()
  }
}
