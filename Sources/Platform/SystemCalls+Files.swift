import CardJSON

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the system says of a file.
public struct FileStatus: Equatable, Sendable {
  /// What kinds of files there are.
  public enum Kind: Equatable, Sendable {
    case regular
    case directory
    case symbolicLink
    case pipe
    /// A device, a socket.
    case other
  }

  /// Which file it is, whatever it is called.
  public let identity: SystemCalls.FileIdentity
  /// What kind of file it is.
  public let kind: Kind
  /// How many bytes it holds.
  public let size: Int
  /// Who may do what with it, as in `chmod`.
  public let mode: mode_t
  /// Whose it is: the numbers of the user and the group.
  public let owner: uid_t, group: gid_t

  fileprivate init(_ status: stat) {
    identity = SystemCalls.FileIdentity(
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

/// What a file that must not be damaged needs: locks, places, the disk's word that bytes are on it.
extension SystemCalls {
  /// What a descriptor is open for.
  public static func fileStatus(_ descriptor: Int32, name: String) throws(SystemFailure)
    -> FileStatus
  {
    guard let status = status(descriptor) else {
      throw SystemFailure(action: "cannot look at \(name)", code: errno)
    }
    return FileStatus(status)
  }

  /// What is at `path`, a symbolic link itself and not what it leads to; nil when there is nothing.
  public static func fileStatus(at path: String, name: String) throws(SystemFailure) -> FileStatus?
  {
    var status = stat()
    if unsafe lstat(path, &status) == 0 { return FileStatus(status) }
    if errno == ENOENT { return nil }
    throw SystemFailure(action: "cannot open \(name)", code: errno)
  }

  /// Takes the lock of a file for this process alone; false when another process has it.
  ///
  /// The lock goes with the descriptor, however the process ends.
  public static func tryLock(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw SystemFailure(action: "cannot lock \(name)", code: errno) }
    }
    return true
  }

  /// Gives the lock of a file back.
  public static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// Writes some of `bytes`, with one call, and says how many.
  public static func writeOnce(_ descriptor: Int32, _ bytes: ByteView, name: String)
    throws(SystemFailure) -> Int
  {
    while true {
      let length = unsafe bytes.withPointer { unsafe writeFile(descriptor, $0, $1) }
      if length >= 0 { return length }
      if errno != EINTR { throw SystemFailure(action: "cannot write \(name)", code: errno) }
    }
  }

  /// Reads up to `count` bytes that stand from `offset` on behind the content of `buffer`; 0 at the
  /// end of the file.
  public static func read(
    _ descriptor: Int32, at offset: Int, _ count: Int, into buffer: inout ByteBuffer, name: String
  ) throws(SystemFailure) -> Int {
    while true {
      let length = unsafe buffer.fill(count) { memory, size in
        unsafe pread(descriptor, memory, size, off_t(offset))
      }
      if length >= 0 { return length }
      if errno != EINTR { throw SystemFailure(action: "cannot read \(name)", code: errno) }
    }
  }

  /// Returns when the content of a file is on the disk; on macOS that takes more than `fsync`, which
  /// leaves it in the drive's own memory.
  public static func syncData(_ descriptor: Int32, name: String) throws(SystemFailure) {
    while true {
      #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        let status = errno == ENOTSUP || errno == EINVAL ? fsync(descriptor) : -1
      #else
        let status = fdatasync(descriptor)
      #endif
      if status == 0 { return }
      if errno != EINTR { throw SystemFailure(action: "cannot sync \(name)", code: errno) }
    }
  }

  /// Returns when the names in a directory are on the disk, where the file system can tell.
  public static func syncDirectory(_ path: String) throws(SystemFailure) {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    while fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP {
      if errno != EINTR { throw SystemFailure(action: "cannot sync \(path)", code: errno) }
    }
  }

  /// Cuts a file off behind its first `size` bytes.
  public static func truncate(_ descriptor: Int32, to size: Int, name: String)
    throws(SystemFailure)
  {
    while ftruncate(descriptor, off_t(size)) != 0 {
      if errno != EINTR { throw SystemFailure(action: "cannot truncate \(name)", code: errno) }
    }
  }

  /// Gives an open file the owner, the group and the mode of another.
  public static func takeOver(_ other: FileStatus, _ descriptor: Int32, name: String)
    throws(SystemFailure)
  {
    let own = try fileStatus(descriptor, name: name)
    let isSame = own.owner == other.owner && own.group == other.group
    guard isSame || fchown(descriptor, other.owner, other.group) == 0 else {
      throw SystemFailure(action: "cannot give \(name) its owner", code: errno)
    }
    guard fchmod(descriptor, other.mode) == 0 else {
      throw SystemFailure(action: "cannot set the mode of \(name)", code: errno)
    }
  }

  /// Makes a directory for its owner alone; nothing when it is there.
  public static func makeDirectory(_ path: String) throws(SystemFailure) {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw SystemFailure(action: "cannot make the directory \(path)", code: errno)
    }
  }

  /// Does nothing for a while.
  public static func pause(microseconds: Int) {
    var time = timespec(
      tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    _ = unsafe nanosleep(&time, nil)
  }

  /// Microseconds since some time, on a clock that nobody sets.
  public static func uptime() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Lets a write beyond the limit to the size of files fail, as any other, where the system would
  /// end the process.
  public static func surviveFileSizeLimit() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Lets a write that nobody reads fail, as any other, where the system would end the process.
  public static func surviveClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

// The C function whose name the enum takes for its own.
@unsafe
private func writeFile(_ descriptor: Int32, _ memory: UnsafePointer<UInt8>, _ size: Int) -> Int {
  unsafe write(descriptor, memory, size)
}
