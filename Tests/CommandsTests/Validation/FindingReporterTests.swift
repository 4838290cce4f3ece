@testable import CardArguments
@testable import CardCommands
import CardJSON
import CardRules
import TestSupport
import Testing

@Suite struct FindingReporterTests {
  private let folder: ScratchFolder
  /// The stream of the reports, where their text stays pending.
  private let stream = OutputStream(-1, name: "report")

  init() throws {
    folder = try ScratchFolder()
    try folder.write("feed.json", ReportSample.feed)
  }

  private func reporter(
    _ report: any Report = TextReport(), _ policy: Policy = Policy(), baseline: Baseline? = nil,
    writer: BaselineWriter? = nil, countsRules: Bool = false
  ) throws -> FindingReporter {
    let line = Line(options: Session(console: folder.console), operands: [], given: [])
    let run = try CardRun(line, Configuration(), readsCards: false)
    return FindingReporter(
      try InputChecks(run), [ReportOutput(report, to: stream)], policy: policy,
      baseline: baseline, writer: writer, countsRules: countsRules
    ) { _ in "feed.json" }
  }

  /// The output about findings in `feed.json`, which was read to its end.
  private func text(_ reporter: FindingReporter, _ findings: [LocatedFinding]) throws -> String {
    // Nothing may be left to write to the stream, which has no file.
    let start = stream.pending.view.text
    stream.pending.removeAll()
    let task = BlockTask(Batch())
    task.isFinal = true
    var batch = Batch()
    try reporter.observe(&batch, of: .block(task, TextPosition()))
    for finding in findings { reporter.add(finding) }
    reporter.summary.cards = 2
    try reporter.end(folder.console)
    defer { stream.pending.removeAll() }
    return start + stream.pending.view.text
  }

  private func writer() throws -> BaselineWriter {
    BaselineWriter(paths: try Baseline.paths(for: "known.json", folder.console))
  }

  @Test func severitiesFollowThePolicy() throws {
    var policy = Policy(commandLine: [
      RuleSetting(rule: "card/shape", level: .info),
      RuleSetting(rule: "card/deprecated", level: .off),
    ])
    policy.isStrict = true
    let verdict = try reporter(TextReport(), policy)
    let judged = ReportSample.two.compactMap { located -> LocatedFinding? in
      var located = located
      return policy.judge(&located.finding) ? located : nil
    }
    let said = try text(verdict, judged)
    #expect(
      said == """
        feed.json:2:27: info[card/shape] 'htp:/x' is no url
        2 cards, 0 errors, 0 warnings, 1 info, 1 rule off

        """)
    #expect(verdict.status == 0)
  }

  @Test func quietCountsWhatItDoesNotPrint() throws {
    var policy = Policy()
    policy.printsOnlyErrors = true
    policy.maximumWarnings = 0
    let verdict = try reporter(JSONReport(), policy, countsRules: true)
    let json = try text(verdict, [ReportSample.two[1]])
    #expect(
      json == """
        {"findings":[],"summary":{"cards":2,"requests":0,"errors":0,"warnings":1,"infos":0,\
        "fixable":0,"rules_off":0,"skipped_files":0,"statistics":[{"rule":"card/deprecated","severity":"warning","count":1}]}}

        """)
    #expect(verdict.status == 1)
    #expect(verdict.excess == "1 warning, at most 0 allowed")
  }

  @Test func aBaselineIsWrittenAndHonouredUntilItIsStale() throws {
    let first = try reporter(writer: writer())
    let info = ReportSample.finding("card-1", .info, "worth knowing")
    let written = try text(first, ReportSample.two + [info])
    #expect(
      written == """
        feed.json:2:11: info[card/shape] worth knowing
        2 cards, 0 errors, 0 warnings, 1 info, 2 in the baseline

        """)
    #expect(first.status == 0)
    try first.writeBaseline(to: "known.json", folder.console)

    let baseline = try Baseline(reading: "known.json", folder.console)
    let second = try reporter(baseline: baseline)
    let honoured = try text(second, ReportSample.two)
    #expect(
      honoured == "2 cards, 0 errors, 0 warnings, 0 infos, 2 in the baseline\n")
    #expect(second.status == 0)

    let third = try reporter(baseline: baseline)
    let stale = try text(third, [ReportSample.two[1]])
    #expect(
      stale == """
        known.json:5:5: error[baseline/stale] 'card/shape' of card 'card-1' at /*/url in \
        'feed.json' is no longer found; remove the entry
        2 cards, 1 error, 0 warnings, 0 infos, 1 in the baseline

        """)
    #expect(third.status == 1)

    let lenient = Policy(commandLine: [RuleSetting(rule: Rule.baselineStale.id, level: .off)])
    let fourth = try reporter(TextReport(), lenient, baseline: baseline)
    _ = try text(fourth, [])
    #expect(fourth.status == 0)
  }

  @Test func aNewFindingIsReportedBesideTheBaseline() throws {
    let first = try reporter(writer: writer())
    _ = try text(first, [ReportSample.two[0]])
    try first.writeBaseline(to: "known.json", folder.console)
    let baseline = try Baseline(reading: "known.json", folder.console)
    let second = try reporter(baseline: baseline)
    let said = try text(second, ReportSample.two)
    #expect(
      said == """
        feed.json:3:27: warning[card/deprecated] the url is empty
        2 cards, 0 errors, 1 warning, 0 infos, 1 in the baseline

        """)
  }

  @Test func writingAnewDropsWhatIsStale() throws {
    let first = try reporter(writer: writer())
    _ = try text(first, ReportSample.two)
    try first.writeBaseline(to: "known.json", folder.console)
    let old = try Baseline(reading: "known.json", folder.console)
    let second = try reporter(baseline: old, writer: writer())
    _ = try text(second, [ReportSample.two[1]])
    #expect(second.status == 0)
    try second.writeBaseline(to: "known.json", folder.console)
    let new = try Baseline(reading: "known.json", folder.console)
    #expect(new.entries.keys.map(\.rule) == ["card/deprecated"])
  }
}
