import CardJSON
import CardRules

/// Findings as a GitLab code quality report: one JSON array.
///
/// GitLab compares reports by fingerprint and drops findings with a duplicate fingerprint, so each
/// must be unique in its report. GitLab does not show the rule, so the description includes it.
/// Source: docs.gitlab.com, "Code Quality", custom tools.
struct GitLabReport: Report {
  /// Makes paths relative to the repository.
  let paths: ReportPaths
  var limit = ResultLimit()
  private(set) var fingerprints = UniqueFingerprints()
  private(set) var findings = JSONObjectLines()

  mutating func begin(_ output: inout ByteBuffer) { output.json(.log) { $0.begin("[") } }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    if limit.admits(finding.finding.severity) { append(finding, &output) }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    if let note = limit.note {
      let finding = Finding(
        rule: "report/limit", severity: .info, message: note, offset: 0, endOffset: 0)
      append(LocatedFinding(of: finding, in: "-"), &output)
    }
    findings.end(&output)
  }

  private mutating func append(_ located: LocatedFinding, _ output: inout ByteBuffer) {
    let (finding, path) = (located.finding, paths.fromRoot(located.path))
    let fingerprint = fingerprints.unique(Fingerprint.of(located, path: path))
    findings.add(to: &output) { object in
      object.add("check_name", finding.rule)
      object.add("description", "\(finding.rule): \(finding.message)")
      object.add("severity", finding.severity.one(error: "major", warning: "minor", info: "info"))
      object.add("fingerprint", fingerprint.text)
      object.object("location") { location in
        location.add("path", path)
        location.object("positions") { positions in
          positions.add("begin", line: located.start.line, column: located.start.column)
          positions.add("end", line: located.end.line, column: located.end.column)
        }
      }
    }
  }
}
