import Foundation
import TestSupport
import Testing

@testable import CardCommands

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The search for the configuration, and the paths in it.
struct ConfigurationSearchTests {
  /// The configured type key in a directory below the scratch directory; nil without a
  /// configuration.
  private func typeKey(
    _ scratch: ScratchFolder, in folder: String, home: String? = nil
  ) throws -> (key: String?, isElsewhere: Bool) {
    var console = scratch.console
    console.directory = scratch.path + folder
    if let home { console.environment = ["HOME": scratch.path + home] }
    let configuration = try Configuration.load(CommonOptions(), console)
    return (configuration.settings.typeKey, configuration.externalPath != nil)
  }

  private func tree(_ folders: [String]) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for folder in folders {
      let key = folder.isEmpty ? "top" : folder
      try scratch.write(folder + "/.cardctl.json", #"{"typeKey":"\#(key)"}"#)
    }
    try scratch.write("a/b/c/x.txt", "")
    return scratch
  }

  @Test func withoutARepositoryOrHomeOnlyTheWorkingFolderCounts() throws {
    let scratch = try tree(["", "a"])
    #expect(try typeKey(scratch, in: "/a/b/c") == (nil, false))
    #expect(try typeKey(scratch, in: "/a") == ("a", false))
  }

  @Test(arguments: [".git/HEAD", ".git"])
  func theSearchEndsAtTheTopOfTheRepository(_ git: String) throws {
    let scratch = try tree(["", "a/b"])
    try scratch.write("a/" + git, "x")
    #expect(try typeKey(scratch, in: "/a/b/c") == ("a/b", true))
    #expect(try typeKey(scratch, in: "/a") == (nil, false))
    try scratch.write(git, "x")
    #expect(try typeKey(scratch, in: "/a") == (nil, false))
    #expect(try typeKey(scratch, in: "") == ("top", false))
  }

  /// A combining mark after a slash would form one character with it.
  @Test func namesMayBeginWithACombiningMark() throws {
    let scratch = try tree(["a"])
    try scratch.write("a/.git", "x")
    try scratch.write("a/\u{301}b/x.txt", "")
    #expect(try typeKey(scratch, in: "/a/\u{301}b") == ("a", true))
  }

  @Test func configurationInTheTopFolderIsFound() throws {
    let scratch = try tree([""])
    try scratch.write(".git/HEAD", "x")
    #expect(try typeKey(scratch, in: "/a/b/c") == ("top", true))
  }

  @Test func theSearchEndsAtTheHomeFolder() throws {
    let scratch = try tree(["", "a"])
    #expect(try typeKey(scratch, in: "/a/b/c", home: "/a/") == ("a", true))
    #expect(try typeKey(scratch, in: "/a/b/c", home: "/a/b") == (nil, false))
    #expect(try typeKey(scratch, in: "/a/b/c", home: "/elsewhere") == (nil, false))
  }

  @Test func aConfigurationFromElsewhereIsNamed() throws {
    let scratch = try tree([""])
    try scratch.write(".git/HEAD", "x")
    func messages(_ words: String...) throws -> String {
      var run = CommandRun(arguments: words + ["-"])
      run.directory = scratch.path + "/a"
      run.input = .file(Array(#"{"id":"a","tp":"control","ca":1}"#.utf8))
      return try run.result().messageText
    }
    let note = "cardctl: using the configuration \(scratch.path)/.cardctl.json\n"
    #expect(try messages("validate") == note)
    #expect(try messages("inspect").hasPrefix(note))
    #expect(try messages("convert").hasPrefix(note))
    #expect(try messages("validate", "-q") == "")
    #expect(try messages("filter") == note)
  }

  @Test(arguments: ["classes", "baseline"], ["pipe", "/dev/zero", "folder"])
  func pipesAndDevicesAreRefused(_ key: String, _ path: String) throws {
    let scratch = try ScratchFolder()
    #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    try scratch.write("folder/x.txt", "")
    try scratch.write(".cardctl.json", #"{"\#(key)":"\#(path)","maxWarnings":-1}"#)
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.load(CommonOptions(), scratch.console)
    }
    let lines = error?.message.split(separator: "\n") ?? []
    #expect(lines.count == 2)
    #expect(lines.last?.contains("expected a file, found a") == true)
  }

  @Test func pipeIsNotReadAsAConfiguration() throws {
    let scratch = try ScratchFolder()
    #expect(mkfifo(scratch.path + "/.cardctl.json", 0o600) == 0)
    #expect(try Configuration.load(CommonOptions(), scratch.console).settings.typeKey == nil)
  }

  @Test func mistakesOfTheRegistryAreNamedBesideItsOwn() throws {
    let scratch = try ScratchFolder()
    try scratch.write("team/.cardctl.json", #"{"maxWarnings":-1,"classes":"own.json"}"#)
    try scratch.write("team/own.json", #"{"classes":{"a":{}}}"#)
    var console = scratch.console
    console.directory = scratch.path + "/team"
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.load(CommonOptions(), console)
    }
    let lines = error?.message.split(separator: "\n").map { $0.split(separator: "/").last ?? "" }
    #expect(lines?.map { $0.prefix(20) } == [".cardctl.json:1:16: ", "own.json:1:17: error"])
  }
}
