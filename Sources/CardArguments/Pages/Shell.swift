/// A shell that can complete command lines.
///
/// Its script knows no commands or options. It passes the line to `TOOL __complete` and shows the
/// response (`CompletionAnswer`), so it always matches the installed tool.
package enum Shell: String, OptionChoice {
  case bash = "bash: bash 3.2 and later"
  case zsh = "zsh: zsh 5 and later"
  case fish = "fish: fish 3 and later"
}
