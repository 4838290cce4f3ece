/// Functions for the components of a path.
enum PathNames {
  /// Returns the components of a path relative to `start`, with `.` and `..` resolved.
  static func resolved(_ path: String, after start: [Substring] = []) -> [Substring] {
    var names = start
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }

  /// Returns a directory, whose path is absolute, followed by its ancestors.
  static func upwards(from directory: String) -> [String] {
    var directories = [directory]
    while let directory = directories.last, directory != "/", let parent = parent(of: directory) {
      directories.append(parent)
    }
    return directories
  }

  /// Returns the path up to its last slash, without the slash; nil if there is no slash.
  static func parent(of path: String) -> String? {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
  }

  /// Returns the last component of a path.
  static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Returns the path up to and including its last slash.
  ///
  /// It is searched by bytes, because a combining mark after the slash would form one character
  /// with it.
  static func directory(of path: String, default none: String = "") -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? none
  }
}
