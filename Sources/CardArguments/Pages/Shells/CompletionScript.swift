/// A shell that can complete command lines, and the script that makes it call the tool.
///
/// The scripts know no commands or options: they pass the line to `TOOL __complete` and show the
/// answer (`CompletionAnswer`), so they always agree with the installed tool.
package enum CompletionScript: String, CaseIterable, Sendable {
  /// bash 3.2 or later, as on macOS.
  case bash
  /// zsh 5 or later.
  case zsh
  /// fish 3 or later.
  case fish

  /// The shells that support the script.
  var summary: String {
    switch self {
    case .bash: "bash 3.2 and later"
    case .zsh: "zsh 5 and later"
    case .fish: "fish 3 and later"
    }
  }

  /// The file name by which shells find the script.
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

  /// The header of each script.
  private static let protocolNotes = """
    Made from Sources/CardArguments/Pages/Shells; `swift test` says how to make it anew.

    The script knows no command and no option. It runs `TOOL __complete WORD...` with the words
    up to the cursor, the last being the one that is typed, and gets a line for each word that
    may stand there, with a tab and its meaning, and then one of these:

      :word              a space follows
      :open              the word may go on
      :files [EXT]...    files may stand there too: those that end so, or all

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
