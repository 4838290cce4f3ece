/// A shell that can complete command lines, and the script that makes it ask the tool.
///
/// The scripts know no command and no option: they hand the line to `TOOL __complete` and show the
/// answer (`CompletionAnswer`), so that they never disagree with the tool that is installed.
package enum CompletionScript: String, CaseIterable, Sendable {
  /// bash, from 3.2 on, which macOS has.
  case bash
  /// zsh, from 5 on.
  case zsh
  /// fish, from 3 on.
  case fish

  /// The shells that take the script.
  var summary: String {
    switch self {
    case .bash: "bash 3.2 and later"
    case .zsh: "zsh 5 and later"
    case .fish: "fish 3 and later"
    }
  }

  /// The name of the script's file, by which shells find it.
  package func fileName(of tool: String) -> String {
    switch self {
    case .bash: "\(tool).bash"
    case .zsh: "_\(tool)"
    case .fish: "\(tool).fish"
    }
  }

  /// The script.
  package func text(for tool: String) -> String {
    let template =
      switch self {
      case .bash: CompletionScript.bashTemplate
      case .zsh: CompletionScript.zshTemplate
      case .fish: CompletionScript.fishTemplate
      }
    let notes = CompletionScript.protocolNotes.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.isEmpty ? "#" : "# \($0)" }.joined(separator: "\n")
    return CompletionScript.replacing(
      "TOOL", by: tool, in: CompletionScript.replacing("# PROTOCOL", by: notes, in: template))
  }

  /// The head of each script.
  private static let protocolNotes = """
    Made from Sources/CardArguments/Pages/Shells; `swift test` says how to make it anew.

    The script knows no command and no option. It runs `TOOL __complete WORD...` with the words
    up to the cursor, the last being the one that is typed, and gets a line for each word that
    may stand there, with a tab and its meaning, and then one of these:

      :word              a space follows
      :open              the word may go on
      :files [EXT]...    files may stand there too: those that end so, or all
      :directories       directories may stand there too

    Without such a line, or at any other status than 0, nothing is offered.
    """

  private static func replacing(_ word: String, by text: String, in template: String) -> String {
    var result = ""
    var rest = template[...]
    while let range = rest.place(of: word) {
      result += rest[..<range.lowerBound] + text
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
