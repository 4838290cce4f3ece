import Foundation
import TestSupport
import Testing

/// The console blocks of README.md print what they show.
///
/// Each command is run by /bin/sh in the root of the repository, with the built cardctl first in
/// PATH; its standard output and error together must be the lines below it. A note
/// `<!-- not run: reason -->` before a block keeps it from being run; so does a program that is not
/// installed. The results mention both.
struct ReadmeTests {
  private static let readme = Repository.root.appending(path: "README.md")
  private static let blocks = blocks(of: readme)

  private static func blocks(of file: URL) -> [ConsoleBlock] {
    ConsoleBlock.all(in: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
  }

  @Test func thereAreBlocks() {
    #expect(ReadmeTests.blocks.contains { !$0.commands.isEmpty && $0.reasonNotToRun == nil })
  }

  @Test(arguments: blocks)
  func printsWhatItSays(_ block: ConsoleBlock) throws {
    try ConsoleRun(block).check("README.md")
  }
}

/// The runner with a file that has known errors.
struct ReadmeRunnerTests {
  private static let blocks: [ConsoleBlock] = {
    let sample = Repository.root.appending(path: "Tests/CommandsTests/Readme/Sample.md")
    return ConsoleBlock.all(in: (try? String(contentsOf: sample, encoding: .utf8)) ?? "")
  }()

  @Test func findsTheBlocks() throws {
    #expect(ReadmeRunnerTests.blocks.map(\.line) == [6, 15, 24, 30, 39, 45])
    #expect(ReadmeRunnerTests.blocks.map(\.commands.count) == [2, 1, 1, 1, 1, 1])
    #expect(ReadmeRunnerTests.blocks[1].commands[0].line.contains("\\\n"))
    let reasons = ReadmeRunnerTests.blocks.map(\.reasonNotToRun)
    #expect(reasons == [nil, nil, nil, "it needs the network", nil, nil])
  }

  @Test(arguments: 0..<3)
  func acceptsWhatIsTrue(_ number: Int) throws {
    for command in ReadmeRunnerTests.blocks[number].commands {
      let printed = try ConsoleRun.output(of: command)
      #expect(command.matches(printed), "\(printed)")
    }
  }

  @Test func seesWhatIsFalse() throws {
    let command = ReadmeRunnerTests.blocks[4].commands[0]
    #expect(!command.matches(try ConsoleRun.output(of: command)))
  }

  @Test func findsProgramsThatAreMissing() {
    #expect(ConsoleRun(ReadmeRunnerTests.blocks[5]).missingPrograms() == ["no-such-program"])
    #expect(ConsoleRun(ReadmeRunnerTests.blocks[0]).missingPrograms() == [])
  }

  @Test(arguments: [
    (["a", "b"], "a\nb\n", true), (["a", "b"], "a\nb", true), (["a"], "a\nb\n", false),
    (["a", "b"], "a\n", false), ([], "", true), ([], "a\n", false), (["..."], "", true),
    (["..."], "a\nb\n", true), (["a", "...", "d"], "a\nb\nc\nd\n", true),
    (["a", "...", "d"], "a\nd\n", true), (["a", "...", "d"], "a\nb\n", false),
    (["", "a"], "\na\n", true), (["..", "."], "..\n.\n", true),
  ])
  func comparesLines(_ lines: [String], _ printed: String, _ isMatch: Bool) {
    let command = ConsoleBlock.Command(line: "x", output: lines)
    #expect(command.matches(printed) == isMatch)
  }
}

/// Runs a block.
struct ConsoleRun {
  let block: ConsoleBlock

  init(_ block: ConsoleBlock) { self.block = block }

  /// The path of programs.
  private static let path =
    Repository.products.path + ":"
    + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")

  /// Programs that examples use in addition to cardctl, and that may not be installed.
  private static let optionalPrograms = [
    "jq", "python3", "gzip", "zcat", "zstdcat", "duckdb", "curl", "iconv", "tee", "no-such-program",
  ]

  /// Runs the block's commands and checks their output, or prints why not.
  func check(_ file: String) throws {
    if let reason = block.reasonNotToRun {
      print("\(file):\(block.line): not run: \(reason)")
      return
    }
    let missing = missingPrograms()
    if !missing.isEmpty {
      print("\(file):\(block.line): not run: there is no \(missing.joined(separator: ", "))")
      return
    }
    #expect(!block.commands.isEmpty, "\(file):\(block.line): the block has no command")
    for command in block.commands {
      let printed = try ConsoleRun.output(of: command)
      #expect(
        command.matches(printed), "\(file):\(block.line): \(command.line) printed\n\(printed)")
    }
  }

  /// The programs of the block that are not installed.
  func missingPrograms() -> [String] {
    let separators = CharacterSet(charactersIn: " |;&()\n\t")
    let words = Set(block.commands.flatMap { $0.line.components(separatedBy: separators) })
    return ConsoleRun.optionalPrograms.filter { program in
      guard words.contains(program) else { return false }
      let found = try? ChildProcess.run(
        ["-c", "command -v \(program)"], of: "/bin/sh", environment: ["PATH": ConsoleRun.path])
      return found?.status != 0
    }
  }

  /// The standard output and standard error of a command together.
  static func output(of command: ConsoleBlock.Command) throws -> String {
    var environment = ["PATH": path, "TZ": "UTC"]
    for name in ["HOME", "TMPDIR", "LANG"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    let script = "cd \"$1\" && eval \"$2\""
    let result = try ChildProcess.run(
      ["-c", "exec 2>&1; \(script)", "sh", Repository.root.path, command.line], of: "/bin/sh",
      environment: environment)
    return result.text
  }
}
