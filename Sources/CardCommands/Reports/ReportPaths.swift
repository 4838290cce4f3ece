@_spi(CardTool) import CardJSON
import CardPlatform

/// Paths as build systems know files: from the root of the repository, with `/` between names.
///
/// Worked out on the text alone: no file is looked at and no symbolic link followed.
struct ReportPaths: Equatable, Sendable {
  private let directory: [Substring]
  private let root: [Substring]

  /// Paths relative to `root`, for inputs that were named in `directory`; both absolute.
  init(directory: String, root: String) {
    self.directory = ReportPaths.names(in: directory)
    self.root = ReportPaths.names(in: root)
  }

  /// Paths relative to the repository that a build system works on, else to the working directory.
  ///
  /// - Throws: `SystemFailure` when the working directory cannot be found.
  init(_ console: Console) throws(SystemFailure) {
    let directory = try console.workingDirectory() ?? "/"
    let root =
      console.variable("GITHUB_WORKSPACE") ?? console.variable("CI_PROJECT_DIR") ?? directory
    self.init(directory: directory, root: root)
  }

  /// `path` from the root; absolute when it lies outside, itself when it is standard input.
  func fromRoot(_ path: String) -> String {
    guard path != "-" else { return path }
    let names = absolute(path)
    guard names.starts(with: root), names.count > root.count else {
      return "/" + names.joined(separator: "/")
    }
    return names.dropFirst(root.count).joined(separator: "/")
  }

  /// `path` from the root, with `..` where it lies outside; itself when it is standard input.
  func upFromRoot(_ path: String) -> String {
    guard path != "-" else { return path }
    let names = absolute(path)
    let common = zip(names, root).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: root.count - common)
    return (steps + names.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// `path` from the root as the reference of a URI; `file:` when it lies outside.
  func uri(_ path: String) -> String {
    let path = fromRoot(path)
    let encoded = ReportPaths.percentEncoded(path)
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }

  private func absolute(_ path: String) -> [Substring] {
    path.hasPrefix("/")
      ? ReportPaths.names(in: path) : ReportPaths.names(in: path, after: directory)
  }

  /// The names in a path; `.` and `..` are resolved.
  private static func names(in path: String, after start: [Substring] = []) -> [Substring] {
    var names = start
    for name in path.split(separator: "/") where name != "." {
      if name == ".." {
        _ = names.popLast()
      } else {
        names.append(name)
      }
    }
    return names
  }

  private static func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        encoded.append(byte)
      default:
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
