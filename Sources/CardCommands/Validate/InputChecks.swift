import CardRules
import ContentCardKit

/// How the inputs of a run are checked: the plan, and the settings of files that overrides match.
struct InputChecks: Sendable {
  var plan: CheckPlan
  let table: FileSettingsTable
  /// The settings of an input, by its number; nil if all inputs have the same.
  private(set) var settings: (@Sendable (Int) -> FileSettings)?

  /// The checks of a run, for files that no override matches.
  init(_ run: CardRun) throws {
    let (options, configuration) = (run.session, run.configuration)
    table = try FileSettingsTable(options, configuration, run.session.console)
    plan = CheckPlan()
    plan.settings.profiles = table.usual.profiles
    plan.settings.isTemplate = options.validate.isTemplate
    plan.settings.maximumPayload = options.validate.maximumPayload
    plan.settings.now = run.stream.now
    plan.settings.isNowGiven = options.cards.now != nil
    plan.settings.hasOwnClasses = configuration.classes != nil || options.cards.classes != nil
    plan.classes = ClassTable(try run.registry())
    plan.typeKey = run.stream.reading.cards.typeKey
    plan.kind = options.validate.kind
    plan.inactive = table.inactive
  }

  /// The checks with the overrides for inputs at these paths.
  func applied(to paths: [String]) -> InputChecks {
    var (checks, table) = (self, table)
    let settings = paths.map { table.settings(for: $0) }
    guard table.differs else { return self }
    checks.plan.inactive = table.inactive
    checks.settings = { settings[InputFiles.file(of: $0)] }
    return checks
  }

  /// A stream of the findings that a policy reports, of inputs with these names.
  ///
  /// - Parameter policy: by default that of files that no override matches.
  func findings(_ policy: Policy? = nil, name: @escaping (Int) -> String) -> FindingStream {
    var stream = FindingStream(plan, policy ?? table.usual.policy, name: name)
    stream.settings = settings
    return stream
  }
}
