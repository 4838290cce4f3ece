/// A shell that can complete command lines.
///
/// Its script knows no commands or options: it passes the line to `TOOL __complete` and shows the
/// answer (`CompletionAnswer`), so it always agrees with the installed tool.
package enum Shell: String, OptionChoice {
  case bash, zsh, fish

  /// The versions that support the script.
  package var summary: String {
    switch self {
    case .bash: "bash 3.2 and later"
    case .zsh: "zsh 5 and later"
    case .fish: "fish 3 and later"
    }
  }
}
