import CardJSON
import CardPlatform
import CardProcessing

/// The output of `validate --files`: the files to read, and the skipped ones with reasons.
struct FileListing {
  let session: Session
  let options: StreamOptions
  let files: InputFiles

  /// Writes the lines and returns the exit status.
  func run(to path: String?) throws -> Int32 {
    var text = ByteBuffer()
    var failures = files.failures.map(\.reason)
    var decider = FileDecider(selection: files.selection, options: options.reading)
    var skipped = files.skipped
    for file in files.files {
      do throws(SystemFailure) {
        if case .skip(let reason) = try decision(file, &decider) {
          skipped.append((file.path, reason))
        } else {
          append("read", file.path, to: &text)
        }
      } catch { failures.append(error) }
    }
    skipped.sort { SystemText.bytes($0.path).lexicographicallyPrecedes(SystemText.bytes($1.path)) }
    for (path, reason) in skipped { append("not read (\(reason.rawValue))", path, to: &text) }
    for failure in failures { session.say(failure.message) }
    try session.console.write(text.view, to: path)
    return failures.isEmpty ? ExitStatuses.done : ExitStatuses.inputOutput
  }

  /// Returns the decision that a run would make about a file, without opening a pipe.
  private func decision(_ file: InputFile, _ decider: inout FileDecider)
    throws(SystemFailure) -> FileDecider.Decision
  {
    if file.path == "-" { return .read }
    let kind = try session.console.fileStatus(file.path)?.kind
    guard kind == .regular || kind == nil else { return file.isFound ? .skip(.notAFile) : .read }
    let descriptor = try InputDescriptor(file, session.console)
    defer { descriptor.close() }
    var beginning = ByteBuffer()
    if !file.isFound {
      let detected = try descriptor.carrier(beginning: &beginning)
      guard options.carrier ?? detected == .json else { return .read }
      beginning.removeAll()
    }
    return try decider.decide(file, descriptor, &beginning)
  }

  private func append(_ what: String, _ path: String, to text: inout ByteBuffer) {
    text.append("\(what): \(LineText.escaped(SystemText.shown(path)))\n")
  }
}
