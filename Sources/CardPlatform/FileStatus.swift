import CardJSON
import CardLibC

/// What the system says of a file.
package struct FileStatus: Equatable, Sendable {
  /// What kinds of files there are.
  package enum Kind: Equatable, Sendable {
    case regular
    case directory
    case symbolicLink
    case pipe
    /// A device, a socket.
    case other
  }

  /// What a file is, whatever it is called: its device and its number there.
  package struct Identity: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// Which file it is, whatever it is called.
  package let identity: Identity
  /// What kind of file it is.
  package let kind: Kind
  /// How many bytes it holds.
  package let size: Int
  /// Who may do what with it, as in `chmod`.
  package let mode: mode_t
  /// Whose it is: the numbers of the user and the group.
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
    (owner, group) = (status.st_uid, status.st_gid)
  }
}

// Only what is absent is nil: taking another failure for that would overwrite or overlook
// what is there.
extension SystemCalls {
  /// Whether an error says that there is nothing of the name that was asked for.
  static func isAbsence(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }

  /// What a descriptor is open for.
  package static func fileStatus(_ descriptor: Int32, name: String) throws(SystemFailure)
    -> FileStatus
  {
    var status = stat()
    try repeated("cannot look at \(name)") { unsafe fstat(descriptor, &status) }
    return FileStatus(status)
  }

  /// What is at `path`, a symbolic link itself and not what it leads to; nil when there is nothing.
  ///
  /// - Parameter name: how messages call the file.
  package static func fileStatus(at path: String, name: String) throws(SystemFailure) -> FileStatus?
  {
    var status = stat()
    let result = unsafe SystemText.withPath(path) { unsafe lstat($0, &status) }
    return try FileStatus(status, result, name: name)
  }

  /// What is at `path`, symbolic links followed; nil when there is nothing.
  ///
  /// - Parameter name: how messages call the file.
  package static func fileStatus(behind path: String, name: String) throws(SystemFailure)
    -> FileStatus?
  {
    var status = stat()
    let result = unsafe SystemText.withPath(path) { unsafe stat($0, &status) }
    return try FileStatus(status, result, name: name)
  }

  /// Where the symbolic link at `path` leads; nil when there is no symbolic link.
  package static func link(at path: String, name: String) throws(SystemFailure) -> String? {
    var buffer = ByteBuffer(capacity: Int(PATH_MAX))
    let length = unsafe SystemText.withPath(path) { path in
      unsafe buffer.fill(Int(PATH_MAX)) { memory, size in
        unsafe readlink(path, memory.assumingMemoryBound(to: CChar.self), size)
      }
    }
    if length >= 0 { return SystemText.text(buffer.view.array) }
    // What is no symbolic link is invalid here.
    if errno == EINVAL || isAbsence(errno) { return nil }
    throw .opening(name, errno)
  }
}

extension FileStatus {
  /// What a call that ended with `result` filled in; nil when there is nothing.
  fileprivate init?(_ status: stat, _ result: Int32, name: String) throws(SystemFailure) {
    guard result != 0 else {
      self.init(status)
      return
    }
    if SystemCalls.isAbsence(errno) { return nil }
    throw .opening(name, errno)
  }
}
