import TestSupport
import Testing

/// Reports for programs escape terminal control sequences in cards.
@Suite struct ReportTerminalTests {
  @Test(arguments: ["text", "json", "ndjson", "gitlab", "junit", "github"])
  func controlCharactersAreEscaped(_ format: String) throws {
    let folder = try ScratchFolder()
    let card = #"{"id":"a\#u{9B}31m\#u{7F}","tp":"x\#u{202E}y","ca":1,"tt":"A"}"#
    try folder.write("card.json", card)
    let rules = ["--exit-zero", "--max-messages", "5"]
    let shown = try Terminal().output(
      of: Repository.tool,
      ["validate", "--no-config", "--color", "always", "--to", format] + rules
        + [folder.path + "/card.json"], ["TERM": "xterm"])
    #expect(!shown.isEmpty)
    for scalar: Unicode.Scalar in ["\u{9B}", "\u{7F}", "\u{202E}"] {
      #expect(!shown.unicodeScalars.contains(scalar))
    }
  }
}
