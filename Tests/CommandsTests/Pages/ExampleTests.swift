import CardArguments
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The examples of help and manual pages work as typed.
///
/// Each is run by /bin/sh in a directory with the files that examples name.
struct ExampleTests {
  /// An example and the command whose page shows it.
  struct Shown: Sendable, CustomTestStringConvertible {
    let command: String
    let example: Example
    var testDescription: String { example.command }
  }

  private static let all: [Shown] = {
    func examples(_ command: CardCommands.Command) -> [Shown] {
      command.examples.map { Shown(command: command.name, example: $0) }
        + command.subcommands.flatMap(examples)
    }
    let tool = Tool.declaration.command
    return tool.examples.map { Shown(command: tool.name, example: $0) }
      + tool.subcommands.flatMap(examples)
  }()

  /// The files that examples may name, and the fixtures to copy.
  private static let files = [
    ("feed.json", "feed.json"), ("old.json", "feed.json"), ("yesterday.json", "feed.json"),
    ("cards.ndjson", "shapes/wire.ndjson"), ("local.json", "local-feed.json"),
    ("sync1.json", "shapes/wire.ndjson"), ("sync2.json", "syncs/2-tuesday.json"),
    ("registry.json", "store-registry.json"), ("campaigns", "requests/good"),
    ("clicks.json", "currents-clicks.json"),
  ]

  @Test(arguments: all)
  func works(_ shown: Shown) throws {
    if shown.example.command.contains("--follow") {
      print("not run: \(shown.example.command): it runs until it is stopped")
      return
    }
    for program in ["jq", "duckdb"] where shown.example.command.contains(program) {
      guard InstalledProgram.isInstalled(program) else {
        print("not run: \(shown.example.command): there is no \(program)")
        return
      }
    }
    let (folder, environment) = try ExampleTests.surroundings()
    let result = try ChildProcess.run(
      ["-c", "cd \"$1\" && eval \"$2\"", "sh", folder.path, shown.example.command],
      of: "/bin/sh", environment: environment)
    // validate may have findings in a sample feed.
    #expect([0, 1].contains(result.status), "\(result.messageText)")
    // A feed may have cards of classes that are not registered.
    let complaints = result.messageText.split(separator: "\n").filter { line in
      line.contains("cardctl:") && !line.contains("unregistered class types")
        && !line.contains("cardctl: deleted ")
    }
    #expect(complaints.isEmpty, "\(result.messageText)")
    #expect(!result.messageText.contains("not found"), "\(result.messageText)")
  }

  /// Creates a directory with the files that examples name, and an environment with the variables
  /// and a journal that contains an event.
  static func surroundings() throws -> (folder: ScratchFolder, environment: [String: String]) {
    let folder = try ScratchFolder()
    for (name, fixture) in files {
      try FileManager.default.copyItem(
        at: Repository.fixtures.appending(path: fixture), to: folder.url.appending(path: name))
    }
    // It does not contain cards, and a directory of campaigns has no such file.
    try FileManager.default.removeItem(
      at: folder.url.appending(path: "campaigns/configuration.json"))
    var environment = InstalledProgram.environment(home: folder.path)
    environment["CARDCTL_JOURNAL"] = folder.path("events.ndjson")
    environment["id"] = try cardID()
    environment["user"] = "user-17"
    environment["request_id"] = "request-1"
    _ = try ChildProcess.run(
      ["log", "impression", "--user", "user-17", "example"], environment: environment)
    return (folder, environment)
  }

  /// A card of feed.json that may be clicked and dismissed.
  private static func cardID() throws -> String {
    let run = CommandRun(
      arguments: [
        "filter", "--dismissible", "--no-control", "--where", "url", "--limit", "1", "--ids",
        Repository.fixtures.appending(path: "feed.json").path,
      ])
    return try run.result().text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Each command has at least two examples.
  @Test(arguments: Tool.commands.map(\.word))
  func thereAreExamples(_ word: String) throws {
    let name = "cardctl \(word)"
    let count = ExampleTests.all.count { $0.command == name || $0.command.hasPrefix(name + " ") }
    #expect(count >= 2)
  }
}
