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

  /// A path up to its last slash, by bytes: a mark after that would make one character of both.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }
}
