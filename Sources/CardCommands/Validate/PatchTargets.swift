import CardPlatform

/// Whether a patch can change an input.
enum PatchTarget: Equatable {
  /// It can, by this name.
  case file(String)
  /// It cannot, for this reason.
  case none(String)
}

/// Names files as a patch of git's does: from the top of the repository, wherever in it one is, and
/// outside of any repository from the working directory.
///
/// `git apply` refuses a whole patch for one file that it does not take, so such files are left out
/// of it.
struct PatchTargets {
  private let root: String
  private let paths: ReportPaths

  /// The names for files that are named in the console's directory.
  ///
  /// - Throws: `SystemFailure` when the working directory cannot be found.
  init(_ console: Console) throws(SystemFailure) {
    let directory = try console.workingDirectory() ?? "/"
    root = PatchTargets.root(directory)
    paths = ReportPaths(directory: directory, root: root)
  }

  /// The directory that git takes for the top of its working tree.
  private static func root(_ directory: String) -> String {
    let top = PathNames.upwards(from: directory).first { folder in
      guard folder != "/", let git = kind(folder + "/.git") else { return false }
      // A file names the directory of a work tree or a submodule.
      return git == .regular || kind(folder + "/.git/HEAD") != nil
    }
    return top ?? directory
  }

  /// What a patch calls the file at `path`.
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
      default: return .none("it is no file")
      }
    }
    return .file(name)
  }

  /// What is at `path`, a symbolic link itself; nil where there is nothing, or no permission.
  private static func kind(_ path: String) -> FileStatus.Kind? {
    try? SystemCalls.fileStatus(at: path, name: path)?.kind
  }
}
