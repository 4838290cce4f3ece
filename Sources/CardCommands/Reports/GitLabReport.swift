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
    guard limit.admits(finding.finding.severity) else { return }
    let path = paths.fromRoot(finding.path)
    let fingerprint = fingerprints.unique(Fingerprint.of(finding, path: path)).text
    findings.add(to: &output) { object in
      object.addCheck(
        finding.finding.rule.id, finding.finding.severity, finding.finding.message, fingerprint)
      object.addPlace(path, from: finding.start, to: finding.end)
    }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    if let note = limit.note {
      let fingerprint = Digest(of: ByteView("report/limit")).text
      findings.add(to: &output) { object in
        object.addCheck("report/limit", .info, note, fingerprint)
        object.addPlace("-", from: TextPosition(), to: TextPosition())
      }
    }
    findings.end(&output)
  }
}

extension JSONWriter {
  fileprivate mutating func addCheck(
    _ name: String, _ severity: Severity, _ message: String, _ fingerprint: String
  ) {
    add("check_name", name)
    add("description", "\(name): \(message)")
    add("severity", severity.one(error: "major", warning: "minor", info: "info"))
    add("fingerprint", fingerprint)
  }

  fileprivate mutating func addPlace(
    _ path: String, from start: TextPosition, to end: TextPosition
  ) {
    object("location") { location in
      location.add("path", path)
      location.object("positions") { positions in
        positions.add("begin", line: start.line, column: start.column)
        positions.add("end", line: end.line, column: end.column)
      }
    }
  }
}
