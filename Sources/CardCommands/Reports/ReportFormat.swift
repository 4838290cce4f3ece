import CardArguments

/// The formats in which findings are reported.
enum ReportFormat: String, OptionChoice {
  case text
  case json
  case ndjson
  case sarif
  case github
  case gitlab
  case junit

  var summary: String {
    switch self {
    case .text: "a line for each finding, for people"
    case .json: "one object with the findings and their counts"
    case .ndjson: "one object a line"
    case .sarif: "SARIF 2.1.0, for code scanning"
    case .github: "annotations of GitHub Actions"
    case .gitlab: "GitLab's code quality report"
    case .junit: "JUnit's XML, for lists of test results"
    }
  }
}

/// What reports need to know beside the findings.
struct ReportSettings: Sendable {
  /// The rules there are.
  var rules: [ReportRule]
  /// How files are named to build systems.
  var paths: ReportPaths
  /// How findings are shown to people.
  var text = TextReport.Style()
}

extension ReportFormat {
  /// A report in this format.
  func report(_ settings: ReportSettings) -> any Report {
    switch self {
    case .text: TextReport(settings.text)
    case .json: JSONReport()
    case .ndjson: NDJSONReport()
    case .sarif: SARIFReport(rules: settings.rules, settings.paths)
    case .github: GitHubReport(settings.paths)
    case .gitlab: GitLabReport(settings.paths)
    case .junit: JUnitReport(settings.paths)
    }
  }

  /// The annotations that come after text when no report was asked for and GitHub Actions reads
  /// it; nil elsewhere.
  static func annotations(_ settings: ReportSettings, _ console: Console) -> GitHubReport? {
    console.variable("GITHUB_ACTIONS") == nil ? nil : GitHubReport(settings.paths)
  }
}
