import EventJournal
import Foundation
import CardPlatform
import TestSupport
import Testing

/// The ids that `cardctl log impression` accepts as operands and on standard input.
struct RecordingIDTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: String..., input: CommandRun.Input = .file([])) throws
    -> CommandRun.Result
  {
    try CommandRun(
      arguments: ["log"] + words + ["--journal", "j"], input: input, directory: scratch.url.path
    ).result()
  }

  private var ids: [String] { scratch.events("j").map { $0?.cardID ?? "no event" } }

  @Test(arguments: [
    ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n \na\n\n", ["a"]), ("", []),
    ("a\u{E9}\n\tc\n", ["a\u{E9}", "c"]), ("\u{FEFF}a\n\u{A0}b\u{FEFF} \u{2003}", ["a", "b"]),
  ])
  func idsAreLinesOfStandardInput(_ text: String, _ expected: [String]) throws {
    for input in [CommandRun.Input.file(Array(text.utf8)), .pipe(Array(text.utf8), pieces: 1)] {
      try? FileManager.default.removeItem(atPath: scratch.path("j"))
      #expect(try run("impression", "-", input: input).status == 0)
      #expect(ids == expected)
    }
  }

  @Test func operandsAndStandardInputInOrder() throws {
    let result = try run("impression", "a", "-", "b", "-", input: .file(Array("x\ny\n".utf8)))
    #expect(result.status == 0)
    #expect(ids == ["a", "x", "y", "b"])
  }

  @Test func idsThatCannotBeRecorded() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 70_000)
    let result = try run(
      "impression", "", "-", " ", input: .file([0xFF, 0x0A] + long + Array("\nok\n".utf8)))
    #expect(result.status == 1)
    #expect(result.messageText.split(separator: "\n").count == 4)
    #expect(result.messageText.contains("an id must be UTF-8"))
    #expect(result.messageText.contains("longer than 65536 bytes"))
    #expect(ids == ["ok"])
  }

  private static let isNotOneWord =
    "refused: an id must be one word, without whitespace or control characters; "
    + "'cardctl filter --ids' prints the ids of cards, one per line\n"
  private static let isJSON =
    "refused: this is JSON; 'cardctl filter --ids' prints the ids of cards, one per line\n"

  /// An id is one word; surrounding whitespace is ignored.
  @Test func idsAreWords() throws {
    let lines =
      "\u{FEFF}one\r\n\r\n \t\n\ttwo \u{A0}\n\u{3000}\u{FEFF}drei\u{2003}\u{FEFF}\n\u{E9}\u{65E5}\n"
      + "\(String(repeating: " ", count: 70_000))far\nlast"
    let result = try run("impression", "\u{FEFF} zero\n", "-", input: .file(Array(lines.utf8)))
    #expect(result.messageText == "")
    #expect(result.status == 0)
    #expect(ids == ["zero", "one", "two", "drei", "\u{E9}\u{65E5}", "far", "last"])
  }

  /// Each invalid id is refused with its location, and the valid ones are recorded.
  @Test func otherTextsAreRefused() throws {
    let lines =
      "a\n b c\n{\"id\":\"x\"}\n\"x\"\n  },\n[\n]\nd\u{A0}e\nf\u{0}g\nh\ri\nj\u{85}k\nl\u{7F}\nz\n"
    let result = try run("impression", "m n", "{}", "-", input: .file(Array(lines.utf8)))
    #expect(result.status == 1)
    #expect(ids == ["a", "z"])
    let (word, json) = (RecordingIDTests.isNotOneWord, RecordingIDTests.isJSON)
    #expect(
      result.messageText
        == "cardctl: 'm n' \(word)cardctl: '{}' \(json)<stdin>:2:2: error: 'b c' \(word)"
        + "<stdin>:3:1: error: '{\"id\":\"x\"}' \(json)<stdin>:4:1: error: '\"x\"' \(json)"
        + "<stdin>:5:3: error: '},' \(json)<stdin>:6:1: error: '[' \(json)"
        + "<stdin>:7:1: error: ']' \(json)<stdin>:8:1: error: 'd\u{A0}e' \(word)"
        + "<stdin>:9:1: error: 'f\\u0000g' \(word)<stdin>:10:1: error: 'h\\u000di' \(word)"
        + "<stdin>:11:1: error: 'j\\u0085k' \(word)<stdin>:12:1: error: 'l\\u007f' \(word)")
  }

  /// Invalid UTF-8 is never repaired: two ids would become one.
  @Test func bytesAreNotMended() throws {
    let bytes = [UInt8]("ab".utf8) + [0xE9, 0x0A]
    let operand = SystemText.text([UInt8]("caf".utf8) + [0xE9])
    let result = try run("impression", operand, "ok", "-", input: .file(bytes))
    #expect(result.status == 1)
    #expect(ids == ["ok"])
    #expect(
      result.messageText == """
        cardctl: 'caf\\xE9' refused: an id must be UTF-8
        <stdin>:1:1: error: 'ab\\xE9' refused: an id must be UTF-8

        """)
  }

  /// Other invalid text of an event is not shown in full either.
  @Test(arguments: ["--user", "--device", "--session", "--key", "--property", "--type-key"])
  func textOfEventsIsUTF8(_ option: String) throws {
    let value = SystemText.text([UInt8]("a=".utf8) + [0xE9])
    let result = try run("impression", "a", option, value)
    #expect(result.status == 2)
    #expect(
      result.messageText.hasPrefix(
        "cardctl: invalid value 'a=\\xE9' for '\(option)': expected UTF-8\n"))
    #expect(try scratch.names().isEmpty)
  }

  /// Only the beginning of an invalid id is shown.
  @Test func longIdsAreCutInMessages() throws {
    let long = String(repeating: "é", count: 300_000)
    let result = try run("impression", "-", input: .file(Array("a\n\(long)\nb\n\(long)".utf8)))
    #expect(result.status == 1)
    #expect(ids == ["a", "b"])
    let refused =
      "error: '\(String(repeating: "é", count: 200))…' refused: "
      + "its event would be longer than 65536 bytes\n"
    #expect(result.messageText == "<stdin>:2:1: \(refused)<stdin>:4:1: \(refused)")
  }
}
