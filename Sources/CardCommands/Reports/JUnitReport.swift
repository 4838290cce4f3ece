import CardJSON
import CardRules

/// Findings as the results of tests in JUnit's XML: a suite for each file, a case for each finding.
///
/// Errors are failures, and an input that cannot be read is an error. Warnings and infos, which do
/// not fail a run, are cases that pass and say what was found. An input without findings has one
/// case that passes, and so has a run without inputs, because readers take a report without cases
/// for one that is broken. A suite begins with its counts, so one file's cases are kept back.
struct JUnitReport: Report {
  /// Makes paths relative to the repository.
  let paths: ReportPaths
  var limit = ResultLimit()
  private(set) var suite: Suite?
  private(set) var isEmpty = true

  /// The cases of one file.
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

  /// Appends a suite of one case that passes.
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
      let isUnreadable = finding.rule == Rule.inputUnreadable.id
      if isUnreadable { errors += 1 } else { failures += 1 }
      let element = isUnreadable ? "error" : "failure"
      let message = XMLText.escaped(finding.message)
      cases += "      <\(element) type=\"\(XMLText.escaped(finding.rule))\" message=\"\(message)\">"
      cases += "\(line)</\(element)>\n"
    } else {
      cases += "      <system-out>\(line)</system-out>\n"
    }
    cases += "    </testcase>\n"
  }

  /// A name that stays the same when lines are added, and that no other case of the suite has:
  /// readers drop the second case of one name.
  private mutating func name(of finding: Finding) -> String {
    var name = finding.rule
    if let cardID = finding.cardID { name += " in card \(cardID)" }
    if !finding.pointer.isEmpty { name += " at \(finding.pointer)" }
    let count = names[name, default: 0] + 1
    names[name] = count
    return count == 1 ? name : "\(name) (\(count))"
  }
}

/// Text in XML, inside elements and attributes.
enum XMLText {
  /// `text` with what is markup as entities, and what no XML can hold as `\u` escapes.
  static func escaped(_ text: String) -> String { LineText.escaped(text).replacing { escapes[$0] } }

  private static let escapes: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
  ]
}
