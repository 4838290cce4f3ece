import CardJSON
import CardRules

/// Findings as one JSON object: `{"findings":[…],"summary":{…}}`, with one finding per line.
struct JSONReport: Report {
  private var findings = JSONObjectLines()

  mutating func begin(_ output: inout ByteBuffer) {
    output.json(.log) { json in
      json.begin("{")
      json.begin("[", "findings")
    }
  }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    findings.add(to: &output) { $0.addMembers(of: finding) }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    findings.end(&output) { json in
      json.add("summary", summary)
      json.end("}")
    }
  }
}

/// Findings as JSON objects, one per line, without a summary.
struct NDJSONReport: Report {
  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    output.jsonLine(.log) { $0.addMembers(of: finding) }
  }
}

extension JSONWriter {
  /// Adds the members of a finding.
  ///
  /// Absent values are omitted.
  mutating func addMembers(of located: LocatedFinding) {
    add("path", located.path)
    add("line", located.start.line)
    add("column", located.start.column)
    add("end_line", located.end.line)
    add("end_column", located.end.column)
    add("offset", located.bytes.lowerBound)
    addDescription(of: located.finding)
    if let record = located.finding.record { add("record", record) }
    if let cardID = located.finding.cardID { add("card_id", cardID) }
    guard !located.finding.fix.isEmpty else { return }
    objects("fix", located.finding.fix) { object, edit in
      object.add("offset", edit.range.lowerBound)
      object.add("end", edit.range.upperBound)
      object.add("text", edit.text)
    }
  }

  /// Adds the severity, the rule, the message and the JSON Pointer.
  mutating func addDescription(of finding: Finding) {
    add("severity", finding.severity.rawValue)
    add("rule", finding.rule.id)
    add("message", finding.message)
    add("pointer", finding.pointer)
  }

  /// Adds the counts of the text report, and the counts per rule if requested.
  fileprivate mutating func add(_ key: StaticString, _ summary: ReportSummary) {
    object(key) { object in
      object.add("cards", summary.cards)
      object.add("requests", summary.requests)
      object.addCounts(of: summary)
      object.add("fixable", summary.fixable)
      if let known = summary.known { object.add("baseline", known) }
      if let fixed = summary.fixed { object.add("fixed", fixed) }
      object.add("rules_off", summary.rulesOff)
      object.add("skipped_files", summary.skippedFiles)
      if let statistics = summary.statistics { object.add("statistics", statistics) }
    }
  }

  /// Adds the number of findings of each severity.
  mutating func addCounts(of summary: ReportSummary) {
    add("errors", summary.errors)
    add("warnings", summary.warnings)
    add("infos", summary.infos)
  }

  /// Adds the number of findings of each rule.
  mutating func add(_ key: StaticString, _ statistics: RuleStatistics) {
    objects(key, statistics.rows) { object, row in
      object.add("rule", row.rule.id)
      object.add("severity", row.severity.rawValue)
      object.add("count", row.count)
    }
  }
}
