import CardArguments
import CardJSON
import CardRules
import ContentCardKit
import CardPlatform

/// One run of `cardctl validate`: from the options to the exit status.
final class ValidationRun {
  private let resolved: CardRun
  private let options: ValidateOptions
  private let checks: InputChecks
  private let baseline: String?
  private let needsExcerpt: Bool
  private let limit: Int
  private let inputs: InputFiles
  /// The number of findings that were fixed; nil without `--fix`.
  private var fixed: Int?
  /// Whether the main output is the text report, whose only control characters are cardctl's.
  private let writesText: Bool

  /// Creates a run from the options of `line`.
  init(_ run: CardRun, line: Line) throws {
    let (session, configuration) = (run.session, run.configuration)
    options = session.validate
    baseline = options.baseline ?? configuration.settings.baseline
    writesText =
      !options.printsPatch
      && (options.reports.isEmpty || options.reports.contains(ReportTarget(format: .text)))
    needsExcerpt =
      writesText && session.output.path == nil
      && SystemCalls.isTerminal(session.console.output)
    limit = line.spelling(of: "max-messages") == nil ? .max : run.stream.maximumMessages
    var run = run
    for report in options.reports { run.files.write(report.path, report.option) }
    run.files.write(baseline, "--baseline \(baseline ?? "")")
    try run.files.check()
    run.stream.reading.assumesShapes = true
    resolved = run
    let checks = try InputChecks(run)
    inputs = try ValidationRun.inputs(line.operands, run, checks)
    let name = options.standardInputName
    self.checks = checks.applied(to: inputs.paths.map { $0 == "-" ? name ?? "-" : $0 })
  }

  private static func inputs(_ operands: [String], _ run: CardRun, _ checks: InputChecks) throws
    -> InputFiles
  {
    let (options, console) = (run.session.validate, run.session.console)
    var selection = try InputSelection(
      run.session.cards, console, files: run.files, configuration: run.configuration,
      takesRequests: true)
    selection.ignoresUnknown = options.ignoresUnknown
    selection.kind = { file in
      let path = file.path == "-" ? options.standardInputName ?? "-" : file.path
      let isOwn = !file.isWalked && PathNames.last(of: path) == RecordKind.configurationName
      let kind = checks.settings(of: path).kind
      return isOwn && kind ?? .any == .any ? .configuration : kind
    }
    let inputs = try InputFiles(operands, console, selection: selection)
    // `--fix` reads the inputs several times.
    return options.fixes ? try inputs.spooled() : inputs
  }

  private var session: Session { resolved.session }

  /// Checks all inputs, writes the reports and returns the exit status.
  ///
  /// - Throws: `SystemFailure` if a report cannot be written.
  func run() throws -> Int32 {
    if options.listsFiles {
      return try FileListing(session: session, options: resolved.stream, files: inputs).run(
        to: session.output.path)
    }
    var status = options.fixes ? try fix() : ExitStatuses.done
    try open(options.reports.filter { $0.path != nil }) { status = max(status, try report($0)) }
    return status
  }

  /// A report format and its open file.
  private typealias OpenReport = (format: ReportFormat, stream: OutputStream)

  /// Opens the files of reports, calls `body` with them, and then renames them to their final
  /// paths.
  private func open(
    _ targets: [ReportTarget], _ opened: [OpenReport] = [], body: ([OpenReport]) throws -> Void
  ) throws {
    guard let target = targets.first, let path = target.path else { return try body(opened) }
    _ = try OutputFile.write(path, session.console) { stream in
      try open(Array(targets.dropFirst()), opened + [(target.format, stream)], body: body)
      return ExitStatuses.done
    }
  }

  /// Checks all inputs, writes the main output and the reports, and returns the exit status.
  private func report(_ files: [OpenReport]) throws -> Int32 {
    let (path, console) = (session.output.path, session.console)
    let style = TextStyle(session, output: path)
    // A report that lists unreadable inputs is complete even without any readable one.
    return try OutputFile.write(
      path, console, passesControls: style.isColored && writesText, evenAfterFailures: true
    ) { output in
      let reporter = try self.reporter(style, output, files)
      reporter.summary.fixed = fixed
      let counts = try check(reporter, into: output, messages: resolved.messages())
      for (rule, count) in reporter.shown.suppressed.sorted(by: { $0.code < $1.code }) {
        session.say(MessageCounts.text(count, of: rule))
      }
      let hasPatch = options.printsPatch ? try writePatch(of: reporter, to: output) : true
      if let baseline, options.writesBaseline { try reporter.writeBaseline(to: baseline, console) }
      if session.cards.printsSummary { session.say(reporter.summary.line) }
      if let excess = reporter.excess { session.say(excess) }
      let status = resolved.status(counts, reporter.status)
      return hasPatch ? status : max(status, ExitStatuses.inputOutput)
    }
  }

  /// Checks all inputs once.
  private func check(
    _ reporter: FindingReporter, into output: OutputStream? = nil, messages: MessagePrinter?
  ) throws -> Counts {
    let (checks, names) = (checks, inputs.paths.map(name))
    reporter.skipsProblems = session.stream.onError == .skip
    for failure in inputs.failures { reporter.fail(failure.path, failure.reason) }
    let counts = try resolved.read(
      inputs, into: output, observers: [reporter], messages: messages
    ) { [files = inputs.files] in ValidateProcessor(checks, names, files) }
    reporter.summary.skippedFiles = counts.skippedFiles
    let paths = try baselinePaths
    try reporter.end(session.console, nothingChecked: nothingChecked(counts)) { key in
      // Findings that depend on the current time come and go without an edit.
      checks.plan.inactive.contains(key.rule)
        || Rules.rule(key.rule)?.traits.contains(.clock) == true
        || paths.map {
          !checks.settings(of: $0.absolute(fromRoot: key.path)).policy.runs(key.rule)
        } ?? false
    }
    try reporter.flush()
    return counts
  }

  /// Fixes the files, and returns the exit status of reading and writing them.
  private func fix() throws -> Int32 {
    let baseline = try readBaseline()
    let reporter = FindingReporter(checks, [], baseline: baseline, name: inputName)
    _ = try check(reporter, messages: nil)
    var fixes = FileFixes(resolved, checks, baseline: baseline, to: .file)
    try fixes.apply(to: fixableFiles(of: reporter))
    fixed = fixes.count
    return fixes.hasFailed ? ExitStatuses.inputOutput : ExitStatuses.done
  }

  private func reporter(_ style: TextStyle, _ output: OutputStream, _ files: [OpenReport]) throws
    -> FindingReporter
  {
    let console = session.console
    let showsSummary = !session.common.isQuiet
    var text = TextReport(
      style: style, showsExcerpts: needsExcerpt, showsSummary: showsSummary)
    text.style.width = console.width(of: console.output)
    let names = try ReportPaths(console)
    var reports: [ReportOutput] = []
    if options.printsPatch {
      // The patch takes the place of the findings.
    } else if options.reports.isEmpty {
      reports = [ReportOutput(text, to: output)]
      if console.variable("GITHUB_ACTIONS") != nil {
        let annotations = OutputStream(console.output, name: "<stdout>")
        reports.append(ReportOutput(GitHubReport(paths: names), to: annotations))
      }
    } else if let target = options.reports.first(where: { $0.path == nil }) {
      reports = [ReportOutput(target.format.report(names, text: text), to: output)]
    }
    let plain = TextReport(showsSummary: showsSummary)
    reports += files.map { ReportOutput($0.format.report(names, text: plain), to: $0.stream) }
    let reporter = FindingReporter(
      checks, reports, baseline: try readBaseline(),
      writer: options.writesBaseline ? try baselinePaths.map { BaselineWriter(paths: $0) } : nil,
      countsRules: options.countsRules, limit: limit, name: inputName)
    reporter.showsExcerpts = needsExcerpt
    return reporter
  }

  /// Converts paths to those in the baseline; nil without one.
  private var baselinePaths: ReportPaths? {
    get throws(SystemFailure) {
      guard let baseline else { return nil }
      return try Baseline.paths(for: baseline, session.console)
    }
  }

  /// The finding for a run that recognizes no value; nil if exclusions may be the reason.
  private func nothingChecked(_ counts: Counts) -> LocatedFinding? {
    let mayIgnore =
      options.ignoresUnknown && inputs.files.contains { !$0.isWalked }
    let hasExcluded = inputs.skipped.contains { $0.reason == .excluded }
    guard !hasExcluded, !mayIgnore else { return nil }
    let found = inputs.files.contains { !$0.isWalked } ? "the input" : "any file of the directory"
    let reason =
      !counts.hasInput && inputs.operands.allSatisfy { $0 == "-" }
      ? "standard input is empty; 'xargs -r' runs no command for empty input"
      : "no card, request or other Braze JSON in \(found)"
    return LocatedFinding(
      of: .nothingChecked, in: name(inputs.operands.first ?? "-"), "nothing was checked: " + reason)
  }

  /// Writes the fixes as a patch; returns whether all files could be read.
  private func writePatch(of reporter: FindingReporter, to output: OutputStream) throws -> Bool {
    let targets = try PatchTargets(session.console)
    var fixes = FileFixes(
      resolved, checks, baseline: try readBaseline(), to: .patch(output, targets))
    try fixes.apply(to: fixableFiles(of: reporter))
    if fixes.count > 0 { session.note(reporter.summary.line) }
    return !fixes.hasFailed
  }

  /// Returns the names and the paths of the files with fixable findings.
  private func fixableFiles(of reporter: FindingReporter) -> [(name: String, path: String)] {
    reporter.fixableFiles.map { (name(inputs.files[$0].path), inputs.files[$0].path) }
  }

  /// Reads the baseline; nil without one, or if this run creates it.
  private func readBaseline() throws -> Baseline? {
    guard let baseline else { return nil }
    let console = session.console
    if options.writesBaseline, try console.fileStatus(baseline) == nil { return nil }
    return try Baseline(reading: baseline, console)
  }

  /// Returns the name of an input, by its number, in findings.
  private var inputName: (Int) -> String {
    let names = inputs.paths.map(name)
    return { names[InputFiles.file(of: $0)] }
  }

  /// Returns the name of an input in findings.
  private func name(_ path: String) -> String {
    path == "-" ? options.standardInputName ?? "-" : SystemText.shown(path)
  }
}
