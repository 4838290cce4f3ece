import CardJSON
import CardPlatform

/// Appends lines to a journal that other processes append to as well.
///
/// A writer holds the lock (`flock` on the file) from `lock` to `unlock`, so that lines never
/// mix, what a crash or a full disk left half-written is seen before it is written to, and a look
/// at past events holds until the next one is recorded. Between the two, the lines of a batch are
/// written with one call and synced with another.
///
///     var writer = JournalWriter(JournalFiles(path: "events.ndjson"))
///     try writer.lock()
///     try writer.append(lines)
///     writer.unlock()
package struct JournalWriter: ~Copyable {
  let files: JournalFiles
  /// Whether events are on the disk, and not only in the system's memory, when they count as
  /// recorded.
  private let syncs: Bool
  /// Whether the journal's directory and those above it are made when they are missing.
  let makesDirectories: Bool
  let system: JournalSystem
  /// The open file, or -1.
  var descriptor: Int32 = -1
  /// Whether this writer has the lock.
  package internal(set) var isLocked = false
  /// The size of the locked file.
  package internal(set) var size = 0
  /// The number of times the file was opened; it is the same file while this is equal.
  ///
  /// The number that the system has for a file may be that of one which was removed before.
  var openings = 0

  /// A writer to the journal of `files`, which is opened when it is first locked.
  ///
  /// - Parameters:
  ///   - syncs: whether events are on the disk when they count as recorded.
  ///   - makesDirectories: whether missing directories are made.
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

  /// Appends whole lines; the caller holds the lock.
  ///
  /// Either all lines are recorded when this returns, or the failure says which, and the lock is
  /// given back.
  package mutating func append(_ lines: ByteView) throws(AppendFailure) {
    precondition(isLocked)
    guard lines.count > 0 else { return }
    var written = 0
    do throws(SystemFailure) {
      // One call writes everything. If it wrote less, the next one gives the reason, or
      // completes the lines: no other process has written in between.
      while written < lines.count {
        let rest = lines.slice(written..<lines.count)
        written += try system.writeSome(descriptor, rest, name: name)
      }
    } catch { try giveUp(lines, written: written, error) }
    size += lines.count
    if syncs { try confirm(lines.count(of: UInt8(ascii: "\n"))) }
  }

  /// Makes sure that appended events are on the disk, also those of others; the caller holds the
  /// lock.
  ///
  /// A process that finds an event recorded, and so records nothing, makes the same promise as its
  /// writer, which may have been killed before the event was on disk, or did not sync.
  ///
  /// - Parameter count: how many events that is, for the failure.
  package mutating func confirm(_ count: Int) throws(AppendFailure) {
    precondition(isLocked)
    guard syncs, count > 0 else { return }
    do { try system.sync(descriptor, name: name) } catch {
      // Whether the disk has them is unknown, and another sync would not tell.
      close()
      throw AppendFailure(recorded: 0, possible: count, reason: error)
    }
  }

  /// Keeps the written whole lines, removes the rest and reports the result.
  private mutating func giveUp(_ lines: ByteView, written: Int, _ failure: SystemFailure)
    throws(AppendFailure)
  {
    let whole = (lines.lastIndex(of: UInt8(ascii: "\n"), before: written) ?? -1) + 1
    let kept = lines.slice(0..<whole).count(of: UInt8(ascii: "\n"))
    let others = lines.count(of: UInt8(ascii: "\n")) - kept
    let end = size + whole
    let length = holds()
    // Half a line after the whole ones is not an event, and the next writer moves it away. More
    // bytes than reported may be whole lines.
    let hasOthers = length != end && length != size + written
    var isCut = true
    if length != end {
      do { try system.truncate(descriptor, to: end, name: name) } catch { isCut = false }
    }
    defer { close() }
    do {
      // Without a sync, the removed bytes may come back after a crash.
      if syncs, kept > 0 || length != end { try system.sync(descriptor, name: name) }
    } catch {
      throw AppendFailure(recorded: 0, possible: hasOthers ? kept + others : kept, reason: error)
    }
    let possible = hasOthers && !isCut ? others : 0
    throw AppendFailure(recorded: kept, possible: possible, reason: failure)
  }

  /// The current size of the file; -1 if it is unknown.
  private func holds() -> Int { (try? SystemCalls.fileStatus(descriptor, name: name))?.size ?? -1 }
}
