import CardPlatform

/// Converts paths to the form that build systems use: relative to the root of the repository.
///
/// Paths are resolved textually, without following symbolic links.
struct ReportPaths: Equatable, Sendable {
  private let directory: [Substring]
  private let root: [Substring]

  /// Creates a converter to paths relative to `root`, for inputs relative to `directory`.
  ///
  /// Both are absolute.
  init(directory: String, root: String) {
    self.directory = PathNames.resolved(directory)
    self.root = PathNames.resolved(root)
  }

  /// Creates a converter to paths relative to the CI workspace, or else to the repository that
  /// contains the working directory, or else to the working directory itself.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  init(_ console: Console) throws(SystemFailure) {
    let directory = try console.workingDirectory() ?? "/"
    let root =
      console.variable("GITHUB_WORKSPACE") ?? console.variable("CI_PROJECT_DIR")
      ?? console.repositoryTop(above: directory) ?? directory
    self.init(directory: directory, root: root)
  }

  /// Returns the absolute path of the file whose path from the root is `path`.
  func absolute(fromRoot path: String) -> String {
    path.hasPrefix("/") ? path : "/" + (root.map(String.init) + [path]).joined(separator: "/")
  }

  /// Returns `path` relative to the root, absolute if it is outside, or unchanged for standard
  /// input.
  func fromRoot(_ path: String) -> String {
    guard path != "-" else { return path }
    let names = absolute(path)
    guard names.starts(with: root), names.count > root.count else {
      return "/" + names.joined(separator: "/")
    }
    return names.dropFirst(root.count).joined(separator: "/")
  }

  /// Returns `path` relative to the root, with `..` if it is outside, or unchanged for standard
  /// input.
  func upFromRoot(_ path: String) -> String {
    guard path != "-" else { return path }
    let names = absolute(path)
    let common = zip(names, root).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: root.count - common)
    return (steps + names.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// Returns `path` as a URI reference relative to the root, or a `file:` URI if it is outside.
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
