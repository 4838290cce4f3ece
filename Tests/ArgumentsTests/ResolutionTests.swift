import CardArguments
import Testing

/// A whole line after `kit`, and a summary of what it resolves to.
private let resolutions: [(line: [String], expected: String)] = [
  (["copy"], "run kit copy []"),
  (["copy", "--to", "csv", "--help"], "run kit copy [--to csv --help]"),
  (["copy", "--", "x"], "run kit copy [-- x]"),
  (["log", "add", "view", "a"], "run kit log add [view a]"),
  ([], "error: 'kit' needs a command: copy, log or help / see 'kit --help'"),
  (["log"], "error: 'kit log' needs a command: add or show / see 'kit log --help'"),
  (["-h"], "help kit short"),
  (["--help"], "help kit long"),
  (["--help", "copy"], "help kit copy long"),
  (["-h", "log", "show"], "help kit log show short"),
  (["log", "--help"], "help kit log long"),
  (["--version"], "version"),
  (["help"], "help kit long"),
  (["help", "copy"], "help kit copy long"),
  (["help", "log"], "help kit log long"),
  (["help", "log", "add"], "help kit log add long"),
  (["log", "help", "add"], "help kit log add long"),
  (["help", "help"], "help kit help long"),
  (["help", "-h"], "help kit short"),
  (["help", "shapes"], "page shapes []"),
  (["help", "shapes", "round"], "page shapes [round]"),
  (
    ["help", "shape"],
    "error: unknown command 'shape'; did you mean 'shapes'? / see 'kit --help'"
  ),
  (["shapes"], "error: unknown command 'shapes' / see 'kit --help'"),
  (["--completion", "zsh"], "completion zsh"),
  (["--completion=fish", "copy"], "completion fish"),
  (["completion", "bash"], "completion bash"),
  (
    ["--completion", "ksh"],
    "error: invalid value 'ksh' for '--completion'; did you mean "
      + "'zsh'? expected bash, zsh or fish / see 'kit --help'"
  ),
  (["--help", "help"], "help kit help long"),
  (
    ["help", "log", "ad"],
    "error: unknown command 'ad' of 'kit log'; did you mean 'add'? / see 'kit log --help'"
  ),
  (["help", "copy", "x"], "error: unknown command 'x' of 'kit copy' / see 'kit copy --help'"),
  (
    ["cpoy", "--help"],
    "error: unknown command 'cpoy'; did you mean 'copy'? / see 'kit --help'"
  ),
  (
    ["log", "shwo"],
    "error: unknown command 'shwo' of 'kit log'; did you mean 'show'? / see 'kit log --help'"
  ),
  (["lint"], "error: unknown command 'lint'; did you mean 'copy --to'? / see 'kit --help'"),
  (
    ["in.json"],
    "error: unknown command 'in.json'; did you mean 'kit copy in.json'? / see 'kit --help'"
  ),
  (
    ["--colour", "copy"],
    "error: unknown option '--colour'; did you mean '--color'? / see 'kit --help'"
  ),
  (["--to", "csv", "copy"], "error: '--to' is an option of copy / see 'kit --help'"),
  (["-j2", "copy"], "error: '-j' is an option of copy / see 'kit --help'"),
  (["-q", "copy"], "error: '-q' is an option of copy, log add or log show / see 'kit --help'"),
  (
    ["log", "-q", "add"],
    "error: '-q' is an option of copy, log add or log show / see 'kit log --help'"
  ),
  (["--color"], "error: option '--color' needs a value: WHEN / see 'kit --help'"),
  (["--", "copy"], "error: unknown command '--' / see 'kit --help'"),
  (["-"], "error: unknown command '-' / see 'kit --help'"),
]

@Suite struct ResolutionTests {
  @Test(arguments: resolutions)
  func linesChooseACommand(_ line: [String], _ expected: String) {
    #expect(summary(of: line) == expected)
  }

  @Test func theVersionLineNamesTheTool() {
    #expect(Samples.tool.versionLine == "kit 1.2.0")
  }

  @Test func familiesAreNotRunnable() {
    #expect(
      Samples.tool.command.runnable.map(\.name)
        == ["kit copy", "kit log add", "kit log show", "kit help"])
  }

  private func summary(of line: [String]) -> String {
    var command = Samples.copy
    do throws(ArgumentError) {
      switch try Samples.tool.resolve(line, &command) {
      case .run(let arguments):
        return "run \(command.name) [\(arguments.joined(separator: " "))]"
      case .help(let length): return "help \(command.name) \(length)"
      case .page(let word, let rest): return "page \(word) [\(rest.joined(separator: " "))]"
      case .completion(let shell): return "completion \(shell.argument)"
      case .version: return "version"
      }
    } catch {
      let advised = Samples.tool.advised(error, of: command, habits: ["lint": ["copy --to"]])
      return "error: \(advised.message) / \(command.hint)"
    }
  }
}
