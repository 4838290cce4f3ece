import CardJSON
import CardPlatform
import CardRules

/// The corrections of findings, grouped by file.
final class Corrections {
  /// The files with corrections as named in findings, in the order of their first correction.
  private(set) var paths: [String] = []
  private var found: [String: [(range: Range<Int>, correction: Finding.Correction)]] = [:]
  /// The number of findings, and of those that the patch corrects.
  private(set) var findings = 0
  private(set) var corrected = 0

  /// Adds the correction of a finding, if it has one.
  func add(_ located: LocatedFinding) {
    findings += 1
    guard let correction = located.finding.correction else { return }
    if found[located.path] == nil { paths.append(located.path) }
    found[located.path, default: []].append(
      (located.finding.offset..<located.finding.endOffset, correction))
  }

  /// Writes a patch for each file that `git apply` can change.
  ///
  /// - Parameters:
  ///   - files: the paths of the files, by their names in findings.
  ///   - say: prints why a file is omitted.
  /// - Throws: `SystemFailure` if a file cannot be read again, `DataError` if it was changed since.
  func write(
    _ files: [String: String], _ console: Console, to output: OutputStream, say: (String) -> Void
  ) throws {
    let targets = try PatchTargets(console)
    // Patch a file only once, even if it was named twice.
    var written: Set<String> = []
    for path in paths {
      let opened = files[path] ?? path
      let (name, refusal) = targets.target(opened)
      if let refusal {
        say("\(path): not in the patch: \(refusal)")
        continue
      }
      guard written.insert(name).inserted else { continue }
      let text = ByteBuffer(try SmallFile(opened, console, limit: .max).bytes)
      guard text.view.isUTF8 else {
        say("\(path): not in the patch: it is not UTF-8")
        continue
      }
      guard let replacements = replacements(in: path, text.view) else {
        throw DataError(
          message: "cardctl: \(path) was changed while it was checked; validate it again")
      }
      var patch = ByteBuffer()
      corrected += replacements.count
      Patch(path: name, bytes: text.view, replacements: replacements).append(to: &patch)
      try output.write(patch.view)
    }
  }

  /// Returns the replacements in a file that now contains `text`, sorted and without overlaps, or
  /// nil if the file was changed after it was checked.
  func replacements(in path: String, _ text: ByteView) -> [Patch.Replacement]? {
    var replacements: [Patch.Replacement] = []
    var end = 0
    for (range, correction) in (found[path] ?? []).sorted(by: {
      $0.range.lowerBound < $1.range.lowerBound
    }) {
      let old = ByteBuffer(correction.old.utf8)
      guard range.upperBound <= text.count, text.slice(range) == old.view else { return nil }
      guard range.lowerBound >= end else { continue }
      end = range.upperBound
      replacements.append(Patch.Replacement(range: range, text: correction.new))
    }
    return replacements
  }
}

/// A report that collects the corrections of findings and writes nothing.
struct CorrectionReport: Report {
  let corrections: Corrections

  func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) { corrections.add(finding) }
}

/// The names of files in a patch: relative to the root of the repository, or outside of a
/// repository to the working directory.
///
/// `git apply` rejects a whole patch if it does not accept one file, so such files are omitted.
private struct PatchTargets {
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

  /// Returns the name of the file at `path` in a patch, and the reason why a patch cannot change
  /// it, or nil if it can.
  func target(_ path: String) -> (name: String, refusal: String?) {
    let name = paths.fromRoot(path)
    return (name, refusal(of: name))
  }

  private func refusal(of name: String) -> String? {
    if name.hasPrefix("/") { return "it is outside of \(root)" }
    let names = name.split(separator: "/")
    if names.contains(where: { $0.lowercased() == ".git" }) {
      return "it is in git's own directory"
    }
    for count in names.indices {
      let path = root + "/" + names[...count].joined(separator: "/")
      // Nil if the file is absent or its status cannot be read.
      let kind = try? SystemCalls.fileStatus(at: path, name: path)?.kind
      switch kind {
      case .symbolicLink: return "git does not follow symbolic links"
      case .directory where count < names.count - 1, .regular, nil: continue
      default: return "it is not a file"
      }
    }
    return nil
  }
}
