import CardJSON
import CardPlatform
import CardRules

/// The corrections of findings, by file.
final class Corrections {
  /// The names of the files in findings, in the order of their first finding.
  private(set) var paths: [String] = []
  private var found: [String: [(range: Range<Int>, correction: Finding.Correction)]] = [:]
  /// The number of findings, and the number of those that the patch corrects.
  private(set) var findings = 0
  private(set) var corrected = 0

  /// Adds the correction of a finding, if there is one.
  func add(_ located: LocatedFinding) {
    findings += 1
    guard let correction = located.finding.correction else { return }
    if found[located.path] == nil { paths.append(located.path) }
    found[located.path, default: []].append(
      (located.finding.offset..<located.finding.endOffset, correction))
  }

  /// Writes a patch of each file that git can change.
  ///
  /// - Parameters:
  ///   - files: the paths of the files, by their names in findings.
  ///   - say: reports why a file is omitted.
  /// - Throws: `SystemFailure` if a file cannot be read again, `DataError` if it was changed.
  func write(
    _ files: [String: String], _ console: Console, to output: OutputStream, say: (String) -> Void
  ) throws {
    let targets = try PatchTargets(console)
    // A file that is named twice is changed once.
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

  /// The replacements in a file, which contains `text` now, in the order of their places and without
  /// overlaps; nil if the file was changed after it was checked.
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

/// Collects the corrections of findings, and writes nothing.
struct CorrectionReport: Report {
  let corrections: Corrections

  func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) { corrections.add(finding) }
}

/// The names of files in a patch: from the top of the repository, and outside of a repository from the
/// working directory.
///
/// `git apply` refuses a whole patch because of one file that it does not accept, so such files are
/// omitted.
private struct PatchTargets {
  private let root: String
  private let paths: ReportPaths

  /// The names for files that are named in the console's directory.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  init(_ console: Console) throws(SystemFailure) {
    let directory = try console.workingDirectory() ?? "/"
    root = console.repositoryTop(above: directory) ?? directory
    paths = ReportPaths(directory: directory, root: root)
  }

  /// The name of the file at `path` in a patch, and why a patch cannot change it; nil if it can.
  func target(_ path: String) -> (name: String, refusal: String?) {
    let name = paths.fromRoot(path)
    return (name, refusal(of: name))
  }

  private func refusal(of name: String) -> String? {
    if name.hasPrefix("/") { return "it is outside of \(root)" }
    let names = name.split(separator: "/")
    if names.contains(where: { $0.lowercased() == ".git" }) {
      return "git keeps its own files there"
    }
    for count in names.indices {
      let path = root + "/" + names[...count].joined(separator: "/")
      // Nil if the file is absent or cannot be looked at.
      let kind = try? SystemCalls.fileStatus(at: path, name: path)?.kind
      switch kind {
      case .symbolicLink: return "git follows no symbolic link"
      case .directory where count < names.count - 1, .regular, nil: continue
      default: return "it is not a file"
      }
    }
    return nil
  }
}
