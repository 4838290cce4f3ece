import CardJSON
import CardPlatform

/// The output file of a command: a temporary file that replaces the target on success.
///
/// Anyone who reads the target while cardctl runs, or after cardctl was killed or the disk ran
/// full, sees the complete old content. A symbolic link is followed: its target is replaced, and
/// the link stays. A device, a FIFO, or a path that names a descriptor, such as `/dev/stdout`,
/// cannot be replaced and is written directly.
struct OutputFile {
  private let descriptor: Int32
  private let name: String
  /// The temporary file; nil if the target is written directly.
  private let temporary: TemporaryFile?
  private let target: String
  /// The status of the file to replace; nil if it does not exist.
  private let existing: FileStatus?

  /// Calls `body` with a stream to the file at `path`, or to standard output if nil.
  ///
  /// The old file is replaced unless `body` throws or returns `ExitStatuses.inputOutput`.
  ///
  /// - Parameters:
  ///   - passesControls: whether all control characters come from cardctl itself.
  ///   - evenAfterFailures: whether the old file is replaced despite that status.
  static func write(
    _ path: String?, _ console: Console, passesControls: Bool = false,
    framing: RowFraming = .lines, evenAfterFailures: Bool = false,
    body: (OutputStream) throws -> Int32
  ) throws -> Int32 {
    func stream(_ descriptor: Int32) -> OutputStream {
      SystemCalls.enlargePipe(descriptor, to: OutputStream.pipeSize)
      return OutputStream(
        descriptor, name: path ?? "<stdout>", passesControls: passesControls, framing: framing)
    }
    guard let path else { return try body(stream(console.output)) }
    let file = try OutputFile(console.resolved(path), shownAs: path)
    defer { file.close() }
    let status = try body(stream(file.descriptor))
    if evenAfterFailures || status != ExitStatuses.inputOutput { try file.commit() }
    return status
  }

  private init(_ path: String, shownAs name: String) throws(SystemFailure) {
    self.name = name
    if let own = OutputFile.ownDescriptor(path) {
      (target, existing, temporary) = (path, nil, nil)
      descriptor = try SystemCalls.duplicate(own, name: name)
      return
    }
    target = try OutputFile.followingLinks(path, name)
    existing = try SystemCalls.fileStatus(at: target, name: name)
    if let existing, existing.kind != .regular {
      temporary = nil
      descriptor = try SystemCalls.open(target, [.writeOnly, .truncate], shownAs: name)
      return
    }
    // Do not replace a file without write permission, even if its directory would allow it.
    if existing != nil {
      SystemCalls.close(try SystemCalls.open(target, .writeOnly, shownAs: name))
    }
    let made = try TemporaryFile.make(
      in: PathNames.directory(of: target), isPrivate: existing != nil, shownAs: name)
    (temporary, descriptor) = (made.file, made.descriptor)
  }

  private func commit() throws(SystemFailure) {
    guard let temporary else { return }
    if let existing { try SystemCalls.copyPermittedAttributes(existing, descriptor, name: name) }
    // The data must be on disk before the name refers to it.
    try SystemCalls.syncFile(descriptor, name: name)
    do throws(SystemFailure) {
      try SystemCalls.rename(temporary.path, to: target)
    } catch { throw SystemFailure(action: "cannot write \(name)", code: error.code) }
    temporary.forget()
  }

  /// Closes the file, and removes the temporary file unless it was committed.
  private func close() {
    SystemCalls.close(descriptor)
    temporary?.remove()
  }

  /// The descriptor of this process that `path` names, or nil if the path names a file.
  ///
  /// Opening such a path again would write from the start of the file, over content that `>>` in a
  /// shell keeps.
  static func ownDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return SystemCalls.standardOutput
    case "/dev/stderr": return SystemCalls.standardError
    default:
      for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
        return Int32(path.dropFirst(directory.count))
      }
      return nil
    }
  }

  /// Follows a chain of symbolic links to a target, which may not exist.
  static func followingLinks(_ path: String, _ name: String) throws(SystemFailure) -> String {
    var path = path
    for _ in 0..<maximumLinks {
      guard let link = try SystemCalls.link(at: path, name: name) else { return path }
      path = link.utf8.first == UInt8(ascii: "/") ? link : PathNames.directory(of: path) + link
    }
    throw .tooManyLinks(name)
  }

  /// The maximum length of a chain of symbolic links, as on Linux.
  private static let maximumLinks = 40
}

extension Console {
  /// Writes text to standard output.
  func write(_ text: String, passesControls: Bool = false) throws(SystemFailure) {
    try OutputStream(output, name: "<stdout>", passesControls: passesControls).write(text)
  }

  /// Writes the whole output of a command to the file at `path`, or to standard output if nil.
  func write(_ text: ByteView, to path: String?) throws {
    _ = try OutputFile.write(path, self) { output in
      try output.write(text)
      return ExitStatuses.done
    }
  }

  /// Writes text to standard error.
  func writeError(_ text: String) throws(SystemFailure) {
    try OutputStream(error, name: "<stderr>").write(text)
  }
}
