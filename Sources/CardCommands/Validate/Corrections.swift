import CardJSON
import CardRules
import CardPlatform

/// The corrections of findings, by file: what `--diff` prints.
final class Corrections {
  /// The files, in the order in which something was found in them.
  private var paths: [String] = []
  private var found: [String: [(range: Range<Int>, correction: Finding.Correction)]] = [:]
  /// How many findings there were, and how many of them the patch corrects.
  private(set) var findings = 0
  private(set) var corrected = 0

  /// Takes what is to be corrected for a finding, if it is known.
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
  ///   - names: the files as they are to be opened, by what findings call them.
  ///   - console: knows the working directory, from which the repository is looked for upwards.
  ///   - say: tells the user of files that are left out, and why.
  /// - Throws: `SystemFailure` when a file cannot be read again, `DataError` when it was changed.
  func write(
    _ names: [String: String], _ console: Console, to output: OutputStream, say: (String) -> Void
  ) throws {
    let targets = try PatchTargets(console)
    // Whoever names a file twice wants it changed once.
    var written: Set<String> = []
    for path in paths {
      let opened = names[path] ?? path
      switch targets.target(opened) {
      case .none(let reason): say("\(path): not in the patch: \(reason)")
      case .file(let name):
        guard written.insert(name).inserted else { continue }
        let text = ByteBuffer(try SmallFile(opened, console, limit: .max).bytes)
        guard text.view.isUTF8 else {
          say("\(path): not in the patch: it is not UTF-8")
          continue
        }
        var patch = ByteBuffer()
        let replacements = try replacements(path, text.view)
        corrected += replacements.count
        Patch(name, text.view, replacements).append(to: &patch)
        try output.write(patch.view)
      }
    }
  }

  /// What is to be replaced in the file that findings call `path`, in which `text` stands now.
  private func replacements(_ path: String, _ text: ByteView) throws -> [Patch.Replacement] {
    try (found[path] ?? []).map { range, correction in
      let old = ByteBuffer(correction.old.utf8)
      guard range.upperBound <= text.count, text.slice(range) == old.view else {
        throw DataError(
          message: "cardctl: \(path) was changed while it was checked; validate it again")
      }
      return Patch.Replacement(range: range, text: correction.new)
    }
  }
}

/// Tells nothing of findings, but keeps what corrects them.
struct CorrectionReport: Report {
  let corrections: Corrections

  func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) { corrections.add(finding) }
}
