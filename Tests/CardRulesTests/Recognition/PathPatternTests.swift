import Foundation
import TestSupport
import Testing

@testable import CardRules

/// Patterns of paths, with the meaning of lines of a `.gitignore`.
struct PathPatternTests {
  @Test(
    arguments: [
      ("a.json", "a.json", true), ("a.json", "x/y/a.json", true), ("a.json", "a.jsonl", false),
      ("*.json", "x/a.json", true), ("*.json", "x/a.json/b", false), ("a*c", "abbbc", true),
      ("a*c", "a/c", false), ("a?c", "abc", true), ("a?c", "aéc", false), ("a??c", "aéc", true),
      ("a?c", "ac", false),
      ("/a.json", "a.json", true), ("/a.json", "x/a.json", false), ("./a", "a", true),
      ("x/a.json", "x/a.json", true), ("x/a.json", "y/x/a.json", false),
      ("x/*.json", "x/a.json", true), ("x/*.json", "x/y/a.json", false),
      ("**/a", "a", true), ("**/a", "x/y/a", true), ("**/x/a", "y/x/a", true),
      ("x/**", "x/a", true), ("x/**", "x/y/a", true), ("x/**", "x", false),
      ("x/**/a", "x/a", true), ("x/**/a", "x/y/z/a", true), ("x/**/a", "y/a", false),
      ("x/**/y/**/a", "x/1/y/2/3/a", true), ("x/**/y/**/a", "x/1/2/a", false),
      ("[a-c].json", "b.json", true), ("[a-c].json", "d.json", false),
      ("[!a-c].json", "d.json", true), ("[^a-c].json", "b.json", false), ("[]x]", "]", true),
      ("[a-]", "-", true), ("[!a]", "é", false), ("[!a][!a]", "é", true), (#"\*"#, "*", true),
      (#"\*"#, "a", false), (#"\!a"#, "!a", true),
      ("*", "x/.a", true), ("**", "x/a", true), ("#a", "#a", true), ("a b", "a b", true),
    ] as [(String, String, Bool)])
  func matchesFiles(_ pattern: String, _ path: String, _ isMatch: Bool) throws {
    #expect(try PathPattern(pattern).matches(path, isDirectory: false) == isMatch)
  }

  @Test(arguments: [
    ("a/", "a", true), ("a/", "x/a", true), ("/a/", "x/a", false), ("/a/", "a", true),
    ("x/a/", "x/a", true), ("*/", "x", true),
  ])
  func aSlashAtTheEndStandsForFolders(_ pattern: String, _ path: String, _ isMatch: Bool) throws {
    #expect(try PathPattern(pattern).matches(path, isDirectory: true) == isMatch)
    #expect(try !PathPattern(pattern).matches(path, isDirectory: false))
  }

  @Test(arguments: ["", "/", "//", "!a", "[a", "[", "a\\", "[!]"])
  func invalidPatternsAreRefused(_ text: String) {
    #expect(throws: PathPattern.SyntaxError.self) { try PathPattern(text) }
  }

  /// The result of git for the same patterns and paths.
  @Test(.enabled(if: InstalledProgram.isInstalled("git"), "git is not installed"))
  func gitAgrees() throws {
    let program = try #require(InstalledProgram.path("git"))
    let patterns = [
      "a", "/a", "a/", "*a", "a/b", "**/b", "a/**", "a/**/b", "?", "[ab]", "[!a]", "b/*", "*/b",
      "/*", "a*/b?", "**/a/**", "??", "[!a]?", "[é]", "é", "[é][é]", "*é",
    ]
    let paths = ["a", "b", "ab", "a/b", "b/a", "a/b/a", "b/a/b", "a/a/b/b", "ab/ba", "é", "a/é"]
    let folder = try ScratchFolder()
    func git(_ words: [String]) throws -> Int32 {
      try ChildProcess.run(
        ["-C", folder.path] + words, of: program, environment: ["HOME": folder.path]
      ).status
    }
    #expect(try git(["init", "-q"]) == 0)
    for text in patterns {
      try folder.write(".gitignore", text + "\n")
      let pattern = try PathPattern(text)
      for path in paths {
        let names = path.split(separator: "/")
        // git skips everything in an excluded directory, as a walk does.
        let isLeftOut = names.indices.contains { last in
          let part = names[...last].joined(separator: "/")
          return pattern.matches(part, isDirectory: last < names.count - 1)
        }
        let status = try git(["check-ignore", "-q", "--no-index", path])
        #expect(isLeftOut == (status == 0), "\(text) and \(path)")
      }
    }
  }

  /// The cost is at most the product of the number of stars and the length of the name.
  @Test func starsAreNotTriedInAllWays() throws {
    let name = String(repeating: "a", count: 4000)
    let pattern = try PathPattern(String(repeating: "a*", count: 60) + "b")
    #expect(!pattern.matches(name, isDirectory: false))
    let deep = String(repeating: "a/", count: 1500) + "a"
    let folders = try PathPattern(String(repeating: "**/a/", count: 60) + "b")
    #expect(!folders.matches(deep, isDirectory: false))
  }
}

extension PathPattern {
  fileprivate init(_ text: String) throws(SyntaxError) { try self.init(Array(text.utf8)) }

  /// Whether the pattern matches the file or directory at a path from its directory.
  fileprivate func matches(_ path: some StringProtocol, isDirectory: Bool) -> Bool {
    matches(path.split(separator: "/").map { Array($0.utf8) }, isDirectory: isDirectory)
  }
}
