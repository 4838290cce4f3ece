import CardJSON
import CardLibC

extension SystemCalls {
  /// Something in a directory.
  package struct DirectoryEntry: Sendable {
    /// Its name there.
    package let name: String
    /// What kind of file it is, a symbolic link itself; nil where only `fileStatus` can tell.
    package let kind: FileStatus.Kind?
  }

  /// What is in a directory, but for itself and the one above, in no order.
  ///
  /// - Parameter name: how messages call the directory.
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

  /// What the system says beside a name; nil where its file system does not keep that there.
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

  /// The same; nothing where there is no directory.
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
