import CardPlatform

/// Whether a patch can change an input.
enum PatchTarget: Equatable {
  /// It can, by this name.
  case file(String)
  /// It cannot, for this reason.
  case none(String)
}

/// The names of files in a patch: from the top of the repository, and outside of a repository from the
/// working directory.
///
/// `git apply` refuses a whole patch because of one file that it does not accept, so such files are
/// omitted.
struct PatchTargets {
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

  /// The name of the file at `path` in a patch.
  func target(_ path: String) -> PatchTarget {
    let name = paths.fromRoot(path)
    guard !name.hasPrefix("/") else { return .none("it is outside of \(root)") }
    let names = name.split(separator: "/")
    guard !names.contains(where: { $0.lowercased() == ".git" }) else {
      return .none("git keeps its own files there")
    }
    for count in names.indices {
      switch PatchTargets.kind(root + "/" + names[...count].joined(separator: "/")) {
      case .symbolicLink: return .none("git follows no symbolic link")
      case .directory where count < names.count - 1, .regular, nil: continue
      default: return .none("it is not a file")
      }
    }
    return .file(name)
  }

  /// The kind of file at `path`; nil if it is absent or cannot be looked at.
  private static func kind(_ path: String) -> FileStatus.Kind? {
    try? SystemCalls.fileStatus(at: path, name: path)?.kind
  }
}
