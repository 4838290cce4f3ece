import Foundation
import Testing

/// `validate --diff | git apply`, in a repository.
@Suite struct DiffTests {
  /// Cards with mistakes that can be corrected, and some that leave a doubt.
  private static func card(_ number: Int, _ generator: inout SampleCards.Generator) -> String {
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    let time = pick(["1701861950000", "1701861950", "1701861950123"])
    let extra = pick(["10", "1.50", "true", "\"text\"", "null", "[1]", "1E400"])
    let key = pick([
      #""dismissable":true"#, #""dismissible":true"#, #""dismissable":1,"dismissible":0"#,
    ])
    if number % 2 == 0 {
      return #"{"id":"c\#(number)","tp":"text_announcement","ca":\#(time),"tt":"é\t","ds":"B","#
        + "\n"
        + #"   "e":{"class_type":"ad_banner","value":\#(extra)}}"#
    }
    return
      #"{"idString":"c\#(number)","created":\#(time),\#(key),"title":"A","cardDescription":"B","#
      + #""extras":{"value": \#(extra) }}"#
  }

  private static func file(_ generator: inout SampleCards.Generator, _ framing: Int) -> String {
    let cards = (0..<Int.random(in: 1...30, using: &generator)).map { card($0, &generator) }
    switch framing {
    case 0: return cards.map { $0.replacingOccurrences(of: "\n", with: "") }.joined(separator: "\n")
    case 1: return "[\n  " + cards.joined(separator: ",\n  ") + "\n]\n"
    case 2: return "{\"cards\":[" + cards.joined(separator: ",\r\n") + "]}\r\n"
    default: return "\u{FEFF}" + cards.joined(separator: "\n\n") + "\n"
    }
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("git"), "there is no git"), arguments: 0..<8)
  func whatIsCorrectedIsGone(_ seed: UInt64) throws {
    var generator = SampleCards.Generator(state: seed)
    let folder = try ScratchFolder()
    for framing in 0..<4 {
      try folder.write("my \(framing).json", DiffTests.file(&generator, framing))
    }
    let environment = InstalledProgram.environment(home: folder.url.path)
    func run(_ script: String) throws -> ChildProcess.Result {
      try ChildProcess.run(
        ["-c", "cd \"$0\" && tool=$1 && \(script)", folder.url.path, Repository.tool],
        of: "/bin/sh", environment: environment)
    }
    let validate = "\"$tool\" validate --no-config"
    let found = try run("git init -q . && \(validate) --diff . >patch; git apply patch")
    #expect(found.status == 0, "\(found.messageText)")
    let again = try run("\(validate) -q --diff .")
    #expect(again.text == "")
    // Of the rules that correct only what leaves a doubt is still there.
    let left = try run("\(validate) --to ndjson .").text.split(separator: "\n")
    for line in left where line.contains("card/time-unit") {
      #expect(line.contains("1701861950123"), "\(line)")
    }
    for line in left where line.contains("extras/not-string") {
      #expect(line.contains("found null") || line.contains("found an array"), "\(line)")
    }
    for line in left where line.contains("card/dismissable") {
      #expect(line.contains("stands beside"), "\(line)")
    }
  }
}
