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
    var opener = InputOpener(files, options)
    var skipped = files.skipped
    for file in files.files {
      do throws(SystemFailure) {
        if let reason = try skipReason(file, &opener) {
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

  /// Returns the reason why a run would skip a file, without opening a pipe; nil if it reads it.
  private func skipReason(_ file: InputFile, _ opener: inout InputOpener) throws(SystemFailure)
    -> FileSkipReason?
  {
    if file.path == "-" { return nil }
    let kind = try session.console.fileStatus(file.path)?.kind
    guard kind == .regular || kind == nil else { return file.isFound ? .notAFile : nil }
    let input = try opener.open(file)
    defer { input.descriptor.close() }
    if case .skipped(let reason) = input.content { return reason }
    return nil
  }

  private func append(_ what: String, _ path: String, to text: inout ByteBuffer) {
    text.append("\(what): \(LineText.escaped(SystemText.shown(path)))\n")
  }
}
