import CardProcessing
import CardArguments
import Foundation
import Testing

@testable import CardCommands

/// Runs the directories of Cases.
///
/// `CARDCTL_UPDATE_CASES=1 swift test` rewrites the expected results.
struct GoldenCaseTests {
  private static let isUpdating =
    ProcessInfo.processInfo.environment["CARDCTL_UPDATE_CASES"] == "1"

  /// One test for each topic, because one for each case would print a quarter of a megabyte.
  @Test(arguments: GoldenCase.topics.keys.sorted())
  func printsTheExpectedOutput(_ topic: String) {
    for golden in GoldenCase.topics[topic] ?? [] {
      do {
        try check(golden)
      } catch {
        Issue.record(error, "\(golden)")
      }
    }
  }

  private func check(_ golden: GoldenCase) throws {
    let line = try golden.line()
    try #require(line.words.first == "cardctl", "a command begins with cardctl")
    let arguments = Array(line.words.dropFirst())
    let input = try golden.input()
    let outcome = try golden.outcome(arguments, .file(input ?? []))
    if GoldenCaseTests.isUpdating { try golden.update(outcome) }
    let expected = golden.expected()
    expect(outcome, expected, "\(golden), as written")

    if let input {
      for size in [1, 1000] {
        let piped = try golden.outcome(arguments, .pipe(input, pieces: size))
        expect(piped, expected, "\(golden), from a pipe in pieces of \(size)")
      }
    }
    guard let place = GoldenCaseTests.placeForJobs(arguments) else { return }
    for jobs in ["1", "4"] {
      var changed = arguments
      changed.insert(contentsOf: ["--jobs", jobs], at: place)
      let threaded = try golden.outcome(changed, .file(input ?? []))
      expect(threaded, expected, "\(golden), with --jobs \(jobs)")
    }
  }

  private func expect(
    _ outcome: GoldenCase.Outcome, _ expected: GoldenCase.Outcome, _ how: String
  ) {
    #expect(Shown(outcome.output) == Shown(expected.output), "standard output, \(how)")
    #expect(Shown(outcome.messages) == Shown(expected.messages), "standard error, \(how)")
    #expect(outcome.status == expected.status, "the status, \(how)")
    for (name, bytes) in expected.written {
      #expect(outcome.written[name].map(Shown.init) == Shown(bytes), "\(name), \(how)")
    }
  }

  /// The position after the name of a command that reads cards, unless the line sets the number of
  /// jobs or reads no input.
  private static func placeForJobs(_ arguments: [String]) -> Int? {
    let without = ["--jobs", "--list-columns", "--list-rules", "--explain", "--schema"]
    guard !arguments.contains(where: { argument in without.contains { argument.hasPrefix($0) } })
    else { return nil }
    let first = arguments.firstIndex { !$0.hasPrefix("-") }
    let readers = ["filter", "convert", "validate", "inspect"]
    guard let first, readers.contains(arguments[first]), !arguments.contains("--registry") else {
      return nil
    }
    return first + 1
  }

  /// Each directory without directories of cases is a case, and few disappear at once.
  @Test func noCaseIsLost() {
    #expect(GoldenCase.all.count > 1_300)
  }

  /// Every option is used by a case; one that several commands share, by a case of any of them.
  @Test(arguments: Tool.declaration.command.runnable.filter { $0.word != "help" })
  func everyOptionIsUsed(_ command: CardCommands.Command) throws {
    let name = command.name.split(separator: " ").map(String.init)
    let lines = try GoldenCase.all.filter { $0.command == name[1] }.map { try $0.line().words }
    let used = Set(lines.filter { $0.starts(with: name) }.joined().map { $0.prefix { $0 != "=" } })
    let words = try GoldenCase.all.flatMap { try $0.line().words }
    let all = Set(words.map { $0.prefix { $0 != "=" } })
    let runnable = Tool.declaration.command.runnable
    for option in command.options where !["help"].contains(option.name) {
      let sharing = runnable.count { $0.options.contains { $0.name == option.name } }
      let found = (sharing > 1 ? all : used).contains("--\(option.name)")
      #expect(found, "no case of \(command.name) has --\(option.name)")
    }
  }
}

/// Bytes that are shown as text if they differ.
struct Shown: Equatable, CustomStringConvertible {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var description: String {
    let text = String(decoding: bytes.prefix(4000), as: UTF8.self)
    return bytes.isEmpty ? "nothing" : "\n" + text
  }
}
