import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is read and written at the same time would grow until the disk is full.
struct OutputIsInputTests {
  private let scratch: ScratchFolder
  private static let text = #"{"id":"a","tp":"short_news","ca":1,"tt":"t"}"# + "\n"
  private static let event =
    #"{"v":1,"id":"0197-1","time":"2026-11-20T09:00:00.000Z","event":"click","card_id":"a"}"# + "\n"

  init() throws { scratch = try ScratchFolder() }

  /// Runs a line in which FILE is replaced by a file that standard output is appended to.
  private func run(_ line: String, _ content: String, asInput: Bool = false) throws
    -> ChildProcess.Result
  {
    let path = try scratch.write("file", content)
    let words = line.split(separator: " ").map { $0 == "FILE" ? path : String($0) }
    let child = try ChildProcess(
      words, input: asInput ? .file(path, flags: O_RDONLY) : .pipe,
      output: .file(path, flags: O_WRONLY | O_APPEND))
    return try child.result()
  }

  private func isRefused(_ result: ChildProcess.Result, _ name: String, _ content: String) throws {
    #expect(result.status == 2)
    let beginning =
      "cardctl: \(name) and standard output are the same file: write to another file\n"
    #expect(result.messageText.hasPrefix(beginning), "\(result.messageText)")
    #expect(try scratch.text("file") == content)
  }

  @Test(
    arguments: [
      "filter FILE", "filter --count FILE", "convert FILE", "convert --to csv FILE",
      "validate FILE",
      "validate --to json FILE", "inspect FILE", "inspect --to json FILE", "inspect --to html FILE",
      "inspect --against FILE FILE", "filter --merge FILE", "filter - FILE",
      "filter -o /dev/stdout FILE",
    ])
  func aNamedFileIsRefused(_ line: String) throws {
    let content = OutputIsInputTests.text
    let result = try run(line, content)
    try isRefused(result, "the input " + scratch.path("file"), content)
  }

  @Test(arguments: ["filter", "filter -", "convert", "validate", "inspect"])
  func standardInputIsRefused(_ line: String) throws {
    let content = OutputIsInputTests.text
    try isRefused(try run(line, content, asInput: true), "standard input", content)
  }

  @Test func idsAreRefusedWhereLinesArePrinted() throws {
    let journal = scratch.path("events.ndjson")
    let line = "log click --print --journal \(journal) -"
    try isRefused(try run(line, "a\nb\n", asInput: true), "standard input", "a\nb\n")
    #expect(try scratch.names() == ["file"])
  }

  @Test(
    arguments: [
      "log show --journal FILE", "log show --follow --journal FILE", "log summary --journal FILE",
      "log export --to users-track --journal FILE", "log check --journal FILE",
      "log click b --print --journal FILE", "filter --journal FILE -",
    ])
  func theJournalIsRefused(_ line: String) throws {
    let content = OutputIsInputTests.event
    try isRefused(try run(line, content), "the journal " + scratch.path("file"), content)
  }

  /// Rotated files are read too.
  @Test func anOlderJournalIsRefused() throws {
    let content = OutputIsInputTests.event
    let journal = try scratch.write("events.ndjson", content)
    let older = try scratch.write("events.ndjson.1", content)
    let child = try ChildProcess(
      ["log", "show", "--journal", journal], output: .file(older, flags: O_WRONLY | O_APPEND))
    #expect(try child.result().status == 2)
    #expect(try scratch.text("events.ndjson.1") == content)
  }

  /// Links to the file are treated as the file.
  @Test func linksAreTheFile() throws {
    let path = try scratch.write("file", OutputIsInputTests.text)
    let (hard, soft) = (scratch.path("hard"), scratch.path("soft"))
    try FileManager.default.linkItem(atPath: path, toPath: hard)
    try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: path)
    for name in [hard, soft] {
      let child = try ChildProcess(
        ["filter", name], output: .file(path, flags: O_WRONLY | O_APPEND))
      try isRefused(try child.result(), "the input " + name, OutputIsInputTests.text)
    }
  }

  /// Each line would replace a file that it reads, or write one file twice.
  @Test(
    arguments: [
      "filter --no-test -o file file", "filter -o soft file", "filter -o hard file",
      "filter -o ./file file", "filter -o file -", "filter --id @file -o file feed.json",
      "filter -o reg.json --classes reg.json feed.json", "filter -o .cardctl.json feed.json",
      "convert -o file file", "convert --feed feed.json -o feed.json file",
      "convert --list-columns --classes reg.json -o reg.json",
      "convert --classes reg.json -o reg.json file", "convert --journal events -o events file",
      "inspect -o file file", "inspect --against file -o file feed.json",
      "inspect --registry --classes reg.json -o reg.json", "inspect -o .cardctl.json file",
      "validate -o file file", "validate --diff -o file file", "validate --to json=file file",
      "validate --to text --to json=.cardctl.json file",
      "validate --to json=reg.json --classes reg.json file",
      "validate --to json=named.json file", "validate --baseline base.json -o base.json file",
      "validate --baseline base.json --write-baseline -o base.json file",
      "validate --baseline new.json --write-baseline --to json=new.json file",
      "validate --baseline file --write-baseline file", "validate --baseline file -o out file",
      "validate --to json=new --to sarif=./new file",
      "validate --to text --to json=link -o target file",
      "validate --schema rest --classes reg.json -o reg.json", "validate --files -o file file",
    ])
  func noOutputIsAnInput(_ line: String) throws {
    let card = OutputIsInputTests.text
    let files = [
      "file": card + "{\"torn", "feed.json": card, "events": OutputIsInputTests.event,
      "reg.json": #"{"classes":{}}"#, "named.json": #"{"classes":{}}"#,
      ".cardctl.json": #"{"classes":"named.json"}"#, "base.json": #"{"version":1,"findings":[]}"#,
    ]
    for (name, content) in files { try scratch.write(name, content) }
    let path = scratch.path("file")
    try FileManager.default.linkItem(atPath: path, toPath: scratch.path("hard"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("soft"), withDestinationPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("target"))
    let names = try scratch.names()
    let shell = try ChildProcess(
      ["-c", "cd \"$1\" && exec \"$2\" $3 < file", "sh", scratch.path(""), Repository.tool, line],
      of: "/bin/sh")
    let result = try shell.result()
    #expect(result.status == 2, "\(result.messageText)")
    #expect(result.messageText.contains("are the same file: write to another file"))
    for (name, content) in files { #expect(try scratch.text(name) == content) }
    #expect(try scratch.names() == names)
  }

  @Test func aWalkedOutputIsNamed() throws {
    try scratch.write("a.json", OutputIsInputTests.text)
    let output = try scratch.write("b.json", OutputIsInputTests.text)
    let result = try ChildProcess.run(["filter", "-o", output, scratch.path("")])
    #expect(result.status == 0)
    #expect(result.messageText.hasSuffix("b.json: it is the output of this run\n"))
    #expect(try scratch.text("b.json") == OutputIsInputTests.text)
    let quiet = try ChildProcess.run(["filter", "-q", "-o", output, scratch.path("")])
    #expect(quiet.messageText == "")
  }

  /// A device may be read and written at the same time.
  @Test func devicesMayBeBoth() throws {
    let device = try ChildProcess(
      ["filter"], input: .file("/dev/null", flags: O_RDONLY),
      output: .file("/dev/null", flags: O_WRONLY))
    #expect(try device.result().status == 0)
  }

  /// A file that the run itself writes in a directory is not an input.
  @Test func walkingPassesTheOwnFilesOver() throws {
    let content = #"{"id":"a","tp":"text_announcement","ca":1,"db":1}"#
    try scratch.write("card.json", content)
    let report = try scratch.write("report.json", "{}")
    let folder = scratch.path("")
    let expected = try ChildProcess.run(["validate", "--to", "ndjson", scratch.path("card.json")])
    let appended = try ChildProcess(
      ["validate", "--to", "ndjson", folder], output: .file(report, flags: O_WRONLY | O_TRUNC))
    #expect(try appended.result().status == expected.status)
    #expect(
      try scratch.text("report.json").split(separator: "\n").count
        == expected.text.split(separator: "\n").count)
    for _ in 0..<2 {
      let named = try ChildProcess.run(["validate", "--to", "ndjson", "-o", report, folder])
      #expect(named.status == expected.status)
      #expect(try !scratch.text("report.json").contains("report.json"))
    }
    let baseline = scratch.path("baseline.json")
    for arguments in [["--write-baseline"], []] {
      let result = try ChildProcess.run(
        ["validate", "-q", "-o", report, "--baseline", baseline, folder] + arguments)
      #expect(result.status == 0, "\(result.messageText)")
    }
  }
}
