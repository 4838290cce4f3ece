import CardJSON
import CardRules

/// Findings as GitLab's code quality report: one JSON array.
///
/// GitLab compares reports by fingerprint, which has to be unique within one of them; of two
/// findings with one fingerprint it drops one. It does not show the rule, so the description names
/// it. Source: docs.gitlab.com, "Code Quality", custom tools.
struct GitLabReport: Report {
  private let paths: ReportPaths
  private var limit: ResultLimit
  private var fingerprints = UniqueFingerprints()
  private var findings = JSONObjectLines()

  /// A report whose paths are relative to the repository.
  init(_ paths: ReportPaths, limit: ResultLimit = ResultLimit()) {
    self.paths = paths
    self.limit = limit
  }

  mutating func begin(_ output: inout ByteBuffer) { output.json(.log) { $0.begin("[") } }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    guard limit.admits(finding.finding.severity) else { return }
    append(finding, &output)
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    if let note = limit.note {
      let finding = Finding(
        rule: "report/limit", severity: .info, message: note, offset: 0, endOffset: 0)
      append(
        LocatedFinding(path: "-", finding: finding, start: TextPosition(), end: TextPosition()),
        &output)
    }
    findings.end(&output)
  }

  private mutating func append(_ located: LocatedFinding, _ output: inout ByteBuffer) {
    let finding = located.finding
    let path = paths.fromRoot(located.path)
    let fingerprint = fingerprints.unique(Fingerprint.of(located, path: path))
    findings.add(to: &output) { object in
      object.add("check_name", finding.rule)
      object.add("description", "\(finding.rule): \(finding.message)")
      object.add("severity", finding.severity.one(error: "major", warning: "minor", info: "info"))
      object.add("fingerprint", fingerprint.text)
      object.object("location") { location in
        location.add("path", path)
        location.object("positions") { positions in
          positions.add("begin", located.start)
          positions.add("end", located.end)
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func add(_ key: StaticString, _ position: TextPosition) {
    object(key) { object in
      object.add("line", position.line)
      object.add("column", position.column)
    }
  }
}
