import CardCommands
import Foundation
import TestSupport
import Testing

/// `.gitignore` files in walks: golden cases cannot contain a repository.
struct GitIgnoreTests {
  private static let card = #"{"id":"a","tp":"control","ca":1795161600,"e":{}}"#

  /// A repository of these files; those with the extension `.json` contain a card.
  private func repository(_ files: [String: String]) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(".git/HEAD", "ref: refs/heads/main\n")
    for (name, text) in files { try folder.write(name, text.isEmpty ? Self.card : text) }
    return folder
  }

  /// The names of the files that are read.
  private func read(_ line: String, in folder: ScratchFolder) throws -> [String] {
    let words = ("validate --no-config --files " + line).split(separator: " ").map(String.init)
    let result = try CommandRun(arguments: words, directory: folder.path).result()
    #expect(result.messageText == "")
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("not read") }
      .map { line in String(line.split(separator: ": ", maxSplits: 1)[1]) }
  }

  @Test func filesApplyFromTheTopDown() throws {
    let folder = try repository([
      ".gitignore": "*.old.json\nbuild/\n/only-here.json\n# c.json\n\r\n!!d.json\n",
      "a.json": "", "a.old.json": "", "build/a.json": "", "only-here.json": "", "c.json": "",
      "!d.json": "", "x/only-here.json": "", "x/.gitignore": "\u{FEFF}!keep.old.json\nb.json\r\n",
      "x/keep.old.json": "", "x/b.json": "", "x/y/b.json": "", "x/a.old.json": "",
    ])
    #expect(
      try read(".", in: folder) == [
        "./!d.json", "./a.json", "./c.json", "./x/keep.old.json", "./x/only-here.json",
      ])
    #expect(try read("--no-ignore .", in: folder).count == 11)
    // Files above the operand apply too.
    #expect(try read("x", in: folder) == ["x/keep.old.json", "x/only-here.json"])
  }

  @Test func anOperandIsNeverIgnored() throws {
    let folder = try repository([
      ".gitignore": "build\n*.old.json\n", "build/a.json": "", "build/build/b.json": "",
      "build/c.old.json": "",
    ])
    #expect(try read("build", in: folder) == ["build/a.json", "build/build/b.json"])
    #expect(try read("build/c.old.json", in: folder) == ["build/c.old.json"])
    // A pattern that includes the operand again does not affect the patterns below it.
    try folder.write(".gitignore", "*\n!*/\n!*.json\nb.json\n")
    #expect(
      try read("build", in: folder) == ["build/a.json", "build/c.old.json"])
  }

  @Test func anOperandInWhichAllIsIgnoredGetsANote() throws {
    let folder = try repository([".gitignore": "*.json\n", "p/a.json": ""])
    let run = CommandRun(arguments: ["filter", "-c", "p"], directory: folder.path)
    let result = try run.result()
    #expect(
      result.messageText
        == "cardctl: p: contains no .json, .ndjson or .jsonl file to read; .gitignore ignores some, "
        + "which --no-ignore reads\n")
    #expect(result.text == "0\n" && result.status == 0)
  }

  @Test func aRepositoryEndsWhereAnotherBegins() throws {
    let folder = try repository([
      ".gitignore": "a.json\n", "b.json": "", "sub/.git": "gitdir: elsewhere\n", "sub/a.json": "",
      "sub/.gitignore": "b.json\n", "sub/b.json": "", "sub/x/b.json": "",
    ])
    #expect(try read(".", in: folder) == ["./b.json", "./sub/a.json"])
    #expect(try read("sub", in: folder) == ["sub/a.json"])
  }

  @Test func outsideOfARepositoryNothingIsIgnored() throws {
    let folder = try ScratchFolder()
    try folder.write(".gitignore", "*.json\n")
    try folder.write("a.json", Self.card)
    #expect(try read(".", in: folder) == ["./a.json"])
  }

  /// Hostile files: a link out of the repository, a pipe, a huge file, expensive patterns.
  @Test func hostileFilesAreHarmless() throws {
    let folder = try repository(["x/a.json": "", "y/a.json": "", "z/a.json": "", "secret": "*\n"])
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path + "/x/.gitignore", withDestinationPath: "../secret")
    #expect(mkfifo(folder.path + "/y/.gitignore", 0o600) == 0)
    let stars = String(repeating: "a*", count: 4000) + "b\n"
    try folder.write("z/.gitignore", stars + String(repeating: "**/a", count: 4000) + "/b\n")
    try folder.write("z/" + String(repeating: "a", count: 200) + ".json", Self.card)
    #expect(try read(".", in: folder).count == 4)
    try folder.write("z/.gitignore", String(repeating: "*a\n", count: 400_000))
    let run = CommandRun(arguments: ["validate", "--files", "."], directory: folder.path)
    let result = try run.result()
    #expect(
      result.messageText == "cardctl: cannot read ./z/.gitignore: expected at most 1024 KiB\n")
    #expect(result.status == 3)
    let checked = "checked (a card): ./x/a.json\nchecked (a card): ./y/a.json\n"
    #expect(result.text.hasPrefix(checked + "not read"))
  }

  /// Random patterns ignore the files that git ignores.
  @Test(.enabled(if: InstalledProgram.isInstalled("git"), "git is not installed"))
  func gitIgnoresTheSameFiles() throws {
    var generator = SeededNumbers(seed: 50)
    let directories = ["", "a/", "b/", "a/b/", "a/a/", "ab/"]
    let names = ["a.json", "b.json", "ab.json", "a b.json", "[.json", "-.json", #"a\.json"#]
    let paths = directories.flatMap { directory in names.map { directory + $0 } }
    let folder = try ScratchFolder()
    for path in paths { try folder.write(path, Self.card) }
    let environment = InstalledProgram.environment(home: folder.path)
    func git(_ line: String, _ input: String = "") throws -> String {
      try ChildProcess.run(
        ["-c", "cd \"$1\" && git \(line)", "sh", folder.path], of: "/bin/sh", input: input,
        environment: environment
      ).text
    }
    _ = try git("init -q --template=")
    for round in 0..<60 {
      var files: [String] = []
      for directory in ["", "a/", "a/b/"] {
        let lines = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          Self.line(&generator)
        }
        try folder.write(directory + ".gitignore", lines.joined())
        files.append(directory + lines.joined().debugDescription)
      }
      let input = paths.joined(separator: "\0") + "\0"
      let ignored = Set(
        try git("check-ignore --no-index -z --stdin", input).split(separator: "\0").map(String.init)
      )
      let expected = paths.filter { !ignored.contains($0) }.map { "./" + $0 }
      #expect(
        Set(try read(".", in: folder)) == Set(expected), "round \(round): \(files)")
    }
  }

  /// A random line of a file.
  private static func line(_ generator: inout SeededNumbers) -> String {
    let pieces = [
      "a", "b", "ab", ".json", "*", "*", "**", "?", "[ab]", "[!a]", "[^b]", "[[:alpha:]]",
      "[[:punct:]x]", "[a-c]", "[c-a]", "[]a]", "[a-]", "[[]", "[[:]", "[a", #"\*"#, #"\a"#, "-",
      #"[\]a]"#, #"[\a-\c]"#, "[--a]", " ", "!", "#",
    ]
    let starts = ["", "", "", "!", "!!", "/", "**/", "#", " ", "\\"]
    let ends = ["\n", "\n", "\n", "/\n", "/**\n", "  \n", "\\ \n", "\r\n", "\\\n"]
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
    var line = pick(starts)
    for number in 0..<Int.random(in: 1...3, using: &generator) {
      let separators = ["", "", "/", "/**/"]
      line += (number > 0 ? pick(separators) : "") + pick(pieces)
    }
    return line + pick(ends)
  }
}
