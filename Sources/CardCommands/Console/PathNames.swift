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
    while let folder = folders.last, folder != "/", let slash = folder.lastIndex(of: "/") {
      folders.append(slash == folder.startIndex ? "/" : String(folder[..<slash]))
    }
    return folders
  }

  /// A path up to its last slash, by bytes: a mark after that would make one character of both.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }
}
