import CardJSON
import CardRules

/// Findings as JUnit XML: one test suite per file, one test case per finding.
///
/// Errors are failures, and an unreadable input is an error. Warnings and infos do not fail a run,
/// so they are passing cases with the finding as output. An input without findings and a run
/// without inputs each get one passing case, because consumers treat a report without cases as
/// broken. A suite starts with its counts, so the cases of one file are buffered.
struct JUnitReport: Report {
  /// Makes paths relative to the repository.
  let paths: ReportPaths
  var limit = ResultLimit()
  private(set) var suite: Suite?
  private(set) var isEmpty = true

  /// The test cases of one file.
  struct Suite {
    let path: String
    var tests = 0
    var failures = 0
    var errors = 0
    var cases = ""
    var names: [String: Int] = [:]
  }

  mutating func begin(_ output: inout ByteBuffer) {
    output.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="cardctl">

      """)
  }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    guard limit.admits(finding.finding.severity) else { return }
    let path = paths.fromRoot(finding.path)
    if suite?.path != path {
      endSuite(&output)
      suite = Suite(path: path)
    }
    suite?.add(finding)
  }

  mutating func finish(_ path: String, _ output: inout ByteBuffer) {
    let path = paths.fromRoot(path)
    let hasFindings = suite?.path == path
    endSuite(&output)
    if !hasFindings { pass("no findings", of: path, &output) }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    endSuite(&output)
    if isEmpty { pass("no findings", &output) }
    if let note = limit.note { pass(note, &output) }
    output.append("</testsuites>\n")
  }

  private mutating func endSuite(_ output: inout ByteBuffer) {
    guard let suite = suite.take() else { return }
    isEmpty = false
    output.append("  <testsuite name=\"\(XMLText.escaped(suite.path))\" tests=\"\(suite.tests)\"")
    output.append(" failures=\"\(suite.failures)\" errors=\"\(suite.errors)\" skipped=\"0\">\n")
    output.append(suite.cases)
    output.append("  </testsuite>\n")
  }

  /// Appends a suite with one passing case.
  private mutating func pass(
    _ name: String, of path: String = "cardctl", _ output: inout ByteBuffer
  ) {
    let attributes = "name=\"\(XMLText.escaped(name))\" classname=\"\(XMLText.escaped(path))\""
    suite = Suite(path: path, tests: 1, cases: "    <testcase \(attributes)/>\n")
    endSuite(&output)
  }
}

extension JUnitReport.Suite {
  fileprivate mutating func add(_ located: LocatedFinding) {
    let finding = located.finding
    let (file, line) = (XMLText.escaped(path), XMLText.escaped(located.line))
    tests += 1
    cases += "    <testcase name=\"\(XMLText.escaped(name(of: finding)))\" classname=\"\(file)\""
    cases += " file=\"\(file)\" line=\"\(located.start.line)\">\n"
    if finding.severity == .error {
      let isUnreadable = finding.rule == .inputUnreadable
      if isUnreadable { errors += 1 } else { failures += 1 }
      let element = isUnreadable ? "error" : "failure"
      let message = XMLText.escaped(finding.message)
      cases += "      <\(element) type=\"\(finding.rule.id)\" message=\"\(message)\">"
      cases += "\(line)</\(element)>\n"
    } else {
      cases += "      <system-out>\(line)</system-out>\n"
    }
    cases += "    </testcase>\n"
  }

  /// Returns a name that does not depend on line numbers and is unique in the suite, because
  /// consumers drop cases with duplicate names.
  private mutating func name(of finding: Finding) -> String {
    var name = finding.rule.id
    if let cardID = finding.cardID { name += " in card \(cardID)" }
    if !finding.pointer.isEmpty { name += " at \(finding.pointer)" }
    let count = names[name, default: 0] + 1
    names[name] = count
    return count == 1 ? name : "\(name) (\(count))"
  }
}

/// Escapes text for XML elements and attributes.
enum XMLText {
  /// Returns `text` with markup as entities, and characters that XML forbids as `\u` escapes.
  static func escaped(_ text: String) -> String {
    LineText.escaped(text).replacing { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      default: nil
      }
    }
  }
}
