import CardJSON

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension SystemCalls {
  /// What a file is, whatever it is called: its device and its number there.
  public struct FileIdentity: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// What the file or directory at `path` is, symbolic links followed; nil when there is nothing.
  public static func identity(of path: String) -> FileIdentity? {
    guard let status = status(of: path) else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Whether there is a directory at `path`, symbolic links followed.
  public static func isDirectory(_ path: String) -> Bool {
    guard let status = status(of: path) else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a directory, but for those of itself and the one above, in no order.
  ///
  /// - Parameter name: how messages call the directory.
  public static func names(in path: String, shownAs name: String) throws(SystemFailure) -> [String]
  {
    guard let directory = unsafe opendir(path) else {
      throw SystemFailure(action: "cannot read the directory \(name)", code: errno)
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        guard errno == 0 else {
          throw SystemFailure(action: "cannot read the directory \(name)", code: errno)
        }
        return names
      }
      let text = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)
        ) { unsafe String(cString: $0) }
      }
      if text != ".", text != ".." { names.append(text) }
    }
  }
}
