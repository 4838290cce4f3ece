import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The shell recipes of cardctl-recipes(7), and the installation of README.md.
struct RecipeTests {
  @Test(arguments: PageCode.shell)
  func works(_ recipe: String) throws {
    guard !recipe.hasPrefix("tail -f") else { return }
    for program in ["duckdb", "parallel", "jq"] where recipe.contains("\(program) ") {
      guard InstalledProgram.isInstalled(program) else {
        print("not run: \(recipe): \(program) is not installed")
        return
      }
    }
    let (directory, environment) = try ExampleTests.surroundings()
    let result = try ChildProcess.run(
      ["-c", "cd \"$1\" && eval \"$2\"", "sh", directory.url.path, recipe], of: "/bin/sh",
      environment: environment)
    #expect(result.status == 0)
    #expect(result.messageText == "")
  }

  // MARK: Installation

  private static let readme =
    (try? String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)) ?? ""

  /// The section on installation, and its shell blocks.
  private static func installation() throws -> (text: String, blocks: [String]) {
    let text = try #require(
      readme.components(separatedBy: "\n## ").first { $0.hasPrefix("Install\n") })
    return (text, text.matches(of: /```sh\n([^`]*)```/).map { String($0.1) })
  }

  /// Runs shell lines in a directory with a new home.
  private func run(_ script: String, with shell: String, home: ScratchFolder) throws -> String {
    let result = try ChildProcess.run(
      ["-c", "set -e; cd '\(Repository.root.path)'\n" + script], of: shell,
      environment: InstalledProgram.environment(home: home.url.path))
    #expect(result.messageText == "")
    #expect(result.status == 0)
    return result.text
  }

  /// Expects the program, the manual and the completions below `~/.local`.
  private func expectInstalled(in home: ScratchFolder) {
    let pages = SurfaceFileTests.paths.filter { $0.hasPrefix("man/") }.map { page in
      "share/man/man\(page.suffix(1))/\(page.dropFirst("man/".count))"
    }
    for file in pages + ["bin/cardctl", "share/bash-completion/completions/cardctl"] {
      let path = home.path(".local/" + file)
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }

  @Test(arguments: ["bash", "zsh"])
  func installsFromSource(_ shell: String) throws {
    guard let path = InstalledProgram.path(shell) else {
      print("not run: \(shell) is not installed")
      return
    }
    let (text, blocks) = try RecipeTests.installation()
    let block = try #require(blocks.first { $0.contains(".ci/install") })
    let script = block.replacing("swift build -c release && ", with: "")
      .replacing(".ci/install ~/.local", with: ".ci/install ~/.local '\(Repository.tool)'")
    let home = try ScratchFolder()
    #expect(try run(script, with: path, home: home) == "")
    expectInstalled(in: home)
    // zsh and fish find the completions as the README states.
    if let zsh = InstalledProgram.path("zsh") {
      let setting = try #require(text.firstMatch(of: /`(fpath=[^`]*)`/)).1
      let script = "\(setting); autoload -Uz compinit; compinit -u -D; print $_comps[cardctl]"
      #expect(try run(script, with: zsh, home: home) == "_cardctl\n")
    }
    if let fish = InstalledProgram.path("fish") {
      let result = try ChildProcess.run(
        ["-c", "complete -C 'cardctl con'"], of: fish,
        environment: InstalledProgram.environment(home: home.url.path))
      #expect(result.text.hasPrefix("convert"))
    }
  }

  /// The lines that download a release, with a directory in place of the network.
  @Test(
    .enabled(
      if: ["bash", "git", "curl", "shasum"].allSatisfy(InstalledProgram.isInstalled),
      "bash, git, curl or shasum is not installed"))
  func installsARelease() throws {
    let block = try #require(
      RecipeTests.installation().blocks.first { $0.contains("SHA256SUMS") })
    let url = "https://github.com/OWNER/cardctl/releases/download"
    #expect(block.contains(url) && block.contains("version=\(Tool.version) "))
    let project = try RecipeProject(.release)
    let releases = try #require(project.environment["CARDCTL_RELEASES"])
    let result = try project.run(block.replacing(url, with: releases))
    #expect(result.status == 0, "\(result.messageText)")
    #expect(result.text.hasSuffix("linux-x86_64.tar.gz: OK\n"))
    let home = project.directory.path("home/.local/bin/cardctl")
    #expect(FileManager.default.isExecutableFile(atPath: home))
  }
}
