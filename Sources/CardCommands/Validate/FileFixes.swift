import CardJSON
import CardPlatform
import CardRules

/// Applies the fixes of findings to files, for `--fix`, or prints them as a patch, for `--diff`.
struct FileFixes: ~Copyable {
  /// The result for a fixed file.
  enum Destination {
    /// The file is replaced atomically by a new file with the same mode; a read-only file is an
    /// error.
    ///
    /// Symbolic links are never followed, because they could point outside of the repository.
    case file
    /// The changes are printed as a patch for `git apply`.
    case patch(OutputStream, PatchTargets)
  }

  private let session: Session
  private let destination: Destination
  private let checks: InputChecks
  private let baseline: Baseline?
  private var fixer: TextFixer
  /// The patch of the current file.
  private var diff = ByteBuffer()
  /// The number of fixed findings.
  private(set) var count = 0
  /// Whether a file could not be read or written.
  private(set) var hasFailed = false

  /// Creates fixes of files that are checked with `checks`, of findings that are not in `baseline`.
  init(_ run: CardRun, _ checks: InputChecks, baseline: Baseline?, to destination: Destination) {
    (session, self.checks, self.baseline) = (run.session, checks, baseline)
    self.destination = destination
    fixer = TextFixer(checks.plan, run.stream.reading)
  }

  /// Fixes files, given by their names in findings and their paths.
  ///
  /// - Throws: `SystemFailure` if the patch cannot be written.
  mutating func apply(to files: [(name: String, path: String)]) throws {
    // Fix a file only once, even if it was named twice.
    var seen: [FileStatus.Identity] = []
    for (name, path) in files {
      do {
        if let refusal = try refusal(of: path, &seen) {
          if !refusal.isEmpty { refuse(name, refusal) }
          continue
        }
        try fix(name, at: path)
        _ = try refusal(of: path, &seen)
      } catch let failure as SystemFailure {
        hasFailed = true
        refuse(name, failure.message)
      }
      if case .patch(let output, _) = destination {
        try output.write(diff.view)
        diff.removeAll()
      }
    }
  }

  /// Returns the reason why the file at `path` cannot be changed, which is empty if it was `seen`;
  /// nil if it can.
  private func refusal(of path: String, _ seen: inout [FileStatus.Identity]) throws(SystemFailure)
    -> String?
  {
    if case .patch(_, let targets) = destination, let refusal = targets.refusal(of: path) {
      return refusal
    }
    guard let status = try status(of: path), status.kind == .regular else {
      return "it is a symbolic link or not a file"
    }
    if let link = try linkedDirectory(of: path) {
      return "\(SystemText.shown(link)) is a symbolic link"
    }
    if seen.contains(status.identity) { return "" }
    seen.append(status.identity)
    return nil
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

  private mutating func fix(_ name: String, at path: String) throws {
    let file = try SmallFile(path, session.console, limit: .max, isOnlyRegular: true)
    let text = ByteBuffer(file.bytes)
    guard text.view.isUTF8 else { return refuse(name, "it is not UTF-8") }
    let settings = checks.settings(of: path)
    fixer.begin(PathNames.last(of: path), settings.kind, settings.profiles)
    let (edits, number) = fixer.edits(of: text.view) { [baseline] findings, text in
      var baseline = baseline
      return findings.filter { finding in
        var located = LocatedFinding(of: finding, in: name)
        guard settings.policy.runs(finding.rule), settings.policy.judge(&located.finding) else {
          return false
        }
        located.setSubject(in: text)
        return baseline?.accepts(located) != true
      }
    }
    guard number > 0 else { return }
    if case .patch(_, let targets) = destination {
      Patch(path: targets.name(of: path), bytes: text.view, edits: edits).append(to: &diff)
    } else {
      let status = try status(of: path)
      // The system lets the superuser write it.
      if let status, status.mode & 0o222 == 0 {
        throw SystemFailure(action: "cannot write \(name)", reason: "it is read-only")
      }
      var result = ByteBuffer()
      result.append(0..<text.count, of: text.view, with: edits)
      try session.console.write(result.view, to: path)
      session.note("\(name): fixed \(counted(number, "finding"))")
      if let status, status.linkCount > 1 {
        session.note("\(name): its other names (hard links) keep the old content")
      }
    }
    count += number
  }

  /// Prints why a file is not fixed.
  private func refuse(_ name: String, _ reason: String) {
    if case .patch = destination {
      session.say("\(name): not in the patch: \(reason)")
    } else {
      session.say("\(name): not fixed: \(reason)")
    }
  }
}

/// The names of files in a patch: relative to the root of the repository, or outside of a
/// repository to the working directory.
///
/// `git apply` rejects a whole patch if it does not accept one file, so such files are omitted.
struct PatchTargets {
  private let root: String
  private let paths: ReportPaths

  /// Creates the names for files relative to the console's working directory.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  init(_ console: Console) throws(SystemFailure) {
    let directory = try console.workingDirectory() ?? "/"
    root = console.repositoryTop(above: directory) ?? directory
    paths = ReportPaths(directory: directory, root: root)
  }

  /// Returns the name of the file at `path` in a patch.
  func name(of path: String) -> String { paths.fromRoot(path) }

  /// Returns the reason why a patch cannot change the file at `path`; nil if it can.
  func refusal(of path: String) -> String? {
    let name = name(of: path)
    if name.hasPrefix("/") { return "it is outside of \(root)" }
    let isOwn = name.split(separator: "/").contains { $0.lowercased() == ".git" }
    return isOwn ? "it is in git's own directory" : nil
  }
}
