import CardPlatform

/// Paths as build systems know files: from the top of the repository, with `/` between names.
///
/// Computed from the text alone, without following symbolic links.
struct ReportPaths: Equatable, Sendable {
  private let directory: [Substring]
  private let root: [Substring]

  /// Paths relative to `root`, for inputs that were named in `directory`; both absolute.
  init(directory: String, root: String) {
    self.directory = PathNames.resolved(directory)
    self.root = PathNames.resolved(root)
  }

  /// Paths relative to the repository that a build system works on, else to the top of the one that
  /// contains the working directory, else to the working directory.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  init(_ console: Console) throws(SystemFailure) {
    let directory = try console.workingDirectory() ?? "/"
    let root =
      console.variable("GITHUB_WORKSPACE") ?? console.variable("CI_PROJECT_DIR")
      ?? console.repositoryTop(above: directory) ?? directory
    self.init(directory: directory, root: root)
  }

  /// The absolute path of the file that is called `path` from the root.
  func absolute(fromRoot path: String) -> String {
    path.hasPrefix("/") ? path : "/" + (root.map(String.init) + [path]).joined(separator: "/")
  }

  /// `path` from the root; absolute if it is outside, unchanged for standard input.
  func fromRoot(_ path: String) -> String {
    guard path != "-" else { return path }
    let names = absolute(path)
    guard names.starts(with: root), names.count > root.count else {
      return "/" + names.joined(separator: "/")
    }
    return names.dropFirst(root.count).joined(separator: "/")
  }

  /// `path` from the root, with `..` if it is outside; unchanged for standard input.
  func upFromRoot(_ path: String) -> String {
    guard path != "-" else { return path }
    let names = absolute(path)
    let common = zip(names, root).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: root.count - common)
    return (steps + names.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// `path` from the root as the reference of a URI; a `file:` URI if it is outside.
  func uri(_ path: String) -> String {
    let path = fromRoot(path)
    let encoded = ReportPaths.percentEncoded(path)
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }

  private func absolute(_ path: String) -> [Substring] {
    path.hasPrefix("/")
      ? PathNames.resolved(path) : PathNames.resolved(path, after: directory)
  }

  private static func percentEncoded(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = character.isLetter || character.isNumber || "-._~/".contains(character)
      if isPlain, byte < 0x80 { return String(character) }
      return "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
