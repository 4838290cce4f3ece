import Foundation
import Testing

/// The histories of cards on the page of merged inputs.
struct PageHistoryTests {
  private func page(_ options: [String], _ input: String) throws -> CommandRun.Result {
    let line = ["inspect", "--no-config", "--to", "html", "--at", "2026-11-22T20:00:00Z"] + options
    return try CommandRun(arguments: line, input: .file(Array(input.utf8))).result()
  }

  private static let series = """
    {"cards":[{"id":"a","tp":"short_news","ca":1794816000,"ea":-1,"tt":"First"},{"id":"b",\
    "tp":"short_news","ca":1794816000,"ea":-1,"tt":"Second"}],"message":"success",\
    "last_full_sync_at":1794819600}
    {"cards":[{"id":"a","r":true}],"message":"success","last_full_sync_at":1794906000}

    """

  private func histories(_ result: CommandRun.Result) throws -> [[String: Any]] {
    try PageTests.Page(result.text).data["histories"] as? [[String: Any]] ?? []
  }

  @Test func theSelectedCardHasItsHistory() throws {
    let result = try page(["--why", "a"], PageHistoryTests.series)
    #expect(result.status == 1)
    let histories = try histories(result)
    #expect(histories.map { $0["title"] as? String } == ["First"])
    #expect(
      histories.first?["verdict"] as? String
        == "not shown: removed by the server on 2026-11-17 09:00Z (<stdin>:2:11)")
    let entries = histories.first?["entries"] as? [[String: String]]
    #expect(
      entries?.map { $0["words"] } == ["arrived, never expires", "removed by the server (r: true)"])
    #expect(entries?.last?["place"] == "<stdin>:2:11")
  }

  @Test func mergedInputsHaveAllHistories() throws {
    let result = try page(["--merge"], PageHistoryTests.series)
    #expect(result.status == 0)
    #expect(try histories(result).map { $0["title"] as? String } == ["Second", "First"])
    #expect(try histories(page([], PageHistoryTests.series)).isEmpty)
  }

  @Test func aCardThatNoInputHasGivesNoPage() throws {
    let result = try page(["--why", "absent"], PageHistoryTests.series)
    #expect(result.status == 4)
    #expect(result.text.isEmpty)
  }

  @Test(arguments: PageHostilityTests.texts)
  func textsDoNotAct(_ text: String) throws {
    func response(_ text: String) throws -> String {
      let card: [String: Any] = [
        "id": text, "tp": "short_news", "ca": 1, "tt": text, "e": ["class_type": text],
      ]
      let members: [String: Any] = ["cards": [card], "message": "success", "user_id": text]
      let data = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self) + "\n"
    }
    let result = try page(["--verdicts"], try response(text) + response("user"))
    #expect(result.status == 0)
    #expect(try histories(result).count == (text.isEmpty ? 1 : 2))
    let harmless = try page(["--verdicts"], try response("x") + response("user"))
    func scripts(_ page: String) -> Int { page.lowercased().ranges(of: "<script").count }
    #expect(scripts(result.text) == scripts(harmless.text))
    #expect(result.output.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
  }
}
