import CardArguments
import CardJSON
import CardPlatform

/// A requested report: its format and destination.
struct ReportTarget: Equatable, Sendable {
  /// The format.
  var format: ReportFormat
  /// The file to write; nil for standard output or the file of `-o`.
  var path: String?

  /// The option as the user would type it.
  var option: String { "--to \(format.argument)" + (path.map { "=" + $0 } ?? "") }
}

extension ReportTarget {
  /// Parses a value of `--to`: `FORMAT` or `FORMAT=FILE`.
  ///
  /// - Throws: `ValueProblem` if the format is unknown, or if there is no file after the `=`.
  init(_ text: String) throws(ValueProblem) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    do throws(ValueProblem) { format = try ReportFormat.parse(String(parts[0])) } catch {
      guard parts.count > 1 else { throw error }
      let known = ReportFormat.allCases.map(\.argument)
      throw .unknownWord(kind: "format", text: String(parts[0]), known: known)
    }
    guard parts.count > 1 else { return }
    guard !parts[1].isEmpty else { throw .reason("expected a file name after '='") }
    path = parts[1] == "-" ? nil : String(parts[1])
  }
}

/// A report and its destination.
final class ReportOutput {
  private var report: any Report
  /// The stream to write to, where text stays pending until it is flushed.
  let stream: OutputStream

  /// Creates a report to `stream`.
  init(_ report: any Report, to stream: OutputStream) {
    (self.report, self.stream) = (report, stream)
  }

  /// Calls `body` to add to the report.
  func add(_ body: (inout any Report, inout ByteBuffer) -> Void) {
    body(&report, &stream.pending)
  }
}

/// The formats of reports.
enum ReportFormat: String, OptionChoice {
  case text = "text: one line per finding, for people"
  case json = "json: one object with the findings and their counts"
  case ndjson = "ndjson: one JSON object per line"
  case sarif = "sarif: SARIF 2.1.0, for code scanning"
  case github = "github: GitHub Actions annotations"
  case gitlab = "gitlab: GitLab code quality report"
  case junit = "junit: JUnit XML, for lists of test results"
  case rdjson = "rdjson: reviewdog's format, for comments on pull requests"

  /// Returns a report in this format.
  ///
  /// Formats for build systems convert paths with `paths`.
  func report(_ paths: ReportPaths, text: TextReport) -> any Report {
    switch self {
    case .text: text
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
