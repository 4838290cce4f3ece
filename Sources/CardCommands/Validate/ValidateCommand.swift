import CardArguments
import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// `cardctl validate`: finds errors in cards before users see them.
enum ValidateCommand {
  static let declaration = Command(
    name: "cardctl validate", abstract: "check cards, sync responses and requests for problems",
    discussion: [
      """
      Reads cards of any shape, sync responses, bodies for the REST API's endpoints, registries \
      and configuration files, detects the kind of each value automatically, and checks it with \
      rules. Each finding has a location, a severity and a rule, which --explain explains.
      """,
      CardFiles.sharedHelp,
    ],
    prose: HelpText.validate,
    groups: ValidateOptions.options,
    operands: [
      .any(
        "FILE", kind: .file(extensions: CardFiles.extensions),
        "files and directories to check; - is standard input")
    ],
    examples: [
      Example("cardctl validate feed.json", "check a feed"),
      Example("cardctl validate --strict --to sarif campaigns/ > cards.sarif", "for code scanning"),
      Example(
        "cardctl validate --to text --to junit=cards.xml campaigns/", "two reports in one run"),
      Example("cardctl validate --explain card/id-missing", "explain a rule"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "no finding fails the run",
      data: "there are errors, or more warnings than allowed"),
    run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let options = line.options.validate
    if let status = try explain(line) { return status }
    let run = try CardRun(line)
    if let spelling = line.spelling(of: "write-baseline"),
      options.baseline ?? run.configuration.settings.baseline == nil
    {
      throw ArgumentError.inapplicableOption(spelling, reason: "it needs --baseline")
    }
    let unnamed = options.reports.filter { $0.path == nil }
    if unnamed.count > 1 {
      let names = unnamed.map(\.option).joined(separator: ", ")
      throw ArgumentError.other(
        "only one report can go without a file: \(names); write --to FORMAT=FILE")
    }
    return try ValidationRun(run, line: line).run()
  }

  /// Writes the output of `--list-rules`, `--explain` or `--schema`, which read no cards; returns nil
  /// if the line has none of them.
  ///
  /// - Throws: `ConfigurationError` for errors in a configuration or a registry, `SystemFailure` if
  ///   one cannot be read or the output cannot be written.
  private static func explain(_ line: Line) throws -> Int32? {
    let (session, options) = (line.options, line.options.validate)
    guard options.listsRules || options.explained != nil || options.schema != nil else {
      return nil
    }
    // Only schemas depend on the configuration, which defines class types.
    var run = try CardRun(line, options.schema == nil ? Configuration() : nil, readsCards: false)
    let report = options.reports.first
    run.files.write(report?.path, report?.option ?? "")
    try run.files.check()
    let isJSON = report?.format == .json
    var text = isJSON ? RulePages.jsonList : RulePages.list
    if let rule = options.explained { text = isJSON ? RulePages.json(rule) : RulePages.page(rule) }
    if let schema = options.schema {
      let typeKey = run.stream.reading.cards.typeKey
      text = schema.text(registry: try run.registry(), typeKey: typeKey)
    }
    let path = report?.path ?? session.output.path
    try ByteBuffer(text.utf8).read { try session.console.write($0, to: path) }
    return ExitStatuses.done
  }
}
