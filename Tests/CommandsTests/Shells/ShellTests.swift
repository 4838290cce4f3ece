import Foundation
import Testing

@testable import Commands

/// The three shells themselves complete lines with the scripts of `completions/`.
@Suite(.serialized)
struct ShellTests {
  private static let completions = Repository.root.appending(path: "completions")

  private func run(_ shell: String, _ script: String, options: [String] = []) throws
    -> [String: [String]]
  {
    let folder = try ShellLine.prepare()
    let path = try #require(InstalledProgram.path(shell))
    let scripts = try ScratchFolder()
    try scripts.write("script", script)
    var environment = InstalledProgram.environment(home: scripts.url.path)
    environment["COMPLETIONS"] = ShellTests.completions.path
    environment["FOLDER"] = folder.url.path
    let result = try ChildProcess.run(
      options + [scripts.path("script")] + ShellLine.all.map(\.line), of: path,
      environment: environment)
    #expect(result.messageText == "")
    return ShellLine.offers(in: result.text)
  }

  /// Compares what was offered; `kept` is how much of a word a shell leaves out of its offers.
  private func check(_ found: [String: [String]], kept: (ShellLine) -> Int = { _ in 0 }) throws {
    for line in ShellLine.all {
      let offers = try #require(found[line.line], "nothing came of \(line.line)")
      let expected = line.offers.map { String($0.dropFirst(kept(line))) }
      #expect(offers == expected.sorted(), "\(line.line)")
    }
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("bash"), "bash is not installed"))
  func bashCompletes() throws {
    // Words are cut as readline cuts them, at blanks and at = and : outside quotes.
    let script = #"""
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
        _cardctl
        printf '== %s\n' "$line"
        ((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
      done
      """#
    let found = try run("bash", script).mapValues { offers in
      // bash puts a backslash before what a shell would take for itself.
      offers.map { $0.replacing("\\", with: "") }.sorted()
    }
    try check(found) { line in
      guard !line.line.contains("'e"), !line.line.contains("'m") else { return 0 }
      let typed = line.line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
      return typed.lastIndex { "=:".contains($0) }.map {
        typed.distance(from: typed.startIndex, to: $0) + 1
      } ?? 0
    }
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("fish"), "fish is not installed"))
  func fishCompletes() throws {
    let script = #"""
      source "$COMPLETIONS/cardctl.fish"
      cd "$FOLDER"
      for line in $argv
          printf '== %s\n' $line
          complete -C $line | string replace -r '\t.*' ''
      end
      """#
    let found = try run("fish", script, options: ["--no-config"]).mapValues { offers in
      offers.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.sorted()
    }
    try check(found)
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("zsh"), "zsh is not installed"))
  func zshCompletes() throws {
    let found = try run("zsh", ShellTests.zshScript, options: ["-f"]).mapValues { offers in
      offers.map { $0.replacing("\\", with: "") }.sorted()
    }
    // zsh completes a file behind the = alone.
    try check(found) { line in line.line.hasSuffix("--feed=f") ? "--feed=".count : 0 }
  }

  /// Types each line into a zsh on a terminal and presses a key whose widget notes what is added.
  private static let zshScript = #"""
    cd "$FOLDER"
    zmodload zsh/zpty
    export HITS=$HOME/hits
    cat >$HOME/setup <<'SETUP'
    PS1= PS2= RPS1=
    fpath=($COMPLETIONS $fpath)
    autoload -Uz compinit && compinit -u -D
    zstyle ':completion:*' list-prompt ''
    LISTMAX=10000
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

  @Test(.enabled(if: InstalledProgram.isInstalled("shellcheck"), "shellcheck is not installed"))
  func bashScriptIsClean() throws {
    let program = try #require(InstalledProgram.path("shellcheck"))
    let script = ShellTests.completions.appending(path: "cardctl.bash").path
    let result = try ChildProcess.run(["--shell=bash", script], of: program)
    #expect(result.text == "")
    #expect(result.status == 0)
  }
}
