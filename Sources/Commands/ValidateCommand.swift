import Arguments
import CardJSON
import CardRules
import ContentCards

/// `cardctl validate`: says what is wrong with cards before users see it.
enum ValidateCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl validate",
    abstract: "check cards, sync responses and requests, and say what is wrong where",
    discussion: [
      "Reads cards of any shape, sync responses, bodies for the REST API's endpoints, registries "
        + "and configuration files, finds out by itself what is what, and checks it with rules. "
        + "Each finding has a place, a severity and a rule, which --explain explains.",
      "Directories are searched for .json, .ndjson and .jsonl files.",
    ],
    initial: ValidateOptions(),
    options: ValidateOptions.options,
    operands: [
      .any(
        "FILE", kind: .file(extensions: CardFiles.extensions),
        "check these files and directories, - is stdin")
    ],
    examples: [
      Example("cardctl validate feed.json", "what is wrong with a feed"),
      Example("cardctl validate --strict --to sarif campaigns/ > cards.sarif", "for code scanning"),
      Example("cardctl validate --explain card/id-missing", "what a rule is about"),
    ],
    exitStatuses: [
      ExitStatus(0, "nothing is wrong that fails a run"),
      ExitStatus(1, "there are errors, or more warnings than are allowed"),
      ExitStatus(2, "the command line, the configuration or the registry is wrong"),
      ExitStatus(3, "reading or writing failed"),
    ])

  static func run(_ line: ParsedArguments<ValidateOptions>, _ console: Console) throws -> Int32 {
    let options = line.options
    if options.listsRules || options.explained != nil {
      let output = OutputStream(console.output, name: "<stdout>")
      try output.write(options.explained.map(RulePages.page) ?? RulePages.list)
      return ExitStatuses.done
    }
    let session = Session(console: console, common: options.common)
    let configuration = try Configuration.inForce(options.common, console)
    if let schema = options.schema {
      return try write(schema, session, options.cards, configuration)
    }
    try configuration.checkRules(known: ValidateOptions.ruleIDs)
    try check(line, configuration)
    return try ValidationRun(session, options, configuration, line).run()
  }

  /// Prints a schema that knows the class types in force.
  private static func write(
    _ schema: CardSchema, _ session: Session, _ cards: CardOptions,
    _ configuration: Configuration
  ) throws -> Int32 {
    let text = schema.text(
      registry: try session.registry(cards, configuration),
      typeKey: session.streamOptions(cards, configuration).reading.cards.typeKey)
    try OutputStream(session.console.output, name: "<stdout>").write(text)
    return ExitStatuses.done
  }

  /// Refuses options that would have no effect.
  private static func check(
    _ line: ParsedArguments<ValidateOptions>, _ configuration: Configuration
  ) throws {
    guard let spelling = line.spelling(of: "write-baseline") else { return }
    guard line.options.baseline ?? configuration.baseline == nil else { return }
    throw declaration.manual.error(.inapplicableOption(spelling, reason: "it needs --baseline"))
  }
}
