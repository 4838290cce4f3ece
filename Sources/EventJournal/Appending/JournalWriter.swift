import CardJSON
import CardPlatform

/// Appends lines to a journal that other processes may append to at the same time.
///
/// A writer holds the lock (`flock` on the file) from `lock` to `unlock`. So lines never
/// interleave, a line that a crash or a full disk truncated is detected before anything is appended
/// to it, and what the writer reads of past events stays true until it records the next one. The
/// lines of a batch are written with one call and synced with another.
///
///     var writer = JournalWriter(JournalFiles(path: "events.ndjson"))
///     try writer.lock()
///     try writer.append(lines)
///     writer.unlock()
package struct JournalWriter: ~Copyable {
  let files: JournalFiles
  /// Whether to sync events to disk before they count as recorded, instead of leaving them in the
  /// system's cache.
  private let syncs: Bool
  /// Whether to create the journal's directory and its parents if they are missing.
  let makesDirectories: Bool
  let system: JournalSystem
  /// The open file, or -1.
  var descriptor: Int32 = -1
  /// Whether this writer holds the lock.
  package internal(set) var isLocked = false
  /// The size of the locked file.
  package internal(set) var size = 0
  /// The number of times the file was opened; while it is unchanged, the file is the same.
  ///
  /// The inode is not enough, because the system may reuse the inode of a removed file.
  var openings = 0

  /// Creates a writer to the journal of `files`, which is opened when it is first locked.
  package init(
    _ files: JournalFiles, syncs: Bool = true, makesDirectories: Bool = false,
    system: JournalSystem = JournalSystem()
  ) {
    self.files = files
    self.syncs = syncs
    self.makesDirectories = makesDirectories
    self.system = system
  }

  deinit { if descriptor >= 0 { SystemCalls.close(descriptor) } }

  var name: String { files.name }

  /// Appends complete lines; the caller must hold the lock.
  ///
  /// If this returns, all lines are recorded. If it throws, the failure states which lines are
  /// recorded, and the lock is released.
  package mutating func append(_ lines: ByteView) throws(AppendFailure) {
    precondition(isLocked)
    guard lines.count > 0 else { return }
    var written = 0
    do throws(SystemFailure) {
      // Usually one call writes everything. After a short write, the next call reports the error or
      // completes the lines; no other process can write in between.
      while written < lines.count {
        let rest = lines.slice(written..<lines.count)
        written += try system.writeSome(descriptor, rest, name: name)
      }
    } catch { try rollBack(lines, written: written, error) }
    size += lines.count
    if syncs { try confirm(lines.count(of: UInt8(ascii: "\n"))) }
  }

  /// Makes sure that all appended events are on disk, including those of other processes; the
  /// caller must hold the lock.
  ///
  /// A process that does not record an event because it is already recorded must sync too: the
  /// event's writer may have been killed before its sync, or did not sync at all.
  package mutating func confirm(_ count: Int) throws(AppendFailure) {
    precondition(isLocked)
    guard syncs, count > 0 else { return }
    do { try system.sync(descriptor, name: name) } catch {
      // It is unknown whether the events are on disk, and another sync would not show it.
      close()
      throw AppendFailure(recorded: 0, possible: count, reason: error)
    }
  }

  /// Keeps the complete lines that were written, removes the rest and throws the result.
  private mutating func rollBack(_ lines: ByteView, written: Int, _ failure: SystemFailure)
    throws(AppendFailure)
  {
    let whole = (lines.lastIndex(of: UInt8(ascii: "\n"), before: written) ?? -1) + 1
    let kept = lines.slice(0..<whole).count(of: UInt8(ascii: "\n"))
    let others = lines.count(of: UInt8(ascii: "\n")) - kept
    let end = size + whole
    let length = currentSize()
    // A partial line after the complete ones is not an event, and the next writer moves it away. If
    // the size is not as reported, the file may have more complete lines.
    let hasOthers = length != end && length != size + written
    var isCut = true
    if length != end {
      do { try system.truncate(descriptor, to: end, name: name) } catch { isCut = false }
    }
    defer { close() }
    do {
      // Without a sync, the removed bytes could reappear after a crash.
      if syncs, kept > 0 || length != end { try system.sync(descriptor, name: name) }
    } catch {
      throw AppendFailure(recorded: 0, possible: hasOthers ? kept + others : kept, reason: error)
    }
    let possible = hasOthers && !isCut ? others : 0
    throw AppendFailure(recorded: kept, possible: possible, reason: failure)
  }

  /// The current size of the file; -1 if it is unknown.
  private func currentSize() -> Int {
    (try? SystemCalls.fileStatus(descriptor, name: name))?.size ?? -1
  }
}
