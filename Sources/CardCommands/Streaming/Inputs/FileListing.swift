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
    var decider = FileDecider(selection: files.selection, options: options.reading)
    for file in files.files {
      do throws(SystemFailure) { lines.append((file.path, try words(for: file, &decider))) } catch {
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
  private func words(for file: InputFile, _ decider: inout FileDecider) throws(SystemFailure)
    -> String
  {
    if file.path == "-" { return "checked" }
    let status = try session.console.fileStatus(file.path)?.kind
    guard status == .regular || status == nil else {
      return file.isFound ? "not read (\(FileSkipReason.notAFile.rawValue))" : "checked"
    }
    let descriptor = try InputDescriptor(file, session.console)
    defer { descriptor.close() }
    var beginning = ByteBuffer()
    if !file.isFound {
      let detected = try descriptor.carrier(beginning: &beginning)
      let carrier = options.carrier ?? detected
      if carrier != .json { return "checked (\(carrier.rawValue))" }
      beginning.removeAll()
    }
    if case .skip(let reason) = try decider.decide(file, descriptor, &beginning),
      reason != .unrecognized
    {
      return "not read (\(reason.rawValue))"
    }
    guard files.selection.recognizes(file) else { return "checked (its kind is given)" }
    beginning.removeAll()
    var recognizer = FileRecognizer(options.reading, takesRequests: files.selection.takesRequests)
    recognizer.begin(isNamed: files.selection.treatsAsNamed(file), isCounting: true)
    switch try recognizer.content(of: descriptor, beginning: &beginning) {
    case .checked where recognizer.isBroken: return "checked (broken JSON)"
    case .checked: return "checked (\(FileListing.words(for: recognizer.counts)))"
    case .unchecked(let name): return "recognized, not checked (\(name))"
    case .foreign, .template: return FileSkipReason.unrecognized.rawValue
    case .notJSON: return "not JSON"
    }
  }

  private static func words(for counts: RecognizedCounts) -> String {
    let rows = [
      (counts.requests, "request", "requests"), (counts.cards, "card", "cards"),
      (counts.registries, "registry", "registries"),
      (counts.configurations, "configuration", "configurations"),
    ]
    let words = rows.compactMap { count, one, many in
      count == 0 ? nil : count == 1 ? "a \(one)" : "\(count) \(many)"
    }
    return words.isEmpty ? "no cards" : words.joined(separator: ", ")
  }
}
