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

  @Test func theSelectedCardHasItsHistory() throws {
    let result = try page(["--why", "a"], PageHistoryTests.series)
    #expect(result.status == 1)
    #expect(result.text.contains("<details open><summary><bdi>First</bdi>: <bdi>not shown"))
    #expect(result.text.contains("<bdi>removed by the server (r: true)</bdi>"))
    #expect(!result.text.contains("<bdi>Second</bdi>: <bdi>"))
  }

  @Test func mergedInputsHaveAllHistories() throws {
    let result = try page(["--merge"], PageHistoryTests.series)
    #expect(result.status == 0)
    for title in ["First", "Second"] { #expect(result.text.contains("<bdi>\(title)</bdi>: <bdi>")) }
    let plain = try page([], PageHistoryTests.series)
    #expect(!plain.text.contains("id=\"histories\""))
  }

  @Test func aCardThatNoInputHasGivesNoPage() throws {
    let result = try page(["--why", "c"], PageHistoryTests.series)
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
    let hostile = try page(["--verdicts"], try response(text) + response("user"))
    let harmless = try page(["--verdicts"], try response("x") + response("user"))
    #expect(hostile.status == 0)
    for mark in ["<script", "<img", "<iframe", "<svg", "<link", "<meta", "<style", "</iframe"] {
      func count(_ page: String) -> Int { page.lowercased().ranges(of: mark).count }
      #expect(count(hostile.text) == count(harmless.text), "\(mark)")
    }
    let controls = hostile.text.unicodeScalars.filter { scalar in
      scalar != "\n" && scalar.properties.generalCategory == .control
    }
    #expect(controls.isEmpty)
  }
}
