import CardLibC

extension SystemCalls {
  /// An entry of a directory.
  package struct DirectoryEntry: Sendable {
    /// The file name.
    package let name: String
    /// The type of the file, not following a symbolic link; nil if only `fileStatus` can determine
    /// it.
    package let kind: FileStatus.Kind?
  }

  /// The entries of a directory except `.` and `..`, in no particular order.
  ///
  /// - Parameter name: the name of the directory in messages.
  package static func entries(in path: String, shownAs name: String) throws(SystemFailure)
    -> [DirectoryEntry]
  {
    guard let directory = unsafe SystemText.withPath(path, { unsafe opendir($0) }) else {
      throw SystemFailure(action: "cannot read the directory \(name)", code: errno)
    }
    defer { unsafe closedir(directory) }
    var entries: [DirectoryEntry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        guard errno == 0 else {
          throw SystemFailure(action: "cannot read the directory \(name)", code: errno)
        }
        return entries
      }
      let text = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)
        ) { unsafe SystemText.text($0) }
      }
      guard text != ".", text != ".." else { continue }
      entries.append(DirectoryEntry(name: text, kind: kind(unsafe entry.pointee.d_type)))
    }
  }

  /// The type that the directory states for an entry, or nil if the file system does not store it
  /// there.
  private static func kind(_ type: UInt8) -> FileStatus.Kind? {
    switch Int(type) {
    case Int(DT_REG): .regular
    case Int(DT_DIR): .directory
    case Int(DT_LNK): .symbolicLink
    case Int(DT_FIFO): .pipe
    case Int(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// The entries of a directory, or an empty list if it does not exist.
  package static func entries(ifThereIn path: String, shownAs name: String) throws(SystemFailure)
    -> [DirectoryEntry]
  {
    do throws(SystemFailure) {
      return try entries(in: path, shownAs: name)
    } catch {
      if isAbsence(error.code) { return [] }
      throw error
    }
  }
}
