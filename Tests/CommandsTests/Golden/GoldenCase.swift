import Foundation
import TestSupport
import Testing

/// A directory with a command line and its expected result.
///
/// `command` contains the line as typed, beginning with assignments and `cardctl`. `stdin` is its
/// standard input, unless the line ends with `<FILE`. `stdout`, `stderr` and `status` are the
/// expected results; an absent file means empty output or status 0. The directory `written`
/// contains the files that the command leaves behind. All other files are input. The command runs
/// in a directory with copies of them, in which `Fixtures` is Tests/Fixtures.
///
/// Directories are grouped by command, and those of a command by topic.
struct GoldenCase: Sendable, CustomStringConvertible {
  let command: String
  /// The path below the command's folder.
  let name: String

  var description: String { "\(command)/\(name)" }
  var folder: URL { Repository.cases.appending(path: description) }

  /// All cases, by name.
  static let all: [GoldenCase] = {
    let manager = FileManager.default
    func folders(_ url: URL) -> [String] {
      let names = (try? manager.contentsOfDirectory(atPath: url.path)) ?? []
      return names.filter { !$0.hasPrefix(".") }.sorted()
    }
    func isCase(_ url: URL) -> Bool {
      manager.fileExists(atPath: url.appending(path: "command").path)
    }
    return folders(Repository.cases).flatMap { command in
      let folder = Repository.cases.appending(path: command)
      return folders(folder).flatMap { name in
        let group = folder.appending(path: name)
        return isCase(group) ? [name] : folders(group).map { "\(name)/\($0)" }
      }.map { GoldenCase(command: command, name: $0) }
    }
  }()

  /// The cases of each topic, by its path.
  static let topics = Dictionary(grouping: all) { golden in
    golden.description.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The expected or actual result of a case.
  struct Outcome: Equatable {
    var output: [UInt8]
    var messages: [UInt8]
    var status: Int32
    /// The content of the files of `written`, by name.
    var written: [String: [UInt8]]
  }

  /// The expected result of the directory.
  func expected() -> Outcome {
    let status = text("status").trimmingCharacters(in: .whitespacesAndNewlines)
    var written: [String: [UInt8]] = [:]
    for name in writtenNames {
      written[name] = bytes("written/\(name)")
    }
    return Outcome(
      output: bytes("stdout"), messages: bytes("stderr"), status: Int32(status) ?? 0,
      written: written)
  }

  /// The command line, without the file that it reads from standard input.
  func line() throws -> CommandLineWords {
    var line = try CommandLineWords(text("command"))
    if line.words.last?.hasPrefix("<") == true { line.words.removeLast() }
    return line
  }

  /// The standard input of the command line; nil if the directory has none.
  func input() throws -> [UInt8]? {
    let url =
      if let word = try CommandLineWords(text("command")).words.last, word.hasPrefix("<Fixtures/") {
        Repository.fixtures.appending(path: word.dropFirst("<Fixtures/".count))
      } else {
        folder.appending(path: "stdin")
      }
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return Array(try Data(contentsOf: url))
  }

  /// The names of the files that the command does not see.
  private static let ownNames: Set = ["command", "stdin", "stdout", "stderr", "status", "written"]

  /// Runs a variant of the case's line.
  func outcome(_ arguments: [String], _ input: CommandRun.Input) throws -> Outcome {
    let scratch = try ScratchFolder()
    let manager = FileManager.default
    let copy = scratch.url.appending(path: "case")
    try manager.createDirectory(at: copy, withIntermediateDirectories: false)
    for name in try manager.contentsOfDirectory(atPath: folder.path)
    where !GoldenCase.ownNames.contains(name) {
      try manager.copyItem(at: folder.appending(path: name), to: copy.appending(path: name))
    }
    try manager.createSymbolicLink(
      at: copy.appending(path: "Fixtures"), withDestinationURL: Repository.fixtures)
    let run = CommandRun(
      arguments: arguments, input: input, environment: try line().environment,
      directory: copy.path)
    let result = try run.result()
    var written: [String: [UInt8]] = [:]
    for name in writtenNames {
      written[name] = (try? Data(contentsOf: copy.appending(path: name))).map { Array($0) }
    }
    // The path of the copy is replaced: a process would run in it.
    let messages = result.messageText.replacing(copy.path + "/", with: "")
    return Outcome(
      output: result.output, messages: Array(messages.utf8), status: result.status,
      written: written)
  }

  /// Rewrites the expected result of the directory.
  func update(_ outcome: Outcome) throws {
    try write("stdout", outcome.output)
    try write("stderr", outcome.messages)
    try write("status", outcome.status == 0 ? [] : Array("\(outcome.status)\n".utf8))
    for (name, bytes) in outcome.written {
      try Data(bytes).write(to: folder.appending(path: "written/\(name)"))
    }
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = folder.appending(path: name)
    if bytes.isEmpty {
      try? FileManager.default.removeItem(at: url)
    } else {
      try Data(bytes).write(to: url)
    }
  }

  private var writtenNames: [String] {
    let folder = folder.appending(path: "written").path
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private func bytes(_ name: String) -> [UInt8] {
    (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) } ?? []
  }

  private func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }
}
