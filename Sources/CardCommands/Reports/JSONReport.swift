import CardJSON
import CardRules

/// Findings as one JSON object: `{"findings":[…],"summary":{…}}`, one finding a line.
struct JSONReport: Report {
  private var isFirst = true

  mutating func begin(_ output: inout ByteBuffer) {
    output.append("{\"findings\":[")
  }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    output.append(isFirst ? "\n" : ",\n")
    isFirst = false
    finding.appendJSON(to: &output)
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    output.append(isFirst ? "],\"summary\":" : "\n],\"summary\":")
    summary.appendJSON(to: &output)
    output.append("}\n")
  }
}

/// Findings as JSON objects, one a line, and nothing else.
struct NDJSONReport: Report {
  mutating func begin(_ output: inout ByteBuffer) {}

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    finding.appendJSON(to: &output)
    output.append(UInt8(ascii: "\n"))
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {}
}

extension LocatedFinding {
  /// Appends the finding as scripts rely on it; what it does not have is left out.
  fileprivate func appendJSON(to output: inout ByteBuffer) {
    ReportJSON.append("{\"path\":", path, to: &output)
    ReportJSON.append(",\"line\":", start.line, to: &output)
    ReportJSON.append(",\"column\":", start.column, to: &output)
    ReportJSON.append(",\"end_line\":", end.line, to: &output)
    ReportJSON.append(",\"end_column\":", end.column, to: &output)
    ReportJSON.append(",\"offset\":", finding.offset, to: &output)
    ReportJSON.append(",\"severity\":", finding.severity.rawValue, to: &output)
    ReportJSON.append(",\"rule\":", finding.rule, to: &output)
    ReportJSON.append(",\"message\":", finding.message, to: &output)
    ReportJSON.append(",\"pointer\":", finding.pointer, to: &output)
    if let record = finding.record { ReportJSON.append(",\"record\":", record, to: &output) }
    if let cardID = finding.cardID { ReportJSON.append(",\"card_id\":", cardID, to: &output) }
    output.append(UInt8(ascii: "}"))
  }
}

extension ReportSummary {
  /// Appends the counts, and those of each rule where they were asked for.
  fileprivate func appendJSON(to output: inout ByteBuffer) {
    ReportJSON.append("{\"cards\":", cards, to: &output)
    ReportJSON.append(",\"errors\":", errors, to: &output)
    ReportJSON.append(",\"warnings\":", warnings, to: &output)
    ReportJSON.append(",\"infos\":", infos, to: &output)
    if let statistics {
      output.append(",\"statistics\":[")
      for (index, row) in statistics.rows.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        ReportJSON.append("{\"rule\":", row.rule, to: &output)
        ReportJSON.append(",\"severity\":", row.severity.rawValue, to: &output)
        ReportJSON.append(",\"count\":", row.count, to: &output)
        output.append(UInt8(ascii: "}"))
      }
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "}"))
  }
}
