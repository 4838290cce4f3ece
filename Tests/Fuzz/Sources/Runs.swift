import CardProcessing
import CardArguments
@testable import CardCommands
import CardJSON
import CardPlatform
import Foundation

/// Runs whole commands in this process, on files in a directory of this process.
struct Runs {
  private let folder: String
  private let output: Int32
  private let messages: Int32

  init() {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    folder = parent + "/cardctl-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    output = open(folder + "/stdout", O_RDWR | O_CREAT, 0o600)
    messages = open(folder + "/stderr", O_RDWR | O_CREAT, 0o600)
    require(output >= 0 && messages >= 0, "no files can be made")
  }

  /// Creates a file with these bytes and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) -> String {
    let path = folder + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    require(write(descriptor, bytes, bytes.count) == bytes.count, "a file cannot be written")
    close(descriptor)
    return path
  }

  /// Makes a directory for files.
  func directory(_ name: String) { mkdir(folder + "/" + name, 0o700) }

  /// The content of a file.
  func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return bytes(descriptor)
  }

  /// Removes a file.
  func remove(_ path: String) { unlink(path) }

  /// The standard output of a command line.
  ///
  /// The status must be a documented one, and the messages must be safe for a terminal.
  @discardableResult
  func run(_ words: [String], statuses: ClosedRange<Int32> = 0...2) -> [UInt8] {
    for descriptor in [output, messages] {
      ftruncate(descriptor, 0)
      lseek(descriptor, 0, SEEK_SET)
    }
    let console = Console(
      input: -1, output: output, error: messages, environment: [:], directory: folder,
      now: 1_795_165_200_000, processors: 1)
    let status = Tool.run(words, console)
    require(statuses ~= status, "\(words) ends with status \(status): \(text(messages))")
    let said = text(messages)
    require(
      !said.unicodeScalars.contains { $0 != "\n" && ControlEscapes.isActive($0) },
      "a control character in a message: \(said.debugDescription)")
    return bytes(output)
  }

  private func text(_ descriptor: Int32) -> String {
    String(decoding: bytes(descriptor), as: UTF8.self)
  }

  private func bytes(_ descriptor: Int32) -> [UInt8] {
    let count = Int(lseek(descriptor, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }
}

private let runs = Runs()

private let card = Array(
  #"{"id":"a","tp":"short_news","ca":"x","e":{"class_type":"ad_banner"}}"#.utf8)

/// A configuration is accepted or refused, and applies to checks and objects.
@Sendable func configuration(_ bytes: [UInt8]) {
  let path = runs.file("config.json", bytes)
  let cards = runs.file("cards.json", card)
  // A registry that it names does not exist.
  runs.run(["validate", "--config", path, "--to", "ndjson", cards], statuses: 0...3)
  runs.run(["convert", "--config", path, cards], statuses: 0...3)
  runs.run(["validate", "--no-config", path])
}

/// Overrides are accepted or refused; those that are accepted apply to files of any content.
@Sendable func overrides(_ bytes: [UInt8]) {
  let path = runs.file("config.json", Array("{\"overrides\":".utf8) + bytes + Array("}".utf8))
  let cards = runs.file("cards.json", card)
  let broken = runs.file("broken.json", Array("{\"a\":}\n{\"b\":1}".utf8))
  let line = ["validate", "--config", path, "--at", "2026-01-01"]
  runs.run(line + ["--to", "ndjson", cards, broken])
  runs.run(line + ["--kind", "cards", "--profile", "web", "--rule", "card/*=off", cards, broken])
  runs.run(["validate", "--no-config", "--kind", "configuration", path])
}

/// Any `.gitignore` only takes files away from a walk, and none that the user names.
@Sendable func gitIgnore(_ bytes: [UInt8]) {
  for name in ["repo", "repo/.git", "repo/a", "repo/a/b"] { runs.directory(name) }
  _ = runs.file("repo/.gitignore", bytes)
  _ = runs.file("repo/a/.gitignore", Array(bytes.reversed()))
  for name in ["a.json", "a/b.json", "a/b/ab.json"] { _ = runs.file("repo/" + name, card) }
  func read(_ operands: String...) -> Set<[UInt8]> {
    let output = runs.run(["validate", "--no-config", "--files"] + operands)
    let lines = output.split(separator: 0x0A).filter { $0.starts(with: Array("checked ".utf8)) }
    return Set(lines.map(Array.init))
  }
  let all = read("--no-ignore", "repo")
  require(all.count == 3, "--no-ignore ignores a file")
  require(read("repo").isSubset(of: all), "a file is read that is not there")
  require(read("repo/a/b.json").count == 1, "a named file is ignored")
}

/// The declaration of every command parses the words of a line, one word per input line.
///
/// Nothing runs, because it could write files.
@Sendable func arguments(_ bytes: [UInt8]) {
  let words = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
    String(decoding: $0, as: UTF8.self)
  }
  for parse in parsers {
    do {
      try parse(words)
    } catch let error as ArgumentError {
      let message = LineText.visible(error.message)
      require(
        !message.unicodeScalars.contains(where: ControlEscapes.isActive),
        "a message that would act: \(message.debugDescription)")
    } catch {
      fatalError("\(error) is no mistake of a command line")
    }
  }
}

/// The settings of a command line without options.
private let settings = Session(console: .process)

private let parsers: [@Sendable ([String]) throws -> Void] = [
  { _ = try ConvertCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  { _ = try FilterCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  { _ = try ValidateCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  { _ = try InspectCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  {
    _ = try RecordCommand.declaration(.impression).parse($0, into: settings, text: SystemText.utf8)
  },
  { _ = try ShowCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  { _ = try SummaryCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  { _ = try ExportCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  { _ = try CheckCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  { _ = try RotateCommand.declaration.parse($0, into: settings, text: SystemText.utf8) },
  {
    var command = Tool.declaration.command
    _ = try Tool.declaration.resolve($0, &command)
  },
  { _ = CompletionPoint($0, in: Tool.declaration) },
]

/// Any journal can be read, counted and exported.
///
/// A repair changes no event, and a second one changes nothing; a file without an event is refused.
@Sendable func journal(_ bytes: [UInt8]) {
  let path = runs.file("j", bytes)
  let at = ["--journal", path]
  let shown = runs.run(["log", "show", "--to", "ndjson"] + at)
  runs.run(["log", "show", "--to", "text"] + at)
  for by in ["card", "campaign", "day"] { runs.run(["log", "summary", "--by", by] + at) }
  runs.run(["log", "export", "--to", "currents", "--app-id", "app"] + at)
  runs.run(["log", "export", "--to", "users-track"] + at)
  runs.run(["log", "check"] + at)
  runs.run(["log", "check", "--repair"] + at, statuses: 0...3)
  let repaired = runs.bytes(of: path)
  // Lines of a newer version and duplicate events stay.
  runs.run(["log", "check", "--repair"] + at, statuses: 0...3)
  require(runs.bytes(of: path) == repaired, "a second repair finds something")
  require(runs.run(["log", "show", "--to", "ndjson"] + at) == shown, "a repair changed events")
  // A file that is not a journal is refused.
  runs.run(["log", "impression", "a", "--no-sync"] + at, statuses: 0...3)
  require(runs.bytes(of: path).starts(with: repaired), "what was appended is not at the end")
  for end in ["", ".torn", ".lock", ".bad", ".damaged"] { runs.remove(path + end) }
}

/// Any file can be imported, and be a cursor.
///
/// The journal has only events, and each of them once when its own lines are imported again. As a
/// cursor the file is accepted or left as it is.
@Sendable func importedEvents(_ bytes: [UInt8]) {
  let (path, journal) = (runs.file("events", bytes), runs.file("i", []))
  let at = ["--journal", journal]
  runs.run(["log", "import", path, "--no-sync"] + at)
  runs.run(["log", "check", "-q"] + at, statuses: 0...0)
  let shown = runs.run(["log", "show", "--to", "ndjson"] + at)
  let (lines, copy) = (runs.file("lines", Array(shown)), runs.file("copy", []))
  for _ in 1...2 {
    runs.run(["log", "import", lines, "--force", "--no-sync", "--journal", copy], statuses: 0...0)
  }
  let again = runs.run(["log", "show", "--to", "ndjson", "--journal", copy])
  let counts = [shown, again].map { lines in lines.count { $0 == 0x0A } }
  require(counts[0] >= counts[1], "an event was imported twice")
  let cursor = runs.file("cursor", bytes)
  runs.run(["log", "export", "--to", "users-track", "--cursor", cursor] + at, statuses: 0...2)
  let delete = ["log", "delete", "--card", "a"] + at
  runs.run(delete, statuses: 0...0)
  let kept = runs.bytes(of: journal)
  runs.run(delete, statuses: 0...0)
  require(runs.bytes(of: journal) == kept, "a second deletion changes the journal")
  // Any journal may be deleted from, whatever its lines are.
  runs.run(["log", "delete", "--user", "u", "--journal", path], statuses: 0...3)
  for name in [path, journal, lines, copy, cursor] { runs.remove(name) }
}

/// A baseline is accepted or refused; a written one is accepted.
@Sendable func baseline(_ bytes: [UInt8]) {
  let path = runs.file("baseline.json", bytes)
  let cards = runs.file("cards.json", card)
  let line = ["validate", "--no-config", "--baseline", path]
  runs.run(line + [cards])
  runs.run(line + ["--to", "sarif", cards])
}

/// Files that contain JSON are read to their end, in the same way by any number of threads.
@Sendable func carrier(_ bytes: [UInt8]) {
  let path = runs.file("carrier.log", bytes)
  for format in ["text", "xml", "har"] {
    let line = ["filter", "--no-config", "--from", format, path]
    let output = runs.run(line + ["--jobs", "1"])
    require(runs.run(line + ["--jobs", "2"]) == output, "two threads read \(format) differently")
    for card in output.split(separator: 0x0A) {
      require(JSONChecker(bytes: Array(card)).isText(depth: 512), "a card is not JSON")
    }
  }
}

/// Only `--fix` changes a file, as `--diff` says, and once; JSON remains JSON.
@Sendable func fix(_ bytes: [UInt8]) {
  let path = runs.file("fix.json", bytes)
  let line = ["validate", "--no-config", "--at", "2026-01-01", path]
  let patch = runs.run(line + ["--diff"])
  require(runs.bytes(of: path) == bytes, "--diff changes a file")
  runs.run(line + ["--fix"], statuses: 0...3)
  let fixed = runs.bytes(of: path)
  require(patch.isEmpty == (fixed == bytes), "--fix changes other files than --diff")
  let isJSON = [bytes, fixed].map { JSONChecker(bytes: $0).isText(depth: 512) }
  require(!isJSON[0] || isJSON[1], "--fix breaks a file")
  runs.run(line + ["--fix"], statuses: 0...3)
  require(runs.bytes(of: path) == fixed, "a second --fix changes a file")
  runs.remove(path)
}

/// The history of a card ends as the verdicts say, whatever the responses are.
@Sendable func why(_ bytes: [UInt8]) {
  let path = runs.file("sync.json", bytes)
  let line = ["inspect", "--no-config", "--at", "2026-11-22T20:00:00Z", path]
  let verdicts = runs.run(line + ["--verdicts", "--to", "json"])
  let isJSON = verdicts.isEmpty || JSONChecker(bytes: verdicts).isText(depth: 512)
  require(isJSON, "the verdicts are not JSON")
  for id in ["mug", "a"] { runs.run(line + ["--why", id], statuses: 0...4) }
}

/// Local items are objects, and are printed unchanged.
@Sendable func localFeed(_ bytes: [UInt8]) {
  let path = runs.file("feed.json", bytes)
  let cards = runs.file("cards.json", card)
  let output = runs.run(["convert", "--no-config", "--feed", path, cards])
  for line in output.split(separator: 0x0A) {
    require(JSONChecker(bytes: Array(line)).isText(depth: 512), "a row is not JSON")
  }
  runs.run(["inspect", "--no-config", "--to", "html", "--feed", path, cards])
}
