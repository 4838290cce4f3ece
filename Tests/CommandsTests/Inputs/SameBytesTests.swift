import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The same bytes give the same output, messages and status, whether they come from a file, through
/// a redirection, from a pipe in any pieces or from a directory, and with any number of threads.
@Suite struct SameBytesTests {
  /// The files of `Fixtures`, by their paths.
  static let fixtures: [String] = {
    let root = Repository.fixtures
    let paths =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.sorted().filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: root.appending(path: path).path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }()

  @Test func thereAreFixturesOfEachKind() {
    #expect(SameBytesTests.fixtures.count > 90)
    for ending in ["json", "ndjson", "har", "log", "xml", "plist", "txt"] {
      #expect(SameBytesTests.fixtures.contains { $0.hasSuffix("." + ending) }, "\(ending)")
    }
  }

  @Test(arguments: fixtures)
  func everyWayInIsTheSame(fixture: String) throws {
    let name = fixture.split(separator: "/").last.map(String.init) ?? ""
    let bytes = [UInt8](try Data(contentsOf: Repository.fixtures.appending(path: fixture)))
    let folder = try ScratchFolder()
    try Data(bytes).write(to: folder.url.appending(path: name))
    var commands = ["filter --shown", "validate --to ndjson"]
    if fixture.hasPrefix("carriers/") {
      commands += ["inspect --verdicts --to json", "convert --as card --to json"]
    }
    if name.hasSuffix(".txt") { commands = commands.map { $0 + " --from text" } }
    for command in commands { try check(command, name, bytes, folder) }
  }

  private func check(_ command: String, _ name: String, _ bytes: [UInt8], _ folder: ScratchFolder)
    throws
  {
    func run(_ jobs: Int, _ operand: String?, _ input: CommandRun.Input = .file([])) throws
      -> CommandRun.Result
    {
      var words = command.split(separator: " ").map(String.init)
      words += ["--no-config", "--jobs", "\(jobs)"] + [operand].compactMap(\.self)
      if operand == nil, words[0] == "validate" { words += ["--stdin-filename", name] }
      var run = CommandRun(arguments: words, input: input, directory: folder.path)
      // Several blocks in most inputs.
      run.blockSizes = BlockSizes(first: 1 << 11, usual: max(1 << 12, bytes.count / 8))
      return try run.result()
    }
    let expected = try run(1, name)
    for jobs in [2, 5] { #expect(try run(jobs, name) == expected, "\(command), \(jobs) jobs") }
    var generator = SeededNumbers(seed: 63)
    var inputs: [(title: String, jobs: Int, CommandRun.Input)] = [
      ("a file", 1, .file(bytes)),
      ("random pieces", 5, .arriving(pieces(of: bytes) { .random(in: 1...$0, using: &generator) })),
    ]
    // Each byte costs two switches between threads.
    if bytes.count < SameBytesTests.singleBytesLimit {
      inputs.append(("single bytes", 2, .arriving(pieces(of: bytes) { _ in 1 })))
    }
    for (title, jobs, input) in inputs {
      let found = try run(jobs, nil, input).named(name, insteadOf: "<stdin>")
      #expect(found == expected, "\(command), \(title), \(jobs) jobs")
    }
    // A directory is read in the same way, if its only file is read at all.
    guard ["json", "ndjson"].contains(where: { name.hasSuffix(".\($0)") }) else { return }
    // Only findings of a named file list its unchecked parts.
    if expected.text.contains("request/not-checked") { return }
    let walked = try run(2, ".").named(name, insteadOf: "./" + name)
    let isRead = !walked.messageText.contains("skipped") && !walked.text.contains("nothing was")
    if isRead { #expect(walked == expected, "\(command), a directory") }
  }

  /// The largest input that is read byte by byte.
  private static let singleBytesLimit = 2000

  /// Returns pieces whose sizes `size` returns, given the largest one.
  private func pieces(of bytes: [UInt8], _ size: (Int) -> Int) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(size(max(100, bytes.count / 20)))
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}

extension CommandRun.Result {
  /// Returns the result with one name of the input in place of another.
  fileprivate func named(_ name: String, insteadOf other: String) -> CommandRun.Result {
    func renamed(_ bytes: [UInt8]) -> [UInt8] {
      // JSON calls standard input "-".
      let text = String(decoding: bytes, as: UTF8.self).replacing(other, with: name)
      return Array(text.replacing("\"path\": \"-\"", with: "\"path\": \"\(name)\"").utf8)
    }
    return CommandRun.Result(
      output: renamed(output), messages: renamed(messages), status: status)
  }
}
