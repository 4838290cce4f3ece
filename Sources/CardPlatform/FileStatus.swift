import CardJSON
import CardLibC

/// The attributes of a file.
package struct FileStatus: Equatable, Sendable {
  /// A type of file.
  package enum Kind: Equatable, Sendable {
    case regular
    case directory
    case symbolicLink
    case pipe
    /// A device, a socket or another special file.
    case other
  }

  /// The identity of a file, independent of its names: its device and inode.
  package struct Identity: Equatable, Sendable { let device: UInt64, number: UInt64 }

  /// The identity, independent of the file's names.
  package let identity: Identity
  /// The type of the file.
  package let kind: Kind
  /// The size in bytes.
  package let size: Int
  /// The permissions, as in `chmod`.
  package let mode: mode_t
  /// The number of names (hard links).
  package let linkCount: Int
  /// The ids of the owner and the group.
  package let owner: uid_t, group: gid_t

  fileprivate init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    case S_IFIFO: kind = .pipe
    default: kind = .other
    }
    size = Int(status.st_size)
    mode = status.st_mode & 0o7777
    linkCount = Int(status.st_nlink)
    (owner, group) = (status.st_uid, status.st_gid)
  }
}

// Only an absent file is nil. If other failures were nil too, existing files could be overwritten
// or missed.
extension SystemCalls {
  /// Whether an error means that no file has this name.
  static func isAbsence(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }

  /// The status of an open file.
  package static func fileStatus(_ descriptor: Int32, name: String) throws(SystemFailure)
    -> FileStatus
  {
    var status = stat()
    try repeated("cannot get the status of \(name)") { unsafe fstat(descriptor, &status) }
    return FileStatus(status)
  }

  /// The status of the file at `path`, without following a symbolic link; nil if there is no file.
  package static func fileStatus(at path: String, name: String) throws(SystemFailure) -> FileStatus?
  { try status(name) { status in unsafe SystemText.withPath(path) { unsafe lstat($0, &status) } } }

  /// The status of the file at `path`, following symbolic links; nil if there is no file.
  package static func fileStatus(behind path: String, name: String) throws(SystemFailure)
    -> FileStatus?
  { try status(name) { status in unsafe SystemText.withPath(path) { unsafe stat($0, &status) } } }

  /// The status that `call` writes; nil if there is no file.
  private static func status(
    _ name: String, _ call: (inout stat) -> Int32
  ) throws(SystemFailure) -> FileStatus? {
    var status = stat()
    if call(&status) == 0 { return FileStatus(status) }
    if isAbsence(errno) { return nil }
    throw .opening(name, errno)
  }

  /// The target of the symbolic link at `path`; nil if it is not a symbolic link.
  package static func link(at path: String, name: String) throws(SystemFailure) -> String? {
    var buffer = ByteBuffer(capacity: Int(PATH_MAX))
    let length = unsafe SystemText.withPath(path) { path in
      unsafe buffer.fill(Int(PATH_MAX)) { memory, size in
        unsafe readlink(path, memory.assumingMemoryBound(to: CChar.self), size)
      }
    }
    if length >= 0 { return SystemText.text(buffer.view.array) }
    // `readlink` reports EINVAL for a file that is not a symbolic link.
    if errno == EINVAL || isAbsence(errno) { return nil }
    throw .opening(name, errno)
  }
}

extension SystemCalls {
  /// An entry of a directory.
  package struct DirectoryEntry: Sendable {
    /// The file name.
    package let name: String
    /// The type of the file, without following a link; nil if the directory does not contain it.
    package let kind: FileStatus.Kind?
  }

  /// The entries of a directory except `.` and `..`, in arbitrary order.
  package static func entries(in path: String, shownAs name: String) throws(SystemFailure)
    -> [DirectoryEntry]
  {
    var failure: SystemFailure {
      SystemFailure(action: "cannot read the directory \(name)", code: errno)
    }
    guard let directory = unsafe SystemText.withPath(path, { unsafe opendir($0) }) else {
      throw failure
    }
    defer { unsafe closedir(directory) }
    var entries: [DirectoryEntry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        if errno != 0 { throw failure }
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

  /// The type in a directory entry; nil if the file system does not store it there.
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

  /// The entries of a directory; empty if it does not exist.
  package static func entries(ifThereIn path: String, shownAs name: String) throws(SystemFailure)
    -> [DirectoryEntry]
  {
    do throws(SystemFailure) { return try entries(in: path, shownAs: name) } catch {
      if isAbsence(error.code) { return [] }
      throw error
    }
  }
}
