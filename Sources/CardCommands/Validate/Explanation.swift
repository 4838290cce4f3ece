import CardArguments
import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

extension ValidateCommand {
  /// Writes the output of `--list-rules`, `--explain` or `--schema`, which read no cards; returns nil
  /// if the line has none of them.
  ///
  /// - Throws: `ConfigurationError` for errors in a configuration or a registry, `SystemFailure` if
  ///   one cannot be read or the output cannot be written.
  static func explain(_ line: Line) throws -> Int32? {
    let (session, options) = (line.options, line.options.validate)
    guard options.listsRules || options.explained != nil || options.schema != nil else {
      return nil
    }
    // Only schemas depend on the configuration, which defines class types.
    let configuration =
      options.schema == nil
      ? Configuration() : try Configuration.load(session.common, session.console)
    var run = try CardRun(line, configuration, readsCards: false)
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
