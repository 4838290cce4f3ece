/// A shell that can complete command lines.
///
/// Its script knows no commands or options: it passes the line to `TOOL __complete` and shows the
/// answer (`CompletionAnswer`), so it always agrees with the installed tool.
package enum Shell: String, OptionChoice {
  case bash = "bash: bash 3.2 and later"
  case zsh = "zsh: zsh 5 and later"
  case fish = "fish: fish 3 and later"
}
