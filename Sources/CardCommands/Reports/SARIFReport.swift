import CardJSON
import CardRules

/// Findings as SARIF 2.1.0, which GitHub's code scanning and editors read: one run, one result for
/// each finding.
///
/// Results carry a fingerprint of their own name: `primaryLocationLineHash` is GitHub's, which
/// computes it and complains about any other value. Source: the OASIS standard, and docs.github.com,
/// "SARIF support for code scanning".
struct SARIFReport: Report {
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  private static let fingerprint = "cardctl/v1"

  private let rules: [ReportRule]
  private let ruleIndexes: [String: Int]
  private let paths: ReportPaths
  private var limit: ResultLimit
  private var fingerprints = UniqueFingerprints()
  private var isFirst = true
  /// Why inputs could not be read, in words.
  private var failures: [String] = []

  /// A report of findings of `rules`, whose paths are relative to the repository.
  init(rules: [ReportRule], _ paths: ReportPaths, limit: ResultLimit = ResultLimit()) {
    self.rules = rules
    ruleIndexes = Dictionary(
      rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.paths = paths
    self.limit = limit
  }

  mutating func begin(_ output: inout ByteBuffer) {
    ReportJSON.append("{\"$schema\":", SARIFReport.schema, to: &output)
    output.append(",\"version\":\"2.1.0\",\"runs\":[{\n")
    ReportJSON.append(
      "\"tool\":{\"driver\":{\"name\":\"cardctl\",\"version\":", Tool.version, to: &output)
    output.append(",\"rules\":[")
    for (index, rule) in rules.enumerated() {
      output.append(index == 0 ? "\n" : ",\n")
      append(rule, &output)
    }
    output.append("]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[")
  }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    if finding.finding.rule == UnreadableInput.rule.id { failures.append(finding.finding.message) }
    guard limit.admits(finding.finding.severity) else { return }
    output.append(isFirst ? "\n" : ",\n")
    isFirst = false
    append(finding, &output)
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    output.append(isFirst ? "],\n" : "\n],\n")
    output.append("\"invocations\":[{\"executionSuccessful\":\(failures.isEmpty)")
    let notes = failures.map { ("error", $0) } + (limit.note.map { [("warning", $0)] } ?? [])
    for (index, (level, text)) in notes.enumerated() {
      output.append(index == 0 ? ",\"toolExecutionNotifications\":[" : ",")
      ReportJSON.append("{\"level\":", level, to: &output)
      ReportJSON.append(",\"message\":{\"text\":", text, to: &output)
      output.append("}}")
    }
    output.append(notes.isEmpty ? "}]\n}]}\n" : "]}]\n}]}\n")
  }

  private func append(_ rule: ReportRule, _ output: inout ByteBuffer) {
    ReportJSON.append("{\"id\":", rule.id, to: &output)
    ReportJSON.append(",\"shortDescription\":{\"text\":", rule.summary, to: &output)
    ReportJSON.append("},\"fullDescription\":{\"text\":", rule.explanation, to: &output)
    let source = rule.source.isEmpty ? "" : "\n\nSource: \(rule.source)"
    ReportJSON.append("},\"help\":{\"text\":", rule.explanation + source, to: &output)
    let markdown = RulePages.markdown(rule.id) ?? rule.explanation + source
    ReportJSON.append(",\"markdown\":", markdown, to: &output)
    if rule.source.hasPrefix("https://"), !rule.source.contains(" ") {
      ReportJSON.append("},\"helpUri\":", rule.source, to: &output)
      output.append(",\"defaultConfiguration\":{")
    } else {
      output.append("},\"defaultConfiguration\":{")
    }
    ReportJSON.append("\"level\":", SARIFReport.level(rule.severity), to: &output)
    output.append("}}")
  }

  private mutating func append(_ located: LocatedFinding, _ output: inout ByteBuffer) {
    let finding = located.finding
    ReportJSON.append("{\"ruleId\":", finding.rule, to: &output)
    if let index = ruleIndexes[finding.rule] {
      ReportJSON.append(",\"ruleIndex\":", index, to: &output)
    }
    ReportJSON.append(",\"level\":", SARIFReport.level(finding.severity), to: &output)
    let message = SARIFReport.withoutLinks(finding.message)
    ReportJSON.append(",\"message\":{\"text\":", message, to: &output)
    output.append("},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{")
    ReportJSON.append("\"uri\":", paths.uri(located.path), to: &output)
    ReportJSON.append("},\"region\":{\"startLine\":", located.start.line, to: &output)
    ReportJSON.append(",\"startColumn\":", located.start.column, to: &output)
    ReportJSON.append(",\"endLine\":", located.end.line, to: &output)
    ReportJSON.append(",\"endColumn\":", located.end.column, to: &output)
    output.append("}}")
    if !finding.pointer.isEmpty {
      output.append(",\"logicalLocations\":[{")
      ReportJSON.append("\"fullyQualifiedName\":", finding.pointer, to: &output)
      output.append(",\"kind\":\"value\"}]")
    }
    output.append("}],\"partialFingerprints\":{")
    let digest = Fingerprint.of(located, path: paths.fromRoot(located.path))
    ReportJSON.append(SARIFReport.fingerprint, to: &output)
    output.append(UInt8(ascii: ":"))
    ReportJSON.append(fingerprints.unique(digest).text, to: &output)
    output.append(UInt8(ascii: "}"))
    appendFix(located, &output)
    appendProperties(finding, &output)
    output.append(UInt8(ascii: "}"))
  }

  private func appendFix(_ located: LocatedFinding, _ output: inout ByteBuffer) {
    guard let correction = located.finding.correction else { return }
    let description = "write \(correction.new)"
    ReportJSON.append(",\"fixes\":[{\"description\":{\"text\":", description, to: &output)
    output.append("},\"artifactChanges\":[{\"artifactLocation\":{")
    ReportJSON.append("\"uri\":", paths.uri(located.path), to: &output)
    output.append("},\"replacements\":[{\"deletedRegion\":{")
    ReportJSON.append("\"startLine\":", located.start.line, to: &output)
    ReportJSON.append(",\"startColumn\":", located.start.column, to: &output)
    ReportJSON.append(",\"endLine\":", located.end.line, to: &output)
    ReportJSON.append(",\"endColumn\":", located.end.column, to: &output)
    ReportJSON.append(",\"byteOffset\":", located.finding.offset, to: &output)
    ReportJSON.append(
      ",\"byteLength\":", located.finding.endOffset - located.finding.offset, to: &output)
    ReportJSON.append("},\"insertedContent\":{\"text\":", correction.new, to: &output)
    output.append("}}]}]}]")
  }

  private func appendProperties(_ finding: Finding, _ output: inout ByteBuffer) {
    ReportJSON.append(",\"properties\":{\"offset\":", finding.offset, to: &output)
    if let record = finding.record { ReportJSON.append(",\"record\":", record, to: &output) }
    if let cardID = finding.cardID { ReportJSON.append(",\"card_id\":", cardID, to: &output) }
    output.append(UInt8(ascii: "}"))
  }

  /// `message` with no link in it: SARIF reads `[text](address)` as one unless its brackets are
  /// escaped.
  private static func withoutLinks(_ message: String) -> String {
    var result = ""
    var isOpen = false
    for scalar in message.unicodeScalars {
      if isOpen, scalar == "(" {
        result.unicodeScalars.removeLast()
        result += "\\]"
      }
      isOpen = scalar == "]"
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
