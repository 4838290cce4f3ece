import CardJSON
import CardPlatform

/// Writes corrections to files, for `--fix`.
///
/// Each file is replaced atomically by a new file with the same mode; a read-only file is an error.
/// Symbolic links are never followed, because they could point outside of the repository.
struct FileFixes {
  let session: Session
  /// The number of corrected findings.
  private(set) var count = 0
  /// Whether a file could not be read or written.
  private(set) var hasFailed = false
  /// The messages that were printed.
  private(set) var messages: Set<String> = []

  /// Applies the corrections once, and returns whether any file changed.
  ///
  /// - Parameter files: the paths of the files, by their names in findings.
  mutating func apply(_ corrections: Corrections, _ files: [String: String]) throws -> Bool {
    var hasChanged = false
    // Corrections under a second name of the same file wait for the next round.
    var seen: [FileStatus.Identity] = []
    for name in corrections.paths {
      let path = files[name] ?? name
      do {
        guard let status = try status(of: path), status.kind == .regular else {
          say("\(name): not fixed: it is a symbolic link or not a file")
          continue
        }
        if let link = try linkedDirectory(of: path) {
          say("\(name): not fixed: \(SystemText.shown(link)) is a symbolic link")
          continue
        }
        guard !seen.contains(status.identity) else { continue }
        // The system lets the superuser write it.
        guard status.mode & 0o222 != 0 else {
          throw SystemFailure(action: "cannot write \(name)", reason: "it is read-only")
        }
        seen.append(status.identity)
        let text = ByteBuffer(
          try SmallFile(path, session.console, limit: .max, isOnlyRegular: true).bytes)
        guard let replacements = corrections.replacements(in: name, text.view) else {
          say("\(name): not fixed: it was changed while it was checked")
          continue
        }
        let result = Patch.replaced(0..<text.count, of: text.view, by: replacements)
        try session.console.write(result.view, to: path)
        if let status = try self.status(of: path) { seen.append(status.identity) }
        hasChanged = true
        count += replacements.count
        session.note("\(name): fixed \(counted(replacements.count, "finding"))")
        if status.linkCount > 1 {
          session.note("\(name): its other names (hard links) keep the old content")
        }
      } catch let failure as SystemFailure {
        hasFailed = true
        say("\(name): not fixed: \(failure.message)")
      }
    }
    return hasChanged
  }

  /// Returns the status of a file without following a symbolic link.
  private func status(of path: String) throws(SystemFailure) -> FileStatus? {
    try SystemCalls.fileStatus(at: session.console.resolved(path), name: path)
  }

  /// Returns the first directory of `path` that is a symbolic link, if any.
  ///
  /// Of an absolute path, the working directory is not checked, or elsewhere the first directory:
  /// `/tmp` is a link on macOS.
  private func linkedDirectory(of path: String) throws(SystemFailure) -> String? {
    let current = try session.console.workingDirectory() ?? "/"
    let names = PathNames.components(of: path).dropLast()
    var directory = path.hasPrefix("/") ? "/" : ""
    let unchecked = path.hasPrefix(current + "/") ? current : directory + (names.first ?? "")
    for name in names {
      directory += name
      let isChecked = !path.hasPrefix("/") || directory.utf8.count > unchecked.utf8.count
      if isChecked, try status(of: directory)?.kind == .symbolicLink { return directory }
      directory += "/"
    }
    return nil
  }

  /// Prints a message once.
  private mutating func say(_ message: String) {
    if messages.insert(message).inserted { session.say(message) }
  }
}
