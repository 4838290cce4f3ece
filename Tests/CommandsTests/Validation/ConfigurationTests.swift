import Foundation
import Testing

@testable import Commands

@Suite struct ConfigurationTests {
  private func configuration(_ text: String) throws -> Configuration {
    let folder = try TemporaryFolder()
    try folder.write("team/setup.json", text)
    var common = CommonOptions()
    common.configuration = "team/setup.json"
    return try Configuration.inForce(common, folder.console)
  }

  @Test func whatValidateReadsIsSet() throws {
    let read = try configuration(
      """
      {"rules": {"card/id-missing": "warning", "json/syntax": "off"},
       "profile": "android", "baseline": "known.json", "maxWarnings": 3}
      """)
    #expect(
      read.rules == [
        RuleSetting(
          rule: "card/id-missing", level: .warning, place: "team/setup.json:1:12"),
        RuleSetting(rule: "json/syntax", level: .off, place: "team/setup.json:1:42"),
      ])
    #expect(read.profile == .android)
    #expect(read.baseline == "team/known.json")
    #expect(read.maximumWarnings == 3)
  }

  @Test func withoutKeysNothingIsSet() throws {
    let read = try configuration("{}")
    #expect(read.rules.isEmpty && read.profile == nil)
    #expect(read.baseline == nil && read.maximumWarnings == nil)
  }

  @Test(arguments: [
    ("{\"rules\": []}", "1:11: error: expected an object of rules and levels for 'rules'"),
    (
      "{\"rules\":\n {\"a/b\": \"warn\"}}",
      "2:10: error: expected off, info, warning or error for 'a/b'; did you mean 'warning'?"
    ),
    (
      "{\"rules\": {\"a/b\": true}}",
      "1:19: error: expected off, info, warning or error for 'a/b'"
    ),
    (
      "{\"profile\": \"andriod\"}",
      "1:13: error: expected braze-swift, android, web or flutter for 'profile'; "
        + "did you mean 'android'?"
    ),
    (
      "{\"profile\": null}",
      "1:13: error: expected braze-swift, android, web or flutter for 'profile'"
    ),
    ("{\"baseline\": \"\"}", "1:14: error: expected a path in double quotes for 'baseline'"),
    ("{\"baseline\": {}}", "1:14: error: expected a path in double quotes for 'baseline'"),
    ("{\"maxWarnings\": -1}", "1:17: error: expected a whole number from 0 for 'maxWarnings'"),
    ("{\"maxWarnings\": 1.5}", "1:17: error: expected a whole number from 0 for 'maxWarnings'"),
    ("{\"maxWarnings\": \"1\"}", "1:17: error: expected a whole number from 0 for 'maxWarnings'"),
    ("{\"maxWarning\": 1}", "1:2: error: unknown key 'maxWarning'; did you mean 'maxWarnings'?"),
  ])
  func mistakesHaveTheirPlace(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
    #expect(error?.message == "team/setup.json:" + message)
  }

  @Test func unknownRulesAreAllNamed() throws {
    let read = try configuration(
      "{\"rules\": {\"card/id-mising\": \"off\",\n\"card/id-missing\": \"off\", \"zebra\": \"info\"}}"
    )
    let known = ["card/id-missing", "json/syntax"]
    let error = #expect(throws: ConfigurationError.self) { try read.checkRules(known: known) }
    #expect(
      error?.message == """
        team/setup.json:1:12: error: unknown rule 'card/id-mising'; did you mean 'card/id-missing'?
        team/setup.json:2:27: error: unknown rule 'zebra'
        """)
    try read.checkRules(known: known + ["card/id-mising", "zebra"])
  }

  /// A file of zero bytes that takes no room on the disk.
  private func write(_ megabytes: UInt64, in folder: TemporaryFolder) throws {
    try folder.write("large.json", "")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/large.json"))
    try file.truncate(atOffset: (megabytes << 20) + 1)
    try file.close()
  }

  @Test func aFileThatIsTooLargeIsSaidToBe() throws {
    let folder = try TemporaryFolder()
    try write(16, in: folder)
    let error = #expect(throws: ConfigurationError.self) {
      try SmallFile("large.json", folder.console)
    }
    #expect(error?.message == "cardctl: large.json is too large: expected at most 16 MiB")
    let whole = try SmallFile("large.json", folder.console, limit: 17 << 20)
    #expect(whole.bytes.count == (16 << 20) + 1)
  }

  @Test func aBaselineThatIsTooLargeIsSaidToBe() throws {
    let folder = try TemporaryFolder()
    try write(64, in: folder)
    let error = #expect(throws: ConfigurationError.self) {
      try Baseline(reading: "large.json", folder.console)
    }
    #expect(error?.message == "cardctl: large.json is too large: expected at most 64 MiB")
  }
}
