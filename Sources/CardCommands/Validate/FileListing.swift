import CardJSON
import CardPlatform
import CardProcessing
import CardRules

/// The output of `validate --files`: the files to read, and the skipped ones with reasons.
struct FileListing {
  let session: Session
  let options: StreamOptions
  let files: InputFiles

  /// Writes the lines and returns the exit status.
  func run(to path: String?) throws -> Int32 {
    var failures = files.failures.map(\.reason)
    var lines: [(path: String, words: String)] = []
    var opener = InputOpener(files, options, isCounting: true)
    for file in files.files {
      do throws(SystemFailure) { lines.append((file.path, try words(for: file, &opener))) } catch {
        failures.append(error)
      }
    }
    let skipped = files.skipped.sorted {
      SystemText.bytes($0.path).lexicographicallyPrecedes(SystemText.bytes($1.path))
    }
    lines += skipped.map { ($0.path, "not read (\($0.reason.rawValue))") }
    var text = ByteBuffer()
    for (path, words) in lines {
      text.append("\(words): \(LineText.escaped(SystemText.shown(path)))\n")
    }
    for failure in failures { session.say(failure.message) }
    try session.console.write(text.view, to: path)
    return failures.isEmpty ? ExitStatuses.done : ExitStatuses.inputOutput
  }

  /// Returns what a run would do with a file, without opening a pipe.
  private func words(for file: InputFile, _ opener: inout InputOpener) throws(SystemFailure)
    -> String
  {
    if file.path == "-" { return "checked" }
    let status = try session.console.fileStatus(file.path)?.kind
    guard status == .regular || status == nil else {
      return file.isWalked ? "not read (\(FileSkipReason.notAFile.rawValue))" : "checked"
    }
    let input = try opener.open(file)
    defer { input.descriptor.close() }
    switch input.content {
    case .carrier(let carrier): return "checked (\(carrier.rawValue))"
    case .json(.ours) where !files.selection.recognizes(file): return "checked (its kind is given)"
    case .json(.ours): return "checked (\(FileListing.words(for: opener)))"
    case .requestTemplate: return "checked (a template of a request)"
    case .json(.broken), .json(.notJSON), .otherText: return "not JSON"
    case .unchecked(let name): return "recognized, not checked (\(name))"
    case .json(.unrecognized), .template, .skipped(.unrecognized):
      return FileSkipReason.unrecognized.rawValue
    case .skipped(let reason): return "not read (\(reason.rawValue))"
    }
  }

  /// Returns what the last file contains.
  private static func words(for opener: borrowing InputOpener) -> String {
    if opener.isBroken { return "broken JSON" }
    var counts = opener.counts.numbers
    func take(_ kind: RecordKind) -> Int { counts.removeValue(forKey: kind) ?? 0 }
    let files = [
      (take(.cards), "card", "cards"), (take(.registry), "registry", "registries"),
      (take(.configuration), "configuration", "configurations"),
    ]
    let requests = (counts.values.reduce(0, +), "request", "requests")
    let words = ([requests] + files).filter { $0.0 > 0 }.map { count, one, many in
      count == 1 ? "a \(one)" : "\(count) \(many)"
    }
    let partly = opener.counts.partlyChecked
    let rest = partly.isEmpty ? "" : "; of \(partly.joined(separator: ", ")) only the required keys"
    return (words.isEmpty ? "no cards" : words.joined(separator: ", ")) + rest
  }
}
