/// Functions for the components of a path.
///
/// They search by bytes, because a combining mark after a slash would form one character with it.
package enum PathNames {
  private static let slash = UInt8(ascii: "/")

  /// Returns the components of a path.
  package static func components(of path: String) -> [Substring] {
    path.utf8.split(separator: slash).map { Substring($0) }
  }

  /// Returns the components of a path relative to `start`, with `.` and `..` resolved.
  package static func resolved(_ path: String, after start: [Substring] = []) -> [Substring] {
    var names = start
    for name in components(of: path) where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }

  /// Returns a directory, whose path is absolute, followed by its ancestors.
  package static func upwards(from directory: String) -> [String] {
    var directories = [directory]
    while let directory = directories.last, directory != "/", let parent = parent(of: directory) {
      directories.append(parent)
    }
    return directories
  }

  /// Returns the path up to its last slash, without the slash; nil if there is no slash.
  package static func parent(of path: String) -> String? {
    path.utf8.lastIndex(of: slash).map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
  }

  /// Returns the last component of a path.
  package static func last(of path: String) -> String {
    components(of: path).last.map { String($0) } ?? ""
  }

  /// Returns the path up to and including its last slash, or `default` without a slash.
  package static func directory(of path: String, default none: String = "") -> String {
    path.utf8.lastIndex(of: slash).map { String(path[...$0]) } ?? none
  }
}
