import CardJSON
import CardRules
import Platform

/// The corrections of findings, by file: what `--diff` prints.
final class Corrections {
  /// The files, in the order in which something was found in them.
  private var paths: [String] = []
  private var found: [String: [(range: Range<Int>, correction: Finding.Correction)]] = [:]
  /// How many findings there were, and how many of them have a correction.
  private(set) var findings = 0
  private(set) var corrected = 0

  /// Takes what is to be corrected for a finding, if it is known.
  func add(_ located: LocatedFinding) {
    findings += 1
    guard let correction = located.finding.correction else { return }
    corrected += 1
    if found[located.path] == nil { paths.append(located.path) }
    found[located.path, default: []].append(
      (located.finding.offset..<located.finding.endOffset, correction))
  }

  /// Writes a patch of each file.
  ///
  /// - Parameters:
  ///   - names: the files as they are to be opened, by what findings call them.
  ///   - console: knows the working directory, from which the repository is looked for upwards.
  /// - Throws: `SystemFailure` when a file cannot be read again, `DataError` when it was changed.
  func write(_ names: [String: String], _ console: Console, to output: OutputStream) throws {
    let directory = try console.workingDirectory() ?? "/"
    let root = try Corrections.repository(of: directory, console) ?? directory
    let inPatch = ReportPaths(directory: directory, root: root)
    for path in paths {
      let file = try SmallFile(names[path] ?? path, console, limit: .max)
      let text = ByteBuffer(file.bytes)
      let replacements = try (found[path] ?? []).map { range, correction in
        let old = ByteBuffer(correction.old.utf8)
        guard range.upperBound <= text.count, text.view.slice(range) == old.view else {
          throw DataError(
            message: "cardctl: \(path) was changed while it was checked; validate it again")
        }
        return Patch.Replacement(range: range, text: correction.new)
      }
      var patch = ByteBuffer()
      Patch(inPatch.upFromRoot(path), text.view, replacements).append(to: &patch)
      try output.write(patch.view)
    }
  }

  /// The directory of the repository that holds this one; nil when none does.
  private static func repository(of directory: String, _ console: Console) throws(SystemFailure)
    -> String?
  {
    var folder = directory
    while true {
      if try console.fileStatus((folder == "/" ? "" : folder) + "/.git") != nil { return folder }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }
}

/// Tells nothing of findings, but keeps what corrects them.
struct CorrectionReport: Report {
  let corrections: Corrections

  func begin(_ output: inout ByteBuffer) {}
  func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) { corrections.add(finding) }
  func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {}
}
