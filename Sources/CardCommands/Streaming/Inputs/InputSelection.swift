import CardRules
import CardPlatform

/// How files that were found in folders are told from others.
struct InputSelection: Sendable {
  private let exclusions: [PathExclusion]
  /// Whether exclusions hold for files that were named, too.
  private let isForced: Bool
  /// Whether requests and registries are read, or cards alone.
  let takesRequests: Bool
  /// The run's own files, which are no inputs wherever they lie.
  let own: [FileStatus.Identity]
  /// The one of them that is no input even where it is named, as by a pattern of the shell.
  let baseline: FileStatus.Identity?

  /// The selection of a run.
  ///
  /// - Parameters:
  ///   - baseline: the path of the baseline.
  ///   - reports: the paths of reports.
  /// - Throws: `SystemFailure` when the working directory cannot be found.
  init(
    _ cards: CardOptions, _ configuration: Configuration, _ console: Console,
    takesRequests: Bool = false, baseline: String? = nil, reports: [String] = []
  ) throws(SystemFailure) {
    self.takesRequests = takesRequests
    isForced = cards.forcesExclusion
    exclusions = [
      try PathExclusion(cards.excluded, console),
      try PathExclusion(configuration.excluded, from: configuration.folder, console),
    ].compactMap { $0 }
    func identity(_ path: String) -> FileStatus.Identity? {
      // What cannot be looked at cannot be read either, which is said then.
      (try? console.fileStatus(path))??.identity
    }
    self.baseline = baseline.flatMap(identity)
    let written = ([cards.output, baseline] + reports).compactMap { $0 }.compactMap(identity)
    let output = cards.output == nil ? WrittenFile(console.output)?.identity : nil
    own = written + (output.map { [$0] } ?? [])
  }

  /// Whether something that was named is left out, or a folder that it is in.
  func leavesOut(named path: String, isFolder: Bool) -> Bool {
    isForced && exclusions.contains { $0.leavesOut(with: path, isFolder: isFolder) }
  }

  /// Whether something that was found is left out.
  func leavesOut(found path: String, isFolder: Bool) -> Bool {
    exclusions.contains { $0.leavesOut(path, isFolder: isFolder) }
  }
}
