import Foundation
import TestSupport
import Testing

/// Programs of the shells that complete lines as a user at a terminal would.
///
/// Each prints `== LINE` for a given line, and the result below it.
enum ShellScript {
  static let completions = Repository.root.appending(path: "completions")

  /// The result of each line, in the order of the shell.
  static func run(
    _ shell: String, _ script: String, options: [String] = [], lines: [String],
    _ folder: ScratchFolder
  ) throws -> [String: [String]] {
    let path = try #require(InstalledProgram.path(shell))
    let scripts = try ScratchFolder()
    try scripts.write("script", script)
    var environment = InstalledProgram.environment(home: scripts.url.path)
    environment["COMPLETIONS"] = completions.path
    environment["FOLDER"] = folder.path
    let result = try ChildProcess.run(
      options + [scripts.path("script")] + lines, of: path, environment: environment)
    #expect(result.messageText == "")
    return ShellLine.offers(in: result.text)
  }

  /// Calls the function as bash does, and prints COMPREPLY.
  ///
  /// Words are split as in readline: at spaces, and at = and : outside quotes.
  static let bash = #"""
    source "$COMPLETIONS/cardctl.bash"
    cd "$FOLDER" || exit
    split() {
      local rest=$1 char quote='' word='' kind='' new
      COMP_WORDS=()
      while [[ -n $rest ]]; do
        char=${rest:0:1} rest=${rest:1} new=word
        if [[ -n $quote ]]; then
          [[ $char == "$quote" ]] && quote=''
        elif [[ $char == [\'\"] ]]; then
          quote=$char
        elif [[ $char == [=:] ]]; then
          new=break
        elif [[ $char == ' ' ]]; then
          new=blank
        fi
        if [[ -n $kind && $kind != "$new" ]]; then
          [[ $kind == blank ]] || COMP_WORDS+=("$word")
          word=''
        fi
        [[ $new == blank ]] || word+=$char
        kind=$new
      done
      [[ $kind == word ]] || { [[ $kind == break ]] && COMP_WORDS+=("$word"); word=''; }
      COMP_WORDS+=("$word")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    }
    for line; do
      COMP_LINE=$line COMP_POINT=${#line}
      split "$line"
      _cardctl_complete
      printf '== %s\n' "$line"
      ((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
    done
    """#

  /// Types each line into a zsh on a terminal and presses ^P.
  ///
  /// `noting` binds the key: it writes to the file HITS, and `<end>` at the end.
  static func zsh(noting widget: String) -> String {
    #"""
    cd "$FOLDER"
    zmodload zsh/zpty
    export HITS=$HOME/hits
    cat >$HOME/setup <<'SETUP'
    PS1= PS2= RPS1=
    fpath=($COMPLETIONS $fpath)
    autoload -Uz compinit && compinit -u -D
    zstyle ':completion:*' list-prompt ''
    LISTMAX=10000
    """# + "\n" + widget + "\n"
      + #"""
      print -r -- '<ready>' >>$HITS
      SETUP
      wait-for() {
        local i ignored
        for ((i = 0; i < 500; i++)); do
          [[ -e $HITS && "$(<$HITS)" == *"$1"* ]] && return
          sleep 0.05
          zpty -r -t shell ignored
        done
      }
      zpty -b shell zsh -f -i
      zpty -w shell "source $HOME/setup"
      wait-for '<ready>'
      for line; do
        : >$HITS
        zpty -w -n shell $'\C-u'"$line"$'\C-p'
        wait-for '<end>'
        print -r -- "== $line"
        grep -v '^<end>$' $HITS
      done
      zpty -d shell
      """#
  }

  /// Writes every offered word, before zsh adds quotes.
  static let zshOffers = #"""
    note-offers() {
      compadd() {
        if [[ ${@[1,(i)(-|--)]} != *-[OAD](\ |)* ]]; then
          local -a found
          builtin compadd -O found "$@"
          (( $#found )) && print -rl -- $found >>$HITS
        fi
        builtin compadd "$@"
      }
      _main_complete
      print -r -- '<end>' >>$HITS
    }
    zle -C note complete-word note-offers
    bindkey '^P' note
    """#

  /// Completes, and writes the resulting line.
  static let zshLine = #"""
    complete-and-note() {
      zle expand-or-complete
      print -r -- "$BUFFER" >>$HITS
      print -r -- '<end>' >>$HITS
    }
    zle -N complete-and-note
    bindkey '^P' complete-and-note
    """#
}
