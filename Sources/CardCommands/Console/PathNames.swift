/// The names that a path is made of.
enum PathNames {
  /// The names in a path; `.` and `..` are resolved.
  static func resolved(_ path: String, after start: [Substring] = []) -> [Substring] {
    var names = start
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }

  /// A folder, whose path is absolute, and all that it is in.
  static func upwards(from folder: String) -> [String] {
    var folders = [folder]
    while let folder = folders.last, folder != "/", let parent = parent(of: folder) {
      folders.append(parent)
    }
    return folders
  }

  /// The folder that something is in; nil when it was named without one.
  static func parent(of path: String) -> String? {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
  }

  /// The last name of a path.
  static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// A path up to its last slash, by bytes: a mark after that would make one character of both.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }
}
