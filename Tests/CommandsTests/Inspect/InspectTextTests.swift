import CardProcessing
import CardJSON
import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardCommands

struct InspectTextTests {
  private static let hostile = #"""
    {"id":"h\u001b[2J","tp":"text_announcement","ca":1,"tt":"\u001b]0;x\u0007\u202egnp","ds":"a\n::error::b",
    "u":"javascript:alert(1)","dm":"\u009b5m\u2066","e":{"class_type":"\u001b[31m\u2028x","\u202ek\u0085":"\u001b[0m\r"}}
    """#

  /// No view prints control characters from a card; line feeds only end lines.
  @Test(arguments: [
    "", "--id h", "--id x",
  ])
  func controlCharactersOfCardsAreEscaped(_ options: String) throws {
    let words = options.split(separator: " ").map(String.init)
    for color in [["--color", "always"], []] {
      let run = try CommandRun(
        arguments: ["inspect", "--no-config"] + color + words,
        input: .file(Array(InspectTextTests.hostile.utf8))
      ).result()
      var text = run.text + run.messageText
      // The remaining colors are those of cardctl.
      text = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      if color.isEmpty { #expect(!run.text.contains("\u{1B}")) }
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(!ControlEscapes.isActive(scalar), "U+\(String(scalar.value, radix: 16))")
      }
      for line in text.split(separator: "\n") {
        #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::"), "\(line)")
      }
    }
  }

  /// A wrapped line does not begin with a command of a build system.
  @Test(arguments: 20...60)
  func wrappedLinesAreNoCommands(_ columns: Int) throws {
    let card = #"""
      {"id":"h","tp":"text_announcement","ca":1,"tt":"t ::error::u",
      "e":{"class_type":"a ::error::x ::warning::y"}}
      """#
    for view in [[], ["--id", "h"]] {
      let run = try CommandRun(
        arguments: ["inspect", "--no-config", "--color", "always"] + view,
        input: .file(Array(card.utf8)), environment: ["COLUMNS": String(columns)]
      ).result()
      for line in run.text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n") {
        #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::"), "\(line)")
      }
    }
  }

  /// Escape characters of a card are never printed, even with color.
  @Test func onlyOwnSequencesAreWritten() throws {
    let run = try CommandRun(
      arguments: ["inspect", "--color", "always", "--no-config"],
      input: .file(Array(InspectTextTests.hostile.utf8))
    ).result()
    let known = ["1", "36", "2", "32", "31", "1;31", "33", "0"]
    for match in run.text.matches(of: /\u{1B}(.)([0-9;]*)(.)/) {
      #expect(match.1 == "[" && match.3 == "m" && known.contains(String(match.2)))
    }
  }

  @Test func theRegistryThatIsPrintedIsRead() throws {
    let fixture = Repository.fixtures.appending(path: "registry.json").path
    for classes in [[], ["--classes", fixture]] {
      let first = try CommandRun(
        arguments: ["inspect", "--registry", "--no-config"] + classes
      ).result()
      #expect(first.status == 0)
      let folder = try ScratchFolder()
      let path = try folder.write("classes.json", first.text)
      let second = try CommandRun(
        arguments: ["inspect", "--registry", "--no-config", "--classes", path]
      ).result()
      #expect(Shown(second.output) == Shown(first.output))
      let parsed = try Registry(parsing: first.output)
      #expect(!parsed.classes.isEmpty)
    }
  }

  /// JSON in a pipe has only the required escapes; on a terminal, the stream adds others.
  @Test(arguments: ["", "--id h"])
  func jsonHoldsNoControlCharacters(_ options: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let run = try CommandRun(
      arguments: ["inspect", "--to", "json", "--color", "always", "--no-config"] + words,
      input: .file(Array(InspectTextTests.hostile.utf8))
    ).result()
    #expect(run.output.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output)) }
  }

  /// JSON is valid and has the exact strings.
  @Test func jsonSaysTextsExactly() throws {
    let run = try CommandRun(
      arguments: ["inspect", "--id", "h", "--to", "json", "--no-config"],
      input: .file(Array(InspectTextTests.hostile.utf8))
    ).result()
    let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let details = try #require(object)
    let card = try #require(details["card"] as? [String: Any])
    #expect(card["id"] as? String == "h\u{1B}[2J")
    let fields = try #require(details["field"] as? [[String: Any]])
    let values = Dictionary(
      uniqueKeysWithValues: fields.compactMap { field in
        (field["name"] as? String).map { ($0, field["value"] as? String) }
      })
    #expect(values["title"] == "\u{1B}]0;x\u{7}\u{202E}gnp")
    #expect(values["extras.\u{202E}k\u{85}"] == "\u{1B}[0m\r")
  }

  @Test(arguments: [
    ("{}", "{}\n"), ("[]", "[]\n"), ("[1,2]", "[1,2]\n"), ("1.50", "1.50\n"),
    (#"{"a":1}"#, "{\n  \"a\": 1\n}\n"),
    (
      #"{"a":{"b":[{"c":[]}]},"d":"\u00e9"}"#,
      "{\n  \"a\": {\n    \"b\": [\n      {\n        \"c\": []\n      }\n    ]\n  },\n"
        + "  \"d\": \"\\u00e9\"\n}\n"
    ),
  ])
  func jsonIsIndented(_ json: String, _ expected: String) {
    let bytes = ByteBuffer(json.utf8)
    var output = ByteBuffer()
    output.json(.indented) { $0.add(nil, json: bytes.view) }
    #expect(output.view.text + "\n" == expected)
  }
}
