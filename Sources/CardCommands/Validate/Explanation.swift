import CardArguments
import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// The output of `--list-rules`, `--explain` and `--schema`, which read no cards.
enum Explanation {
  case rules
  case rule(Rule)
  case schema(CardSchema)

  /// Creates the requested output, or returns nil if the run checks cards.
  init?(_ options: ValidateOptions) {
    if options.listsRules {
      self = .rules
    } else if let rule = options.explained {
      self = .rule(rule)
    } else if let schema = options.schema {
      self = .schema(schema)
    } else {
      return nil
    }
  }

  /// Writes the output and returns the exit status.
  ///
  /// - Throws: `ConfigurationError` for errors in a configuration or a registry, `SystemFailure` if
  ///   one cannot be read or the output cannot be written.
  func run(_ line: Line) throws -> Int32 {
    let (session, report) = (line.options, line.options.validate.reports.first)
    let isJSON = report?.format == .json
    var configuration = Configuration()
    // Only schemas depend on the configuration, which defines class types.
    if case .schema = self {
      configuration = try Configuration.load(session.common, session.console)
    }
    var run = try CardRun(line, configuration, readsCards: false)
    run.files.write(report?.path, report?.option ?? "")
    try run.files.check()
    let text =
      switch self {
      case .rules: isJSON ? RulePages.jsonList : RulePages.list
      case .rule(let rule): isJSON ? RulePages.json(rule) : RulePages.page(rule)
      case .schema(let schema):
        schema.text(registry: try run.registry(), typeKey: run.stream.reading.cards.typeKey)
      }
    let path = report?.path ?? session.output.path
    try ByteBuffer(text.utf8).read { try session.console.write($0, to: path) }
    return ExitStatuses.done
  }
}
