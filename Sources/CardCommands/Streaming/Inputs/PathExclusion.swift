import CardArguments
import CardRules
import CardPlatform

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
