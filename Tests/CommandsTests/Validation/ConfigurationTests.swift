import CardRules
import Foundation
import CardPlatform
import TestSupport
import Testing

@testable import CardCommands

@Suite struct ConfigurationTests {
  private func configuration(_ text: String) throws -> Configuration {
    let folder = try ScratchFolder()
    try folder.write("team/setup.json", text)
    var common = CommonOptions()
    common.configuration = "team/setup.json"
    return try Configuration.load(common, folder.console)
  }

  @Test func settingsOfValidateAreRead() throws {
    let read = try configuration(
      """
      {"rules": {"card/id-missing": "warning", "json/syntax": "off"},
       "profile": "android", "baseline": "known.json", "maxWarnings": 3}
      """)
    #expect(
      read.settings.rules == [
        RuleSetting(rule: "card/id-missing", level: .warning),
        RuleSetting(rule: "json/syntax", level: .off),
      ])
    #expect(read.settings.profiles == [.android])
    #expect(read.settings.baseline == "team/known.json")
    #expect(read.settings.maximumWarnings == 3)
  }

  @Test func withoutKeysNothingIsSet() throws {
    let read = try configuration("{}")
    #expect(read.settings.rules.isEmpty && read.settings.profiles.isEmpty)
    #expect(read.settings.baseline == nil && read.settings.maximumWarnings == nil)
  }

  @Test func severalProfilesAndASchemaAreRead() throws {
    let read = try configuration(
      "\u{FEFF}"
        + #"{"$schema":"x","profile":["web","android"],"rules":{"class/*":"off"}}"#
    )
    #expect(read.settings.profiles == [.web, .android])
    #expect(read.settings.rules == [RuleSetting(rule: "class/*", level: .off)])
    #expect(try configuration("{\"profile\":[]}").settings.profiles.isEmpty)
  }

  @Test(
    arguments: [
      (
        #"{"rules": []}"#,
        #"1:11: error: "rules" must be an object with a level for each rule; found []"#
      ),
      (
        "{\"rules\":\n {\"json/*\": \"warnng\"}}",
        "2:13: error: expected off, info, warning, error; found \"warnng\"; did you mean \"warning\"?"
      ),
      (
        #"{"rules": {"json/syntax": true}}"#,
        "1:27: error: expected off, info, warning, error; found true"
      ),
      (
        #"{"profile": "andriod"}"#,
        #"1:13: error: "profile" must be one of braze-swift, android, web, flutter, or an array of them; "#
          + #"found "andriod"; did you mean "android"?"#
      ),
      (
        #"{"profile": ["web", null]}"#,
        #"1:21: error: "profile" must be one of braze-swift, android, web, flutter, or an array of them; "#
          + "found null"
      ),
      (
        #"{"baseline": ""}"#,
        #"1:14: error: "baseline" must be the path of a baseline, in quotes; found """#
      ),
      (
        #"{"maxWarnings": -1}"#,
        #"1:17: error: "maxWarnings" must be a whole number of at least 0; found -1"#
      ),
      (
        #"{"maxWarnings": 1.5}"#,
        #"1:17: error: "maxWarnings" must be a whole number of at least 0; found 1.5"#
      ),
      (
        #"{"maxWarning": 1}"#, #"1:2: error: unknown key "maxWarning"; did you mean "maxWarnings"?"#
      ),
      (#"{"typeKey":"a","typeKey":"b"}"#, #"1:16: error: duplicate key "typeKey""#),
      (#"{"$schema":1}"#, nil),
      (
        #"{"rules":{"clas/*":"off"}}"#,
        #"1:11: error: unknown rule "clas/*"; did you mean "class/*"?"#
      ),
      ("\u{FEFF}[]", "1:1: error: expected an object of settings; found []"),
    ] as [(String, String?)])
  func mistakesHaveTheirPlace(_ text: String, _ message: String?) {
    let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
    guard let message else { return }
    #expect(error?.message == "team/setup.json:" + message)
  }

  @Test func allMistakesAreNamedInTheirOrder() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try configuration(
        #"""
        {"rules": {"card/id-mising": "off",
        "card/id-missing": "loud"}, "classes": {"a": {}},
        "maxWarnings": 1, "maxWarnings": 2}
        """#)
    }
    let lines = error?.message.split(separator: "\n").map { $0.split(separator: ": ")[0] }
    let places = ["1:12", "2:20", "2:46", "3:19"]
    #expect(lines.map { $0.map(String.init) } == places.map { "team/setup.json:" + $0 })
  }

  @Test func numberOfListedMistakesIsLimited() throws {
    let keys = (0..<50).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    let error = #expect(throws: ConfigurationError.self) { try configuration("{\(keys)}") }
    #expect(error?.message.split(separator: "\n").count == 21)
    #expect(error?.message.hasSuffix("team/setup.json: 30 more errors") == true)
  }

  @Test func messageNamesTheVariableOfAMissingFile() throws {
    let console = Console(
      input: -1, output: -1, error: -1, environment: ["CARDCTL_CONFIG": "gone.json"],
      directory: try ScratchFolder().path, now: 0, processors: 1)
    let failure = #expect(throws: SystemFailure.self) {
      try Configuration.load(CommonOptions(), console)
    }
    #expect(
      failure?.message
        == "CARDCTL_CONFIG names gone.json, which cannot be read: no such file or directory")
  }

  /// A sparse file of zero bytes.
  private func write(_ megabytes: UInt64, in folder: ScratchFolder) throws {
    try folder.write("large.json", "")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/large.json"))
    try file.truncate(atOffset: (megabytes << 20) + 1)
    try file.close()
  }

  @Test func aFileThatIsTooLargeIsSaidToBe() throws {
    let folder = try ScratchFolder()
    try write(16, in: folder)
    let error = #expect(throws: ConfigurationError.self) {
      try SmallFile("large.json", folder.console)
    }
    #expect(error?.message == "cardctl: large.json is too large: expected at most 16 MiB")
    let whole = try SmallFile("large.json", folder.console, limit: 17 << 20)
    #expect(whole.bytes.count == (16 << 20) + 1)
  }

  @Test func aBaselineThatIsTooLargeIsSaidToBe() throws {
    let folder = try ScratchFolder()
    try write(64, in: folder)
    let error = #expect(throws: ConfigurationError.self) {
      try Baseline(reading: "large.json", folder.console)
    }
    #expect(error?.message == "cardctl: large.json is too large: expected at most 64 MiB")
  }
}
