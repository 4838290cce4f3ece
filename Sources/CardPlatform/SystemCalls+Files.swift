import CardJSON
import CardLibC

/// Calls that change files safely: locking, renaming and syncing.
extension SystemCalls {
  /// Locks a file, exclusively unless `isShared`; false if another process holds the lock.
  ///
  /// The lock belongs to the descriptor, so the system releases it however the process ends.
  package static func tryLock(_ descriptor: Int32, isShared: Bool = false, name: String)
    throws(SystemFailure) -> Bool
  {
    while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw SystemFailure(action: "cannot lock \(name)", code: errno) }
    }
    return true
  }

  /// Releases the lock of a file.
  package static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// Writes bytes with one call and returns the number of bytes written.
  package static func writeOnce(_ descriptor: Int32, _ bytes: ByteView, name: String)
    throws(SystemFailure) -> Int
  {
    try repeated("cannot write \(name)") {
      unsafe bytes.withPointer { unsafe CardLibC.write(descriptor, $0, $1) }
    }
  }

  /// Reads up to `count` bytes at `offset` into `buffer`; returns 0 at the end of the file.
  package static func read(
    _ descriptor: Int32, at offset: Int, _ count: Int, into buffer: inout ByteBuffer, name: String
  ) throws(SystemFailure) -> Int {
    try repeated("cannot read \(name)") {
      unsafe buffer.fill(count) { unsafe pread(descriptor, $0, $1, off_t(offset)) }
    }
  }

  /// The read position of a regular file; 0 if it has none.
  package static func position(_ descriptor: Int32) -> Int {
    max(Int(lseek(descriptor, 0, SEEK_CUR)), 0)
  }

  /// Moves the read position to the start of the file.
  package static func rewind(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try repeated("cannot read \(name)") { lseek(descriptor, 0, SEEK_SET) }
  }

  /// Flushes the content of a file to disk.
  ///
  /// On macOS, `fsync` is not enough, because it leaves the content in the drive's cache.
  package static func syncData(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try repeated("cannot sync \(name)") { () -> Int32 in
      #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
        return errno == ENOTSUP || errno == EINVAL ? fsync(descriptor) : -1
      #else
        return fdatasync(descriptor)
      #endif
    }
  }

  /// Flushes the content of a file from the system to the drive, which may still cache it.
  package static func syncFile(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try repeated("cannot write \(name)") { fsync(descriptor) }
  }

  /// Flushes the entries of a directory to disk, if the file system supports this.
  package static func syncDirectory(_ path: String) throws(SystemFailure) {
    let descriptor = try open(path)
    defer { close(descriptor) }
    try repeated("cannot sync \(path)") {
      fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1
    }
  }

  /// Truncates a file to `size` bytes.
  package static func truncate(_ descriptor: Int32, to size: Int, name: String)
    throws(SystemFailure)
  { try repeated("cannot truncate \(name)") { ftruncate(descriptor, off_t(size)) } }

  /// Sets the owner, group and mode of an open file to those of another.
  package static func copyAttributes(_ other: FileStatus, _ descriptor: Int32, name: String)
    throws(SystemFailure)
  {
    let own = try fileStatus(descriptor, name: name)
    if (own.owner, own.group) != (other.owner, other.group) {
      try repeated("cannot set the owner of \(name)") {
        fchown(descriptor, other.owner, other.group)
      }
    }
    try setMode(other.mode, of: descriptor, name: name)
  }

  /// Sets the mode of an open file to that of another, and its owner and group if permitted.
  ///
  /// If the group cannot be set, the file's own group gets only the permissions of others. If the
  /// owner cannot be set, the set-user-ID bit is cleared.
  package static func copyPermittedAttributes(
    _ other: FileStatus, _ descriptor: Int32, name: String
  )
    throws(SystemFailure)
  {
    let own = try fileStatus(descriptor, name: name)
    var mode = other.mode
    if own.group != other.group, fchown(descriptor, uid_t.max, other.group) != 0 {
      mode &= ~0o2070 | (mode & 0o7) << 3
    }
    if own.owner != other.owner, fchown(descriptor, other.owner, gid_t.max) != 0 { mode &= ~0o4000 }
    try setMode(mode, of: descriptor, name: name)
  }

  private static func setMode(_ mode: mode_t, of descriptor: Int32, name: String)
    throws(SystemFailure)
  { try repeated("cannot set the mode of \(name)") { fchmod(descriptor, mode) } }

  /// Renames a file, replacing any file that has the new name.
  package static func rename(_ old: String, to new: String) throws(SystemFailure) {
    try repeated("cannot rename \(old)") {
      unsafe SystemText.withPath(old) { old in
        unsafe SystemText.withPath(new) { new in unsafe CardLibC.rename(old, new) }
      }
    }
  }

  /// Renames a file; fails if the new name exists.
  ///
  /// If the file system cannot do this atomically, the name is checked first. That is safe between
  /// processes that hold the same lock while they create such names.
  package static func move(_ old: String, to new: String) throws(SystemFailure) {
    let status = unsafe SystemText.withPath(old) { old in
      unsafe SystemText.withPath(new) { new in unsafe moveFile(old, new) }
    }
    if status == 0 { return }
    guard errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else {
      throw SystemFailure(action: "cannot rename \(old) to \(new)", code: errno)
    }
    if try fileStatus(at: new, name: new) != nil {
      throw SystemFailure(action: "cannot rename \(old) to \(new)", code: EEXIST)
    }
    try rename(old, to: new)
  }

  /// Removes a file's name.
  package static func remove(_ path: String, name: String) throws(SystemFailure) {
    try repeated("cannot remove \(name)") { unsafe SystemText.withPath(path) { unsafe unlink($0) } }
  }

  /// Creates a directory that only its owner can access; does nothing if it exists.
  package static func makeDirectory(_ path: String) throws(SystemFailure) {
    try repeated("cannot create the directory \(path)") {
      unsafe SystemText.withPath(path) { unsafe mkdir($0, 0o700) } == 0 || errno == EEXIST ? 0 : -1
    }
  }

  /// Sleeps for a number of microseconds.
  package static func pause(microseconds: Int) {
    var time = timespec(tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    _ = unsafe nanosleep(&time, nil)
  }

  /// The time of a monotonic clock, in microseconds.
  package static func uptime() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Lets this process open as many files as the system allows.
  package static func raiseOpenFileLimit() {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(files, &limit) == 0 else { return }
    #if canImport(Darwin)
      // A higher limit is refused, even if it is not above the hard one.
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      limit.rlim_cur = limit.rlim_max
    #endif
    _ = unsafe setrlimit(files, &limit)
  }

  /// Makes writes beyond the file size limit fail instead of terminating the process.
  package static func ignoreFileSizeLimit() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Makes writes to a closed pipe fail instead of terminating the process.
  package static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

/// Renames a file unless the new name exists.
@unsafe
private func moveFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  #if canImport(Darwin)
    return unsafe renamex_np(old, new, UInt32(RENAME_EXCL))
  #elseif canImport(Musl)
    // Musl has no such call before 1.2.6.
    errno = ENOSYS
    return -1
  #else
    return unsafe renameat2(AT_FDCWD, old, AT_FDCWD, new, 1)
  #endif
}

#if canImport(Glibc)
  /// Available since glibc 2.28, but declared only with `_GNU_SOURCE`.
  @_silgen_name("renameat2")
  private func renameat2(
    _ oldDirectory: Int32, _ old: UnsafePointer<CChar>, _ newDirectory: Int32,
    _ new: UnsafePointer<CChar>, _ flags: UInt32
  ) -> Int32
#endif

extension SystemCalls {
  /// Sleeps, but at most until the reader of `output` closes it; returns whether it is closed.
  package static func pause(milliseconds: Int32, output: Int32) -> Bool {
    // `poll` ignores a negative descriptor, so this waits for no input.
    waitForInput(-1, output: output, milliseconds: milliseconds) == .outputClosed
  }

  /// The number of columns of the terminal at `descriptor`; nil if it is not a terminal.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }
}
