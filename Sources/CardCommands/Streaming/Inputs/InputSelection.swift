import CardArguments
import CardPlatform
import CardRules

/// How files that were found in folders are told from others.
struct InputSelection: Sendable {
  private let exclusions: [PathExclusion]
  /// Whether exclusions hold for files that were named, too.
  private let isForced: Bool
  /// Whether requests and registries are read, or cards alone.
  let takesRequests: Bool
  /// The files of the run; one that it writes is not an input, wherever it is found.
  let files: RunFiles

  /// The selection of a run.
  ///
  /// - Throws: `SystemFailure` when the working directory cannot be found.
  init(
    _ cards: CardOptions, _ configuration: Configuration, _ console: Console, _ files: RunFiles,
    takesRequests: Bool = false
  ) throws(SystemFailure) {
    self.files = files
    self.takesRequests = takesRequests
    isForced = cards.forcesExclusion
    exclusions = [
      try PathExclusion(cards.excluded, console),
      try PathExclusion(configuration.excluded, from: configuration.folder, console),
    ].compactMap { $0 }
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

/// Patterns of files and folders that are left out, and the folder that they start from.
struct PathExclusion: Sendable {
  private let patterns: [PathPattern]
  private let paths: ReportPaths

  /// What patterns leave out; nil when there are none.
  ///
  /// - Parameter folder: the folder that paths start from; nil for the working directory.
  /// - Throws: `SystemFailure` when the working directory cannot be found.
  init?(_ patterns: [PathPattern], from folder: String? = nil, _ console: Console)
    throws(SystemFailure)
  {
    guard !patterns.isEmpty else { return nil }
    let directory = try console.workingDirectory() ?? "/"
    self.patterns = patterns
    let root = folder.map { $0.hasPrefix("/") ? $0 : directory + "/" + $0 } ?? directory
    paths = ReportPaths(directory: directory, root: root)
  }

  /// Whether the file or folder at `path` is left out, itself alone.
  func leavesOut(_ path: String, isFolder: Bool) -> Bool {
    leavesOut(fromRoot: paths.upFromRoot(path), isFolder: isFolder)
  }

  /// Whether the file at `path`, or a folder that it is in, is left out.
  func leavesOut(with path: String, isFolder: Bool) -> Bool {
    let names = paths.upFromRoot(path).split(separator: "/")
    return names.indices.contains { last in
      leavesOut(
        fromRoot: names[...last].joined(separator: "/"),
        isFolder: isFolder || last < names.count - 1)
    }
  }

  private func leavesOut(fromRoot path: String, isFolder: Bool) -> Bool {
    patterns.contains { $0.matches(path, isFolder: isFolder) }
  }
}

extension PathPattern {
  /// The pattern of an option; its mistake as the parser words it.
  static func pattern(_ text: String) throws(ValueProblem) -> PathPattern {
    do {
      return try PathPattern(text)
    } catch {
      throw .reason(error.message)
    }
  }
}
