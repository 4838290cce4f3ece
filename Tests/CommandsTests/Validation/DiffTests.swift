import CardCommands
import Foundation
import TestSupport
import Testing

/// The output of `validate --diff`, as git applies it.
@Suite struct DiffTests {
  private static let hasGit = InstalledProgram.isInstalled("git")

  /// Cards with every kind of error that has a fix, and with similar errors.
  private static func cards(_ count: Int, seed: UInt64) -> [String] {
    var generator = SeededNumbers(seed: seed)
    func pick(_ texts: String...) -> String { texts.randomElement(using: &generator) ?? "" }
    return (0..<count).map { number in
      let filler = String(repeating: pick("é", "x", "☕️"), count: number % 40)
      let time = pick(
        "1795000000", "1795000000", "1795000000000", "1795000000001", "1795000000000000")
      let extras = pick(
        #""class_type":"group""#, #""a":"1","b":10"#, #""a":true,"b":null,"c":-1.5e3"#,
        #""a":1,"a":2"#, #""d":[1],"e":false"#, #""f":"\"10""#)
      let flag = pick(
        "", "", #","dismissable":true"#, #","dismissable":true,"dismissible":false"#,
        #","dismissible":true"#)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        return #"{"idString":"abk-\#(number)","created":\#(time),"title":"A\#(filler)","#
          + #""cardDescription":"B"\#(flag),"extras":{\#(extras)}}"#
      case 1:
        return #"{"id":"web-\#(number)","updated":"2026-11-19T08:00:00.000Z","title":"A","#
          + #""description":"\#(filler)","linkText":null\#(flag),"extras":{\#(extras)}}"#
      default:
        let expiry = pick("-1", "1795600000", "1795600000000")
        return #"{"id":"wire-\#(number)","tp":"text_announcement","ca":\#(time),"ea":\#(expiry),"#
          + #""tt":"A\#(filler)","ds":"B","e":{\#(extras)}}"#
      }
    }
  }

  /// A directory with a file for each framing, some with carriage returns.
  ///
  /// The files have fewer findings than SARIF's limits, so the report contains all of them.
  private static func tree(_ count: Int, seed: UInt64) throws -> [String: [UInt8]] {
    let folders = ["", "a b/", "é/☕️/", #"quo"te\/"#, "b/", "tab\there/"]
    var files: [String: [UInt8]] = [:]
    for (number, framing) in Framing.allCases.enumerated() {
      let input = framing.input(cards(count, seed: seed + UInt64(number)))
      let name = folders[number % folders.count] + framing.rawValue
      files[name + ".json"] = input
      let text = String(decoding: input, as: UTF8.self)
      files[name + " crlf.json"] = Array(text.replacing("\n", with: "\r\n").utf8)
    }
    return files
  }

  private static func write(_ files: [String: [UInt8]], to folder: ScratchFolder) throws {
    for (name, bytes) in files {
      let url = URL(fileURLWithPath: folder.path + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
  }

  private static func read(_ names: some Collection<String>, in folder: ScratchFolder) throws
    -> [String: [UInt8]]
  {
    try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))))
      })
  }

  private static func validate(
    _ options: String, in folder: ScratchFolder, _ sizes: BlockSizes = BlockSizes()
  ) throws -> CommandRun.Result {
    let words = "validate --no-config \(options) .".split(separator: " ").map(String.init)
    return try CommandRun(arguments: words, directory: folder.path, blockSizes: sizes).result()
  }

  private static func apply(_ patch: String, in folder: ScratchFolder) throws -> ChildProcess.Result
  {
    let environment = InstalledProgram.environment(home: folder.path)
    return try ChildProcess.run(
      ["-c", "cd \"$1\" && git apply", "sh", folder.path], of: "/bin/sh", input: patch,
      environment: environment)
  }

  /// The results of fixable rules, with and without a fix, and the files after all fixes.
  private static func fixes(_ report: String, _ files: [String: [UInt8]]) throws -> (
    fixed: [String: Int], others: [String: Int], files: [String: [UInt8]]
  ) {
    let form = SARIFForm(report)
    #expect(form.mistakes == [])
    var files = files
    var (fixed, others): ([String: Int], [String: Int]) = ([:], [:])
    // Apply from the end, so that a replacement does not move later ones.
    for result in form.results.reversed() {
      let rule = try #require(result["ruleId"] as? String)
      guard let fix = (result["fixes"] as? [[String: Any]])?.first else {
        others[rule, default: 0] += 1
        continue
      }
      fixed[rule, default: 0] += 1
      let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
      let uri = (change["artifactLocation"] as? [String: Any])?["uri"] as? String
      let name = try #require(uri?.removingPercentEncoding)
      for replacement in (change["replacements"] as? [[String: Any]] ?? []).reversed() {
        let region = try #require(replacement["deletedRegion"] as? [String: Any])
        let start = try #require(region["byteOffset"] as? Int)
        let length = try #require(region["byteLength"] as? Int)
        let text = (replacement["insertedContent"] as? [String: Any])?["text"] as? String
        files[name]?.replaceSubrange(start..<start + length, with: Array((text ?? "").utf8))
      }
    }
    return (fixed, others, files)
  }

  private static let rules = ["card/time-unit", "card/dismissable", "extras/not-string"]

  /// The patch makes exactly the changes of the fixes in SARIF.
  ///
  /// Afterwards no fix is left, and findings without a fix remain.
  @Test(.enabled(if: hasGit, "git is not installed"), arguments: [1, 2, 3])
  func gitMendsTheTree(_ seed: UInt64) throws {
    let folder = try ScratchFolder()
    let files = try Self.tree(seed == 3 ? 45 : 12, seed: seed * 100)
    try Self.write(files, to: folder)
    let before = try Self.fixes(Self.validate("--to sarif", in: folder).text, files)
    for rule in Self.rules { #expect(before.fixed[rule] ?? 0 > 0, "\(rule)") }

    let patch = try Self.validate("--diff", in: folder)
    #expect(patch.status == 1)
    let count = before.fixed.values.reduce(0, +)
    #expect(
      patch.messageText.contains(", \(count) fixable with --fix\n"), "\(patch.messageText)")
    let applied = try Self.apply(patch.text, in: folder)
    #expect(applied.status == 0, "\(applied.messageText)")
    let mended = try Self.read(files.keys, in: folder)
    for (name, bytes) in mended { #expect(Shown(bytes) == Shown(before.files[name] ?? [])) }

    let after = try Self.fixes(Self.validate("--to sarif", in: folder).text, mended)
    #expect(after.fixed == [:])
    for rule in Self.rules { #expect(after.others[rule] == before.others[rule], "\(rule)") }
    #expect(try Self.validate("--diff", in: folder).output == [])
    #expect(try Self.apply(patch.text, in: folder).status != 0)
    #expect(try Self.read(files.keys, in: folder) == mended)
  }

  /// In a repository, names are relative to its top.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func aFolderOfARepositoryIsMendedFromWithin() throws {
    let folder = try ScratchFolder()
    let card = #"{"id":"a","tp":"text_announcement","ca":1795000000000,"tt":"A","ds":"B"}"#
    // Names that git could mistake for its own prefix.
    let names = ["x.json", "a/x.json", "a/a/x.json", "a/b/x.json", "a/b/a/b/x.json"]
    let text = Array((card + "\n").utf8)
    try Self.write(Dictionary(uniqueKeysWithValues: names.map { ($0, text) }), to: folder)
    let environment = InstalledProgram.environment(home: folder.path)
    let script = """
      cd "$1" && git init -q && cd a/b && cardctl validate --no-config --diff . x.json 2>&- |
      git apply
      """
    let result = try ChildProcess.run(
      ["-c", script, "sh", folder.path], of: "/bin/sh", environment: environment)
    #expect(result == ChildProcess.Result())
    for (name, bytes) in try Self.read(names, in: folder) {
      #expect((bytes != text) == name.hasPrefix("a/b/"), "\(name)")
    }
  }

  /// A change that git does not accept would make it refuse everything.
  @Test func filesThatGitRefusesAreOmitted() throws {
    let folder = try ScratchFolder()
    let other = try ScratchFolder()
    let card = #"{"id":"a","tp":"text_announcement","ca":1795000000000,"tt":"A","ds":"B"}"# + "\n"
    try Self.write(["good/x.json": Array(card.utf8)], to: folder)
    try Self.write(["bad.json": Array(card.utf8) + [0x22, 0xFF, 0x22]], to: folder)
    try other.write("far.json", card)
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path("link.json"), withDestinationPath: "good/x.json")
    try manager.createSymbolicLink(atPath: folder.path("linked"), withDestinationPath: "good")
    let run = CommandRun(
      arguments: [
        "validate", "--no-config", "--diff", "bad.json", "link.json", "linked/x.json",
        other.path("far.json"), "good/x.json", "./good/../good/x.json",
      ], directory: folder.path)
    let result = try run.result()
    #expect(result.text.split(separator: "\n").first == "diff --git a/good/x.json b/good/x.json")
    #expect(result.text.split(separator: "\n").count == 6)
    for line in [
      "bad.json: not in the patch: it is not UTF-8",
      "link.json: not in the patch: it is a symbolic link or not a file",
      "linked/x.json: not in the patch: linked is a symbolic link",
      "\(other.path("far.json")): not in the patch: it is outside of \(folder.path)",
    ] {
      #expect(result.messageText.contains(line + "\n"), "\(result.messageText)")
    }
  }
}
