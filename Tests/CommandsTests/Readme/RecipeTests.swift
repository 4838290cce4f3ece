import Foundation
import Testing

/// What README.md gives to be copied beside its console blocks: recipes, and how to install.
struct RecipeTests {
  private static let readme =
    (try? String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)) ?? ""

  /// The text below a heading.
  private static func section(_ heading: String) throws -> String {
    try #require(readme.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
  }

  /// The recipes are run one after the other, as one journal is written and then read.
  @Test func recipesWork() throws {
    let text = try RecipeTests.section("Recipes").replacing(/```[^`]*```/, with: "")
    let recipes = text.matches(of: /`([^`]*cardctl [^`]*)`/).map { match in
      // A loop that is left to the reader begins behind the command.
      String(match.1.replacing("\n", with: " ").prefix { $0 != "…" })
        .components(separatedBy: " | while")[0].trimmingPrefix { $0 == " " }
    }
    #expect(recipes.count >= 8)
    let (folder, environment) = try ExampleTests.surroundings()
    for recipe in recipes where !recipe.hasPrefix("tail -f") {
      let programs = ["duckdb", "parallel", "jq"].filter { recipe.contains("\($0) ") }
      if let missing = programs.first(where: { !InstalledProgram.isInstalled($0) }) {
        print("not run: \(recipe): there is no \(missing)")
        continue
      }
      let result = try ChildProcess.run(
        ["-c", "cd \"$1\" && eval \"$2\"", "sh", folder.url.path, String(recipe)], of: "/bin/sh",
        environment: environment)
      #expect(result.status == 0, "\(recipe)")
      #expect(result.messageText == "", "\(recipe)")
    }
  }

  // MARK: Installing

  /// The lines of the section that install what is built, for a prefix below HOME.
  private static func installation() throws -> String {
    let section = try section("Install")
    let block = try #require(section.firstMatch(of: /```sh\n([^`]*)```/)).1
    return String(block).replacing("swift build -c release && ", with: "")
      .replacing(".ci/install ~/.local", with: ".ci/install ~/.local '\(Repository.tool)'")
  }

  @Test(arguments: ["bash", "zsh"])
  func installs(_ shell: String) throws {
    guard let path = InstalledProgram.path(shell) else {
      print("not run: there is no \(shell)")
      return
    }
    let home = try ScratchFolder()
    let environment = InstalledProgram.environment(home: home.url.path)
    func run(_ program: String, _ words: String...) throws -> String {
      let result = try ChildProcess.run(words, of: program, environment: environment)
      #expect(result.messageText == "")
      #expect(result.status == 0)
      return result.text
    }
    let command = "set -e; cd '\(Repository.root.path)'\n" + (try RecipeTests.installation())
    #expect(try run(path, "-c", command) == "")
    let prefix = home.url.appending(path: ".local")
    let expected = SurfaceFileTests.paths.filter { $0.hasPrefix("man/") }.map { page in
      "share/man/man\(page.suffix(1))/\(page.dropFirst("man/".count))"
    }
    let others = ["bin/cardctl", "share/bash-completion/completions/cardctl"]
    for file in expected + others {
      let isThere = FileManager.default.fileExists(atPath: prefix.appending(path: file).path)
      #expect(isThere, "\(file)")
    }
    // zsh and fish find what is said that they find.
    if let zsh = InstalledProgram.path("zsh") {
      let setting = try #require(RecipeTests.section("Install").firstMatch(of: /`(fpath=[^`]*)`/)).1
      let script = "\(setting); autoload -Uz compinit; compinit -u -D; print $_comps[cardctl]"
      #expect(try run(zsh, "-f", "-c", script) == "_cardctl\n")
    }
    if let fish = InstalledProgram.path("fish") {
      #expect(try run(fish, "-c", "complete -C 'cardctl con'").hasPrefix("convert"))
    }
  }
}
