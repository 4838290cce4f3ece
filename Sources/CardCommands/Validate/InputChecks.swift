import CardRules
import ContentCardKit

/// The checks of a run: the shared plan, and the settings of files that overrides match.
struct InputChecks: Sendable {
  var plan: CheckPlan
  let table: FileSettingsTable
  /// Returns the settings of an input by its number; nil if all inputs have the same settings.
  private(set) var settings: (@Sendable (Int) -> FileSettings)?

  /// Creates the checks of a run for files that no override matches.
  init(_ run: CardRun) throws {
    let (options, configuration) = (run.session, run.configuration)
    table = try FileSettingsTable(options, configuration, on: run.session.console)
    plan = CheckPlan()
    plan.settings.profiles = table.usual.profiles
    plan.settings.isTemplate = options.validate.isTemplate
    plan.settings.maximumPayload = options.validate.maximumPayload
    plan.settings.now = run.stream.now
    plan.settings.isNowGiven = options.cards.now != nil
    plan.settings.hasOwnClasses = configuration.classes != nil || options.cards.classes != nil
    plan.classes = ClassTable(try run.registry())
    plan.contracts = configuration.settings.contracts
    plan.typeKey = run.stream.reading.cards.typeKey
    plan.kind = options.validate.kind
    plan.inactive = table.inactive
  }

  /// Returns the checks with the overrides for the inputs at `paths` applied.
  func applied(to paths: [String]) -> InputChecks {
    var (checks, table) = (self, table)
    let settings = paths.map { table.settings(for: $0) }
    guard table.differs else { return self }
    checks.plan.inactive = table.inactive
    checks.settings = { settings[InputFiles.file(of: $0)] }
    return checks
  }

  /// Returns a stream of the findings that `policy` reports.
  ///
  /// - Parameters:
  ///   - policy: by default the policy for files that no override matches.
  ///   - name: returns the name of an input by its number.
  func findings(_ policy: Policy? = nil, name: @escaping (Int) -> String) -> FindingStream {
    var stream = FindingStream(plan, policy ?? table.usual.policy, name: name)
    stream.settings = settings
    return stream
  }
}

extension CheckingProcessor where Self: ~Copyable {
  /// Switches the checker to the settings of an input.
  mutating func use(_ checks: InputChecks, forInput input: Int) {
    if let settings = checks.settings?(input) { checker.use(nil, settings.profiles) }
  }
}
