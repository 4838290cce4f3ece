import CardJSON
import CardRules

/// Findings in reviewdog's RDFormat: one object with a list of diagnostics.
///
/// Columns are 1-based and count UTF-8 bytes. The end of a range is exclusive.
/// Source: github.com/reviewdog/reviewdog, proto/rdf/reviewdog.proto.
struct RDJSONReport: Report {
  /// Makes paths relative to the repository.
  let paths: ReportPaths
  private(set) var diagnostics = JSONObjectLines()

  mutating func begin(_ output: inout ByteBuffer) {
    output.json(.log) { json in
      json.begin("{")
      json.object("source") { $0.add("name", "cardctl") }
      json.begin("[", "diagnostics")
    }
  }

  mutating func add(_ located: LocatedFinding, _ output: inout ByteBuffer) {
    let (finding, path) = (located.finding, paths.fromRoot(located.path))
    func addRange(_ start: TextPosition, _ end: TextPosition, to json: inout JSONWriter) {
      json.object("range") { range in
        range.add("start", line: start.line, column: start.byteColumn)
        range.add("end", line: end.line, column: end.byteColumn)
      }
    }
    diagnostics.add(to: &output) { diagnostic in
      diagnostic.add("message", finding.message)
      diagnostic.object("location") { location in
        location.add("path", path)
        addRange(located.start, located.end, to: &location)
      }
      diagnostic.add(
        "severity", finding.severity.one(error: "ERROR", warning: "WARNING", info: "INFO"))
      diagnostic.object("code") { code in
        code.add("value", finding.rule.id)
        let url = finding.rule.source
        if url.hasPrefix("https://") {
          code.add("url", url)
        }
      }
      // The suggestions of a diagnostic are alternatives, so one has the whole fix.
      guard let fix = located.wholeFix else { return }
      diagnostic.oneObject("suggestions") { suggestion in
        addRange(fix.start, fix.end, to: &suggestion)
        suggestion.add("text", fix.edit.text)
      }
    }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    diagnostics.end(&output) { $0.end("}") }
  }
}
