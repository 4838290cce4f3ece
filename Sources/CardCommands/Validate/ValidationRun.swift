import CardArguments
import CardJSON
import CardRules
import ContentCardKit
import CardPlatform

/// One run of `cardctl validate`: from the options to the exit status.
struct ValidationRun {
  private let session: Session
  private let options: Options
  private let plan: CheckPlan
  private let stream: StreamOptions
  private let policy: Policy
  private let baseline: String?
  private let details: ValidationWriter.Details
  private let limit: Int
  private let inputs: InputFiles
  private let corrections = Corrections()

  /// A run with these options.
  init(
    _ session: Session, options: Options, configuration: Configuration,
    line: Line
  ) throws {
    self.session = session
    self.options = options
    policy = ValidationRun.policy(options, configuration)
    stream = session.streamOptions(options.cards, configuration)
    plan = try ValidationRun.plan(
      session, options: options, configuration: configuration, stream: stream, policy: policy)
    baseline = options.validate.baseline ?? configuration.baseline
    details = ValidationWriter.Details(
      needsExcerpt: ValidationRun.showsExcerpts(session, options),
      needsSubject: baseline != nil
        || options.validate.reports.contains { $0.format == .gitlab || $0.format == .sarif })
    limit = line.spelling(of: "max-messages") == nil ? .max : options.cards.maximumMessages
    var files = try session.files(line.operands, options.cards, configuration)
    for report in options.validate.reports {
      files.write(report.path, "--to \(report.format.rawValue)=\(report.path ?? "")")
    }
    files.write(baseline, "--baseline \(baseline ?? "")")
    try files.check()
    var selection = try InputSelection(
      options.cards, configuration, session.console, files, takesRequests: true)
    selection.ignoresUnknown = options.validate.ignoresUnknown
    let hasKind = options.validate.kind != nil
    selection.isKnown = { file in
      !file.isFound && (hasKind || PathNames.last(of: file.path) == RecordKind.configurationName)
    }
    inputs = try InputFiles(
      line.operands, session.console, selection, keepsSkipped: options.validate.listsFiles)
  }

  private static func policy(_ options: Options, _ configuration: Configuration) -> Policy {
    var policy = Policy(
      configuration: configuration.rules, commandLine: options.validate.rules,
      hasOwnClasses: configuration.classes != nil || options.cards.classes != nil)
    policy.isStrict = options.validate.isStrict
    policy.maximumWarnings = options.validate.maximumWarnings ?? configuration.maximumWarnings
    // What other programs read is whole; only people are spared what is no error.
    policy.printsOnlyErrors =
      options.common.isQuiet && !options.validate.printsPatch
      && options.validate.reports.allSatisfy { $0.format == .text }
    policy.isExitZero = options.validate.isExitZero
    return policy
  }

  /// What is looked for with these options.
  static func plan(
    _ session: Session, options: Options, configuration: Configuration,
    stream: StreamOptions, policy: Policy
  ) throws -> CheckPlan {
    var plan = CheckPlan()
    plan.settings.profiles = ProfileSet(
      options.validate.profiles.isEmpty ? configuration.profiles : options.validate.profiles)
    plan.settings.isTemplate = options.validate.isTemplate
    plan.settings.maximumPayload = options.validate.maximumPayload
    plan.settings.maximumCardSize = options.cards.maximumCardSize
    plan.settings.now = session.now(options.cards)
    plan.settings.isNowGiven = options.cards.now != nil
    plan.settings.hasOwnClasses = configuration.classes != nil || options.cards.classes != nil
    plan.classes = ClassTable(try session.registry(options.cards, configuration))
    plan.typeKey = stream.reading.cards.typeKey
    plan.kind = options.validate.kind
    plan.inactive = Set(Rules.ids.filter { !policy.runs($0) })
    if options.cards.onError == .skip { plan.inactive.formUnion(Rules.readingIDs) }
    return plan
  }

  private static func showsExcerpts(_ session: Session, _ options: Options) -> Bool {
    let isText =
      options.validate.reports.isEmpty || options.validate.reports.contains(ReportTarget(.text))
    return isText && options.cards.output == nil
      && SystemCalls.isTerminal(session.console.output)
  }

  /// Reads everything, reports, and returns the exit status.
  ///
  /// - Throws: `SystemFailure` when the report cannot be written.
  func run() throws -> Int32 {
    if options.validate.listsFiles {
      return try FileListing(session, stream, inputs).run(to: options.cards.output)
    }
    var status = ExitStatuses.done
    try open(options.validate.reports.filter { $0.path != nil }) { status = try report($0) }
    return status
  }

  /// A report in a file, which is open.
  private typealias OpenReport = (format: ReportFormat, stream: OutputStream)

  /// Lends `body` the files of reports, which are put in place when it is done.
  private func open(
    _ targets: [ReportTarget], _ opened: [OpenReport] = [], _ body: ([OpenReport]) throws -> Void
  ) throws {
    guard let target = targets.first, let path = target.path else { return try body(opened) }
    _ = try OutputFile.write(path, session.console) { descriptor in
      let next = (target.format, OutputStream(descriptor, name: path))
      try open(Array(targets.dropFirst()), opened + [next], body)
      return ExitStatuses.done
    }
  }

  private func report(_ files: [OpenReport]) throws -> Int32 {
    let style = TextStyle(session, output: options.cards.output)
    let writer = ValidationWriter(
      plan, verdict: try verdict(isColored: style.isColored, files), details: details,
      nothingChecked: nothingChecked, skipsProblems: options.cards.onError == .skip, session
    ) { input in
      name(inputs.path(of: input))
    }
    writer.begin()
    for failure in inputs.failures { writer.fail(failure.path, failure.reason) }
    let cards = try CardStream(
      session, options: stream, cards: options.cards, device: DeviceOptions(), inputs: inputs)
    let (plan, paths) = (plan, inputs.paths.map(name))
    let output = StreamOutput(
      framing: .lines, observer: writer, passesControls: style.isColored && writesText,
      replacesFileDespiteReadErrors: true)
    return try cards.run(output) {
      ValidateProcessor(plan, paths)
    } finish: { _, output in
      try finish(writer.verdict, output)
    }
  }

  /// Writes what is not part of the report; returns the status.
  private func finish(_ verdict: Verdict, _ output: OutputStream) throws -> Int32 {
    if options.validate.printsPatch { try writePatch(to: output) }
    if let baseline, options.validate.writesBaseline {
      try verdict.writeBaseline(to: baseline, session.console)
    }
    if options.cards.printsSummary { session.say(verdict.summary.line) }
    if let excess = verdict.excess { session.say(excess) }
    return verdict.status
  }

  private func verdict(isColored: Bool, _ files: [OpenReport]) throws -> Verdict {
    let console = session.console
    let isQuiet = options.common.isQuiet
    let style = TextReport.Style(
      showsExcerpt: details.needsExcerpt, isColored: isColored,
      width: console.width(of: console.output), showsSummary: !isQuiet)
    var settings = ReportSettings(
      rules: ReportRule.all, paths: try ReportPaths(console), text: style)
    var reports = firstReport(settings).map { [ReportOutput($0)] } ?? []
    settings.text = TextReport.Style(showsSummary: !isQuiet)
    reports += files.map { ReportOutput($0.format.report(settings), to: $0.stream) }
    if options.validate.reports.isEmpty, !options.validate.printsPatch,
      let annotations = ReportFormat.annotations(settings, console)
    {
      reports.append(ReportOutput(annotations, to: OutputStream(console.output, name: "<stdout>")))
    }
    let writer = try baseline.map { path throws(SystemFailure) in
      BaselineWriter(try Baseline.paths(for: path, console))
    }
    return Verdict(
      policy, reports, baseline: try heldBaseline(),
      writer: options.validate.writesBaseline ? writer : nil,
      countsRules: options.validate.countsRules, limit: limit,
      exempt: plan.inactive.union(Rules.clockIDs))
  }

  /// Whether the main output is the text report, whose control characters are cardctl's own.
  private var writesText: Bool {
    guard !options.validate.printsPatch else { return false }
    return options.validate.reports.isEmpty
      || options.validate.reports.contains(ReportTarget(.text))
  }

  /// The finding of a run that recognizes no value; nil if exclusions may be the reason.
  private var nothingChecked: LocatedFinding? {
    let mayIgnore =
      options.validate.ignoresUnknown && inputs.files.contains { !$0.isFound && $0.path != "-" }
    guard !inputs.hasExcluded, !mayIgnore else { return nil }
    let path = name(inputs.operands.first ?? "-")
    if inputs.operands.allSatisfy({ $0 == "-" }) {
      return NothingChecked.finding(
        path, "standard input is empty; 'xargs -r' runs no command for empty input")
    }
    let found = inputs.files.contains { !$0.isFound } ? "the input" : "any file of the directory"
    return NothingChecked.finding(path, "no card, request or other Braze JSON in \(found)")
  }

  /// What goes to standard output or to the file of `-o`.
  private func firstReport(_ settings: ReportSettings) -> (any Report)? {
    if options.validate.printsPatch { return CorrectionReport(corrections: corrections) }
    if options.validate.reports.isEmpty { return ReportFormat.text.report(settings) }
    return options.validate.reports.first { $0.path == nil }?.format.report(settings)
  }

  /// Writes what corrects findings, and says how many it does.
  private func writePatch(to output: OutputStream) throws {
    let names = Dictionary(
      inputs.paths.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    try corrections.write(names, session.console, to: output, say: session.printer().say)
    session.note(
      "\(corrections.corrected) of \(counted(corrections.findings, "finding")) corrected"
    )
  }

  /// The baseline in force; a file that is about to be written need not be there.
  private func heldBaseline() throws -> Baseline? {
    guard let baseline else { return nil }
    let console = session.console
    if options.validate.writesBaseline, try console.fileStatus(baseline) == nil {
      return nil
    }
    return try Baseline(reading: baseline, console)
  }

  /// What findings call an input.
  private func name(_ path: String) -> String {
    path == "-" ? options.validate.standardInputName ?? "-" : SystemText.shown(path)
  }
}

extension ReportRule {
  /// All rules, as reports list them.
  static let all = Rules.all.map { ReportRule($0.text) } + ofRuns

  /// Those that are about a run and not about what it reads.
  static let ofRuns = [Baseline.stale, UnreadableInput.rule, NothingChecked.rule]

  /// What a report says of a rule.
  private init(_ text: RuleText) {
    self.init(
      id: text.id, severity: text.severity, summary: text.requirement,
      explanation: text.explanation,
      source: text.source)
  }
}
