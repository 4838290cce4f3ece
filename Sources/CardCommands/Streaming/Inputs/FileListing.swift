import CardArguments
import CardJSON
import CardPlatform

/// What `validate --files` prints: which files are read and which are not, and why.
struct FileListing {
  private let session: Session
  private let options: StreamOptions
  private let files: InputFiles

  /// A listing of the files of a run with `options`.
  init(_ session: Session, _ options: StreamOptions, _ files: InputFiles) {
    self.session = session
    self.options = options
    self.files = files
  }

  /// Writes the lines and returns the exit status.
  ///
  /// - Throws: `SystemFailure` when they cannot be written.
  func run(to path: String?) throws -> Int32 {
    var text = ByteBuffer()
    var failures = files.failures.map(\.reason)
    var found = FoundFiles(files.selection, options.reading)
    var leftOut = files.leftOut
    for file in files.files {
      do throws(SystemFailure) {
        if let reason = try reasonToLeaveOut(file, &found) {
          leftOut.append((file.path, reason))
        } else {
          append("read", file.path, to: &text)
        }
      } catch {
        failures.append(error)
      }
    }
    for (path, reason) in leftOut.sorted(by: FileListing.precedes) {
      append("not read (\(reason.rawValue))", path, to: &text)
    }
    for failure in failures { session.say(failure.message) }
    try session.console.write(text.view, to: path)
    return failures.isEmpty ? ExitStatuses.done : ExitStatuses.inputOutput
  }

  private static func precedes(
    _ one: (path: String, reason: LeftOut), _ other: (path: String, reason: LeftOut)
  ) -> Bool {
    SystemText.bytes(one.path).lexicographicallyPrecedes(SystemText.bytes(other.path))
  }

  /// Why a file is not read; one that was named only has to be there.
  private func reasonToLeaveOut(_ file: InputFile, _ found: inout FoundFiles)
    throws(SystemFailure) -> LeftOut?
  {
    guard file.isFound else {
      if file.path != "-", try session.console.fileStatus(file.path) == nil {
        throw .missing(file.path)
      }
      return nil
    }
    let descriptor = try InputDescriptor(file, session.console)
    defer { descriptor.close() }
    var beginning = ByteBuffer()
    return try found.reasonToLeaveOut(descriptor, &beginning)
  }

  private func append(_ what: String, _ path: String, to text: inout ByteBuffer) {
    text.append("\(what): \(LineText.escaped(SystemText.shown(path)))\n")
  }
}
