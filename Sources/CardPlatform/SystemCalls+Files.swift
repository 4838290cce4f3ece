import CardJSON
import CardLibC

/// What a file that must not be damaged needs: locks, places, the disk's word that bytes are on it.
extension SystemCalls {
  /// Takes the lock of a file for this process alone; false when another process has it.
  ///
  /// The lock goes with the descriptor, however the process ends.
  package static func tryLock(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw SystemFailure(action: "cannot lock \(name)", code: errno) }
    }
    return true
  }

  /// Gives the lock of a file back.
  package static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// Writes some of `bytes`, with one call, and says how many.
  package static func writeOnce(_ descriptor: Int32, _ bytes: ByteView, name: String)
    throws(SystemFailure) -> Int
  {
    try repeated("cannot write \(name)") {
      unsafe bytes.withPointer { unsafe writeFile(descriptor, $0, $1) }
    }
  }

  /// Reads up to `count` bytes that stand from `offset` on after the content of `buffer`; 0 at the
  /// end of the file.
  package static func read(
    _ descriptor: Int32, at offset: Int, _ count: Int, into buffer: inout ByteBuffer, name: String
  ) throws(SystemFailure) -> Int {
    try repeated("cannot read \(name)") {
      unsafe buffer.fill(count) { unsafe pread(descriptor, $0, $1, off_t(offset)) }
    }
  }

  /// Lets the next read of a file begin at its start.
  package static func rewind(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try repeated("cannot read \(name)") { lseek(descriptor, 0, SEEK_SET) }
  }

  /// Returns when the content of a file is on the disk; on macOS that takes more than `fsync`,
  /// which leaves it in the drive's own memory.
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

  /// Returns when the system has handed the content of a file to the disk.
  package static func syncFile(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try repeated("cannot write \(name)") { fsync(descriptor) }
  }

  /// Returns when the names in a directory are on the disk, where the file system can tell.
  package static func syncDirectory(_ path: String) throws(SystemFailure) {
    let descriptor = try open(path)
    defer { close(descriptor) }
    try repeated("cannot sync \(path)") {
      fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1
    }
  }

  /// Cuts a file off after its first `size` bytes.
  package static func truncate(_ descriptor: Int32, to size: Int, name: String)
    throws(SystemFailure)
  {
    try repeated("cannot truncate \(name)") { ftruncate(descriptor, off_t(size)) }
  }

  /// Gives an open file the owner, the group and the mode of another.
  package static func takeOver(_ other: FileStatus, _ descriptor: Int32, name: String)
    throws(SystemFailure)
  {
    let own = try fileStatus(descriptor, name: name)
    let isSame = own.owner == other.owner && own.group == other.group
    if !isSame {
      try repeated("cannot give \(name) its owner") {
        fchown(descriptor, other.owner, other.group)
      }
    }
    try setMode(other.mode, of: descriptor, name: name)
  }

  /// Gives an open file the mode of another, and its owner and group as far as this process may.
  ///
  /// Where it may not, its own group gets no more than all others have, since it is another one,
  /// and nobody runs the file as its owner.
  package static func resemble(_ other: FileStatus, _ descriptor: Int32, name: String)
    throws(SystemFailure)
  {
    let own = try fileStatus(descriptor, name: name)
    var mode = other.mode
    if own.group != other.group, fchown(descriptor, uid_t.max, other.group) != 0 {
      mode &= ~0o2070 | (mode & 0o7) << 3
    }
    if own.owner != other.owner, fchown(descriptor, other.owner, gid_t.max) != 0 {
      mode &= ~0o4000
    }
    try setMode(mode, of: descriptor, name: name)
  }

  private static func setMode(_ mode: mode_t, of descriptor: Int32, name: String)
    throws(SystemFailure)
  {
    try repeated("cannot set the mode of \(name)") { fchmod(descriptor, mode) }
  }

  /// Gives a file another name, in place of what has that name.
  package static func rename(_ old: String, to new: String) throws(SystemFailure) {
    try repeated("cannot rename \(old)") {
      unsafe SystemText.withPath(old) { old in
        unsafe SystemText.withPath(new) { new in unsafe renameFile(old, new) }
      }
    }
  }

  /// Gives a file another name, which nothing else may have.
  ///
  /// Where the system or the file system cannot do both at once, it is looked first: who shares a
  /// lock with all that make such names loses nothing then either.
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

  /// Makes a directory for its owner alone; nothing when it is there.
  package static func makeDirectory(_ path: String) throws(SystemFailure) {
    try repeated("cannot make the directory \(path)") {
      unsafe SystemText.withPath(path) { unsafe mkdir($0, 0o700) } == 0 || errno == EEXIST ? 0 : -1
    }
  }

  /// Does nothing for a while.
  package static func pause(microseconds: Int) {
    var time = timespec(
      tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    _ = unsafe nanosleep(&time, nil)
  }

  /// Microseconds of a monotonic clock.
  package static func uptime() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Lets a write beyond the limit to the size of files fail, as any other, where the system would
  /// end the process.
  package static func surviveFileSizeLimit() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Lets a write to a closed pipe fail, as any other, where the system would end the process.
  package static func surviveClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

// The C functions whose names the enum takes for its own.
@unsafe
private func renameFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(old, new)
}

@unsafe
private func moveFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  #if canImport(Darwin)
    unsafe renamex_np(old, new, UInt32(RENAME_EXCL))
  #else
    unsafe renameat2(AT_FDCWD, old, AT_FDCWD, new, 1)
  #endif
}

#if os(Linux)
  /// In glibc since 2.28; its headers give it only to programs that ask for all of GNU's.
  @_silgen_name("renameat2")
  private func renameat2(
    _ oldDirectory: Int32, _ old: UnsafePointer<CChar>, _ newDirectory: Int32,
    _ new: UnsafePointer<CChar>, _ flags: UInt32
  ) -> Int32
#endif

// What is needed to read a file that grows or is rotated.
extension SystemCalls {
  /// Waits so long, or until the reader of `output` has gone, which it then says.
  package static func pause(milliseconds: Int32, output: Int32) -> Bool {
    // poll passes over a descriptor that is negative: there is no input to wait for.
    waitForInput(-1, output: output, milliseconds: milliseconds) == .outputClosed
  }
}

extension SystemCalls {
  /// How many columns the terminal has that `descriptor` is open for; nil for anything else.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
