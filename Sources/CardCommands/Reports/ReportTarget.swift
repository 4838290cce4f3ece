import CardArguments
import CardJSON
import CardPlatform

/// A requested report, and its destination.
struct ReportTarget: Equatable, Sendable {
  /// The format.
  var format: ReportFormat
  /// The file; nil for standard output or what `-o` names.
  var path: String?

  /// The option as it was typed.
  var option: String { "--to \(format.argument)" + (path.map { "=" + $0 } ?? "") }

}

extension ReportTarget {
  /// The report that `--to` names as `FORMAT` or `FORMAT=FILE`.
  ///
  /// - Throws: that there is no such format, or no name of a file after the `=`.
  init(_ text: String) throws(ValueProblem) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    do throws(ValueProblem) { format = try ReportFormat.parse(String(parts[0])) } catch {
      guard parts.count > 1 else { throw error }
      let known = ReportFormat.allCases.map(\.argument)
      throw .unknownWord(kind: "format", text: String(parts[0]), known: known)
    }
    guard parts.count > 1 else { return }
    guard !parts[1].isEmpty else { throw .reason("expected the name of a file behind '='") }
    path = parts[1] == "-" ? nil : String(parts[1])
  }
}

/// A report and what was added to it, with the file or stream that it goes to.
final class ReportOutput {
  private var report: any Report
  private var text = ByteBuffer()
  private let stream: OutputStream?

  /// A report to `stream`, or for nil among the rows of the command.
  init(_ report: any Report, to stream: OutputStream? = nil) {
    self.report = report
    self.stream = stream
  }

  /// Adds a finding.
  func add(_ finding: LocatedFinding) { report.add(finding, &text) }

  /// Lets `body` add something to the report.
  func add(_ body: (inout any Report, inout ByteBuffer) -> Void) { body(&report, &text) }

  /// Puts what was added in the place of `rows`, unless it goes to a stream.
  func take(_ rows: inout ByteBuffer) {
    guard stream == nil else { return }
    swap(&rows, &text)
    text.removeAll()
  }

  /// Writes what was added, unless it is among the rows.
  func flush() throws(SystemFailure) {
    guard let stream else { return }
    try stream.write(text.view)
    text.removeAll()
  }
}

/// The formats in which findings are reported.
enum ReportFormat: String, OptionChoice {
  case text = "text: a line for each finding, for people"
  case json = "json: one object with the findings and their counts"
  case ndjson = "ndjson: one object a line"
  case sarif = "sarif: SARIF 2.1.0, for code scanning"
  case github = "github: annotations of GitHub Actions"
  case gitlab = "gitlab: GitLab's code quality report"
  case junit = "junit: JUnit's XML, for lists of test results"
  case rdjson = "rdjson: reviewdog's format, for comments on pull requests"

  /// A report in this format, with paths in the form of `paths` where build systems read them.
  func report(_ paths: ReportPaths, text style: TextReport.Style) -> any Report {
    switch self {
    case .text: TextReport(style: style)
    case .json: JSONReport()
    case .ndjson: NDJSONReport()
    case .sarif: SARIFReport(paths: paths)
    case .github: GitHubReport(paths: paths)
    case .gitlab: GitLabReport(paths: paths)
    case .junit: JUnitReport(paths: paths)
    case .rdjson: RDJSONReport(paths: paths)
    }
  }
}
