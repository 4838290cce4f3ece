import CardProcessing
import CardJSON
import CardRules
import TestSupport
import Testing

@testable import CardCommands

@Suite struct JUnitReportTests {
  private let report = JUnitReport(paths: ReportSample.paths)

  @Test func errorsFailAndWarningsPass() {
    #expect(
      ReportSample.text(report) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="cardctl">
          <testsuite name="cards/feed.json" tests="2" failures="1" errors="0" skipped="0">
            <testcase name="card/shape in card card-1 at /0/url" classname="cards/feed.json" \
        file="cards/feed.json" line="2">
              <failure type="card/shape" message="&apos;htp:/x&apos; is no url">\
        feed.json:2:27: error[card/shape] &apos;htp:/x&apos; is no url</failure>
            </testcase>
            <testcase name="card/deprecated in card card-2 at /1/url" classname="cards/feed.json" \
        file="cards/feed.json" line="3">
              <system-out>feed.json:3:27: warning[card/deprecated] the url is empty</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func withoutFindingsOneCasePasses() {
    #expect(
      ReportSample.text(report, []) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="cardctl">
          <testsuite name="cardctl" tests="1" failures="0" errors="0" skipped="0">
            <testcase name="no findings" classname="cardctl"/>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func filesWithoutFindingsPassAndUnreadableOnesAreErrors() {
    var report = report
    var output = ByteBuffer()
    report.begin(&output)
    report.finish("clean.json", &output)
    report.add(
      LocatedFinding(of: .inputUnreadable, in: "gone.json", "cannot read gone.json: <why>"), &output
    )
    report.add(ReportSample.finding("card-1", path: "feed.json"), &output)
    report.finish("feed.json", &output)
    report.finish("last.json", &output)
    report.end(ReportSummary(), &output)
    let lines = output.view.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let suites = lines.filter { $0.hasPrefix("<testsuite ") }
    #expect(
      suites == [
        #"<testsuite name="cards/clean.json" tests="1" failures="0" errors="0" skipped="0">"#,
        #"<testsuite name="cards/gone.json" tests="1" failures="0" errors="1" skipped="0">"#,
        #"<testsuite name="cards/feed.json" tests="1" failures="1" errors="0" skipped="0">"#,
        #"<testsuite name="cards/last.json" tests="1" failures="0" errors="0" skipped="0">"#,
      ])
    #expect(
      lines.contains(#"<testcase name="no findings" classname="cards/clean.json"/>"#))
    #expect(
      lines.contains { $0.hasPrefix(#"<error type="input/unreadable" message="cannot read"#) })
  }

  @Test func eachFileIsASuiteAndNamesAreUnique() {
    let findings = [
      ReportSample.finding("card-1", path: "a.json"),
      ReportSample.finding("card-2", path: "a.json"),
      ReportSample.finding("card-1", path: "b.json"),
    ]
    let text = ReportSample.text(report, findings)
    let names = text.split(separator: "\n").filter { $0.contains("name=") }.map {
      $0.split(separator: "\"")[1]
    }
    #expect(
      names == [
        "cardctl", "cards/a.json", "card/shape", "card/shape (2)", "cards/b.json",
        "card/shape",
      ])
  }

  @Test func beyondTheLimitACaseSaysHowMany() {
    let many = Array(repeating: ReportSample.two[0], count: 7)
    let text = ReportSample.text(
      JUnitReport(paths: ReportSample.paths, limit: ResultLimit(maximum: 5)), many)
    #expect(text.contains("tests=\"5\" failures=\"5\""))
    #expect(text.contains("<testcase name=\"not shown: 2 errors\" classname=\"cardctl\"/>"))
  }

  @Test func textOfCardsIsNotMarkup() {
    for text in ReportSample.hostile {
      let escaped = XMLText.escaped(text)
      #expect(!escaped.contains("<") && !escaped.contains(">") && !escaped.contains("\""))
      #expect(
        !escaped.unicodeScalars.contains {
          $0.value < 0x20 || $0.value >= 0xFFFE && $0.value < 0x10000
        })
    }
    #expect(XMLText.escaped("<a b='c'>&\"]]>") == "&lt;a b=&apos;c&apos;&gt;&amp;&quot;]]&gt;")
    #expect(XMLText.escaped("\u{1B}\u{FFFF}\n") == "\\u001b\\uffff\\u000a")
  }

  @Test(.enabled(if: Python.has("xml.etree.ElementTree"), "python3 is not installed"))
  func pythonReadsTheTexts() throws {
    let findings = ReportSample.hostileFindings
    let read = try Python.run(
      """
      import sys, xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      print(root.tag, len(root.findall("testsuite")), len(root.findall(".//failure")))
      for case in root.iter("testcase"):
          for child in case: assert child.tag in ("failure", "system-out") and len(child) == 0
          assert int(case.get("line")) > 0
      suites = root.findall("testsuite")
      assert all(int(s.get("tests")) == len(s.findall("testcase")) for s in suites)
      assert all(int(s.get("failures")) == len(s.findall(".//failure")) for s in suites)
      for suite in suites:
          names = [case.get("name") for case in suite]
          assert len(names) == len(set(names)), names
      """, ReportSample.text(report, findings))
    let failures = findings.filter { $0.finding.severity == .error }.count
    var suites = 1
    for (left, right) in zip(findings, findings.dropFirst()) where left.path != right.path {
      suites += 1
    }
    #expect(read == "testsuites \(suites) \(failures)\n")
  }

  @Test(.enabled(if: Python.has("junitparser"), "junitparser is not installed"))
  func junitparserReadsTheCounts() throws {
    for findings in [[], ReportSample.two] {
      let read = try Python.run(
        """
        import sys, junitparser
        xml = junitparser.JUnitXml.fromstring(sys.stdin.buffer.read())
        print([(s.name, s.tests, s.failures, [c.name for c in s]) for s in xml])
        """, ReportSample.text(report, findings))
      let expected =
        findings.isEmpty
        ? "[('cardctl', 1, 0, ['no findings'])]\n"
        : "[('cards/feed.json', 2, 1, ['card/shape in card card-1 at /0/url', "
          + "'card/deprecated in card card-2 at /1/url'])]\n"
      #expect(read == expected)
    }
  }
}
