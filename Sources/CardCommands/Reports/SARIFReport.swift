import CardJSON
import CardRules

/// Findings as SARIF 2.1.0 for GitHub code scanning and editors: one run, one result per finding,
/// and the rules that have results.
///
/// The fingerprint is not named `primaryLocationLineHash` because GitHub computes that itself and
/// warns about any other value. Sources: the OASIS standard, and docs.github.com, "SARIF support
/// for code scanning".
struct SARIFReport: Report {
  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  /// Makes paths relative to the repository.
  let paths: ReportPaths
  var limit = ResultLimit()
  private(set) var fingerprints = UniqueFingerprints()
  /// The rules that have results, in order of their first result.
  private(set) var rules: [Rule] = []
  private(set) var results = JSONObjectLines()
  /// The reasons why inputs could not be read.
  private(set) var failures: [String] = []

  mutating func begin(_ output: inout ByteBuffer) {
    output.json(.log) { json in
      json.begin("{")
      json.add("$schema", SARIFReport.schema)
      json.add("version", "2.1.0")
      json.begin("[", "runs")
      json.begin("{")
      json.newLine()
      json.add("columnKind", "unicodeCodePoints")
      json.newLine()
      json.begin("[", "results")
    }
  }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    if finding.finding.rule == .inputUnreadable { failures.append(finding.finding.message) }
    guard limit.admits(finding.finding.severity) else { return }
    let digest = Fingerprint.of(finding, path: paths.fromRoot(finding.path))
    let fingerprint = fingerprints.unique(digest).text
    let index = index(of: finding.finding.rule)
    results.add(to: &output) { [self] in add(finding, fingerprint, rule: index, to: &$0) }
  }

  /// Returns the index of a rule in `rules`, appending it if needed.
  private mutating func index(of rule: Rule) -> Int {
    if let index = rules.firstIndex(of: rule) { return index }
    rules.append(rule)
    return rules.count - 1
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    var notes = failures.map { (level: "error", text: $0) }
    if let note = limit.note { notes.append(("warning", note)) }
    results.end(&output) { json in
      json.newLine()
      json.object("tool") { tool in
        tool.object("driver") { driver in
          driver.add("name", "cardctl")
          driver.add("version", Tool.version)
          driver.begin("[", "rules")
          for rule in rules {
            driver.newLine()
            driver.object { add(rule, &$0) }
          }
          driver.end("]")
        }
      }
      json.newLine()
      json.oneObject("invocations") { invocation in
        invocation.add("executionSuccessful", failures.isEmpty)
        guard !notes.isEmpty else { return }
        invocation.objects("toolExecutionNotifications", notes) { note, item in
          note.add("level", item.level)
          note.addText("message", item.text)
        }
      }
      json.endLines("}")
      json.end("]")
      json.end("}")
    }
  }

  private func add(_ rule: Rule, _ json: inout JSONWriter) {
    json.add("id", rule.id)
    json.addText("shortDescription", rule.requirement)
    json.addText("fullDescription", rule.explanation)
    json.object("help") { help in
      help.add("text", rule.explanation + "\n\nSource: \(rule.source)")
      help.add("markdown", RulePages.markdown(rule))
    }
    if rule.source.hasPrefix("https://") { json.add("helpUri", rule.source) }
    json.object("defaultConfiguration") { $0.add("level", rule.severity.level) }
  }

  private func add(
    _ located: LocatedFinding, _ fingerprint: String, rule: Int, to json: inout JSONWriter
  ) {
    let finding = located.finding
    json.add("ruleId", finding.rule.id)
    json.add("ruleIndex", rule)
    json.add("level", finding.severity.level)
    json.addText("message", SARIFReport.withoutLinks(finding.message))
    json.oneObject("locations") { location in
      location.object("physicalLocation") { place in
        addFile(located, &place)
        place.object("region") { $0.addRegion(located.start, located.end) }
      }
      guard !finding.pointer.isEmpty else { return }
      location.oneObject("logicalLocations") { place in
        place.add("fullyQualifiedName", finding.pointer)
        place.add("kind", "value")
      }
    }
    json.object("partialFingerprints") { $0.add("cardctl/v1", fingerprint) }
    if !located.edits.isEmpty { addFix(located, &json) }
    json.object("properties") { properties in
      properties.add("offset", finding.offset)
      if let record = finding.record { properties.add("record", record) }
      if let cardID = finding.cardID { properties.add("card_id", cardID) }
    }
  }

  private func addFile(_ located: LocatedFinding, _ json: inout JSONWriter) {
    json.object("artifactLocation") { $0.add("uri", paths.uri(located.path)) }
  }

  private func addFix(_ located: LocatedFinding, _ json: inout JSONWriter) {
    json.oneObject("fixes") { fix in
      fix.addText("description", SARIFReport.withoutLinks(located.finding.message))
      fix.oneObject("artifactChanges") { change in
        addFile(located, &change)
        change.objects("replacements", located.edits) { replacement, edit in
          replacement.object("deletedRegion") { region in
            region.addRegion(edit.start, edit.end)
            region.add("byteOffset", edit.edit.range.lowerBound)
            region.add("byteLength", edit.edit.range.count)
          }
          replacement.addText("insertedContent", edit.edit.text)
        }
      }
    }
  }

  /// Returns `message` with escaped brackets where SARIF would read `[text](URL)` as a link.
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
}

extension JSONWriter {
  /// Adds an object with a `text` member.
  fileprivate mutating func addText(_ key: StaticString, _ value: String) {
    object(key) { $0.add("text", value) }
  }

  /// Adds the start and end of a region.
  fileprivate mutating func addRegion(_ start: TextPosition, _ end: TextPosition) {
    add("startLine", start.line)
    add("startColumn", start.column)
    add("endLine", end.line)
    add("endColumn", end.column)
  }
}

extension Severity {
  /// The SARIF level.
  fileprivate var level: String { one(error: "error", warning: "warning", info: "note") }
}
