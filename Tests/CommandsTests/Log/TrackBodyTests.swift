import EventJournal
import Foundation
import TestSupport
import Testing

/// `validate` has no finding in the bodies of `log export --to users-track`.
struct TrackBodyTests {
  /// Properties of all kinds, some of which break a rule.
  private static let properties = [
    #""screen":"offers""#, #""n":1.5e3"#, #""list":["a",1,true]"#, #""text":"\ud83d\ude00""#,
    #""when":"2026-11-20T08:00:00Z""#, #""nested":{"a":{"b":[1]}}"#, #""nothing":null"#,
    #""time":1"#, #""event_name":"x""#, #""$x":1"#, #""":1"#, #""dates":["2026-11-20"]"#,
    #""long":""# + String(repeating: "é", count: 256) + #"""#,
    #""just":""# + String(repeating: "é", count: 255) + #"""#,
    "\"" + String(repeating: "n", count: 256) + #"":1"#, #""class_type":"clash""#,
  ]

  private func journal(_ count: Int) -> String {
    var numbers = SystemRandomNumberGenerator()
    return (0..<count).map { index in
      let chosen = TrackBodyTests.properties.filter { _ in
        Int.random(in: 0..<8, using: &numbers) == 0
      }
      let kind = EventKind.allCases[index % 3].rawValue
      let user = index % 7 == 0 ? "" : #","user_id":"u\#(index % 5)""#
      let control = index % 4 == 0 ? #","control":true"# : ""
      return #"{"v":1,"id":"i\#(index)","time":"2026-11-20T08:00:00Z","event":"\#(kind)","#
        + #""card_id":"c\#(index)"\#(control)\#(user),"properties":{"#
        + chosen.joined(separator: ",") + "}}\n"
    }.joined()
  }

  @Test("each body is good, and each event is in one or reported", arguments: [1, 7, 50, 75])
  func bodies(_ chunk: Int) throws {
    let scratch = try ScratchFolder()
    let count = 500
    try scratch.write("j", journal(count))
    let line = [
      "log", "export", "--to", "users-track", "--chunk", "\(chunk)", "--journal",
      scratch.path("j"), "--max-messages", "\(count)",
    ]
    let run = try CommandRun(arguments: line).result()
    #expect(run.status == 1)
    let bodies = run.text.split(separator: "\n").map { Data($0.utf8) }
    var exported = 0
    for (index, body) in bodies.enumerated() {
      let object = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
      let events = try #require(object["events"] as? [[String: Any]])
      #expect(index == bodies.count - 1 ? events.count <= chunk : events.count == chunk)
      exported += events.count
    }
    let refused = run.messageText.split(separator: "\n").filter { $0.contains("not exported: ") }
    #expect(exported + refused.count == count)
    #expect(exported > 100)

    let check = CommandRun(
      arguments: ["validate", "--kind", "users-track", "--strict", "-"], input: .file(run.output))
    let verdict = try check.result()
    #expect(verdict.status == 0)
    #expect(!verdict.text.contains(" error["))
  }
}
