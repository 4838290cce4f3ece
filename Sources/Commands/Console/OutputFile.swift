import CardJSON
import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file that `-o` names: written beside its place and put there when all is well.
///
/// Whoever reads the file while cardctl runs, or after cardctl was killed or the disk was full,
/// sees the old content, never half of the new one. A symbolic link is followed, so that the file
/// it leads to is replaced and the link stays. What is no regular file (a device, a FIFO) cannot be
/// replaced and is written in place, and so is what a name such as `/dev/stdout` stands for.
struct OutputFile {
  /// The descriptor to write to.
  let descriptor: Int32
  private let path: String
  /// The file that is written until it is put in place; nil when the target is written itself.
  private let temporary: String?

  /// Opens the output.
  ///
  /// - Throws: `SystemFailure` when there is no place to write to.
  init(_ path: String) throws(SystemFailure) {
    if let own = OutputFile.ownDescriptor(path) {
      (self.path, temporary) = (path, nil)
      descriptor = try SystemCalls.duplicate(own, name: path)
      return
    }
    let target = OutputFile.followingLinks(path)
    self.path = target
    let existing = SystemCalls.status(of: target)
    if let existing, !SystemCalls.isRegularFile(existing) {
      temporary = nil
      descriptor = try SystemCalls.open(target, O_WRONLY | O_TRUNC)
      return
    }
    // A file that may not be written is not replaced either, though its directory would allow it.
    if existing != nil { SystemCalls.close(try SystemCalls.open(target, O_WRONLY)) }
    var name = ""
    var opened: Int32 = -1
    for attempt in 0..<100 where opened < 0 {
      name = "\(target).\(getpid())-\(attempt).tmp"
      do {
        opened = try SystemCalls.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      } catch {
        if error.code != EEXIST || attempt == 99 {
          throw SystemFailure(action: "cannot create \(path)", code: error.code)
        }
      }
    }
    TemporaryName.set(name)
    if let existing { _ = fchmod(opened, existing.st_mode & 0o7777) }
    (temporary, descriptor) = (name, opened)
  }

  /// Puts the written file in place.
  func commit() throws(SystemFailure) {
    if let temporary {
      // The data has to be on the disk before the name points to it.
      guard fsync(descriptor) == 0, SystemCalls.rename(temporary, to: path) else {
        let code = errno
        discard()
        throw SystemFailure(action: "cannot write \(path)", code: code)
      }
      TemporaryName.clear()
    }
    SystemCalls.close(descriptor)
  }

  /// Leaves the old file as it was.
  func discard() {
    SystemCalls.close(descriptor)
    if let temporary {
      SystemCalls.remove(temporary)
      TemporaryName.clear()
    }
  }

  /// The descriptor of this process that `path` stands for; nil when it stands for a file.
  ///
  /// Opened anew, such a path would be written from its start, over what a shell's `>>` keeps.
  private static func ownDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// The path at the end of a chain of symbolic links; what does not exist yet stays as it is.
  private static func followingLinks(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let link = SystemCalls.link(at: path) else { return path }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = link.hasPrefix("/") ? link : folder + link
    }
    return path
  }
}
