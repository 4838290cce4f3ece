import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The three shells themselves complete lines with the scripts of `completions/`.
@Suite(.serialized)
struct ShellTests {
  private func run(_ shell: String, _ script: String, options: [String] = []) throws
    -> [String: [String]]
  {
    try ShellScript.run(
      shell, script, options: options, lines: ShellLine.all.map(\.line), ShellLine.prepare()
    ).mapValues { $0.sorted() }
  }

  /// Compares the offers; `kept` is the length of the prefix that a shell omits from them.
  private func check(_ found: [String: [String]], kept: (ShellLine) -> Int = { _ in 0 }) throws {
    for line in ShellLine.all {
      let offers = try #require(found[line.line], "no completions for \(line.line)")
      let expected = line.offers.map { String($0.dropFirst(kept(line))) }
      #expect(offers == expected.sorted(), "\(line.line)")
    }
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("bash"), "bash is not installed"))
  func bashCompletes() throws {
    let found = try run("bash", ShellScript.bash).mapValues { offers in
      // bash puts a backslash before special characters.
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
    let found = try run("zsh", ShellScript.zsh(noting: ShellScript.zshOffers), options: ["-f"])
      .mapValues { offers in
        offers.map { $0.replacing("\\", with: "") }.sorted()
      }
    // zsh completes only the file after the =.
    try check(found) { line in line.line.hasSuffix("--feed=f") ? "--feed=".count : 0 }
  }

  @Test(.enabled(if: InstalledProgram.isInstalled("shellcheck"), "shellcheck is not installed"))
  func bashScriptIsClean() throws {
    let program = try #require(InstalledProgram.path("shellcheck"))
    let script = ShellScript.completions.appending(path: "cardctl.bash").path
    let result = try ChildProcess.run(["--shell=bash", script], of: program)
    #expect(result.text == "")
    #expect(result.status == 0)
  }
}
