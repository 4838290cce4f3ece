import CardPlatform

/// A file of a journal that is open for reading.
struct OpenJournalFile {
  let file: JournalFile
  let descriptor: Int32
  /// What the file was when it was looked at last.
  private(set) var status: FileStatus

  private init(_ file: JournalFile, _ options: OpenOptions) throws(SystemFailure) {
    self.file = file
    descriptor = try SystemCalls.open(file.path, options, shownAs: file.name)
    do {
      status = try SystemCalls.fileStatus(descriptor, name: file.name)
    } catch {
      SystemCalls.close(descriptor)
      throw error
    }
  }

  /// Opens a file that has to be a regular one; nil when there is none.
  ///
  /// Nothing waits for the other end of a FIFO: the lock of the journal may be held.
  static func regular(_ file: JournalFile, followsLinks: Bool = false) throws(SystemFailure)
    -> OpenJournalFile?
  {
    let there =
      try followsLinks
      ? SystemCalls.fileStatus(behind: file.path, name: file.name)
      : SystemCalls.fileStatus(at: file.path, name: file.name)
    guard let there else { return nil }
    guard there.kind == .regular else { throw .notAFile(name: file.name, there.kind) }
    do throws(SystemFailure) {
      return try OpenJournalFile(file, followsLinks ? .nonBlocking : [.nonBlocking, .noFollow])
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Finds out how large the file is now.
  mutating func lookAgain() throws(SystemFailure) {
    status = try SystemCalls.fileStatus(descriptor, name: file.name)
  }

  /// Some files that were opened, the oldest first, and why others were not.
  typealias Opening = (files: [OpenJournalFile], failures: [SystemFailure])

  /// Opens all files of `journal`.
  ///
  /// - Parameter identity: when this is one of the rotated files, only newer ones are opened, and
  ///   when it is none of them, only the current one.
  static func all(of journal: JournalFiles, after identity: FileStatus.Identity? = nil)
    -> Opening
  {
    var opening: Opening = ([], [])
    for _ in 0..<attempts {
      for file in opening.files { SystemCalls.close(file.descriptor) }
      opening = open(journal, after: identity)
      do throws(SystemFailure) {
        let names = try wanted(journal, after: identity)
        if try haveTheirNames(opening.files), names.count == opening.files.count { break }
      } catch {
        opening.failures.append(error)
        break
      }
    }
    return opening
  }

  /// Whether files are still called so; one that was given another name in the meantime may be
  /// missed, or be opened twice.
  private static func haveTheirNames(_ files: [OpenJournalFile]) throws(SystemFailure) -> Bool {
    for open in files {
      let there = try SystemCalls.fileStatus(behind: open.file.path, name: open.file.name)
      if open.status.identity != there?.identity { return false }
    }
    return true
  }

  /// How often files are opened anew that another process rotates at that moment.
  private static let attempts = 8

  private static func open(_ journal: JournalFiles, after identity: FileStatus.Identity?)
    -> Opening
  {
    var opening: Opening = ([], [])
    do {
      for file in try wanted(journal, after: identity) {
        do throws(SystemFailure) {
          // What is called like a rotated file and is a FIFO has no other end to wait for; the
          // journal itself may be what another program writes.
          let isWaitedFor = file.number == 0
          opening.files.append(try OpenJournalFile(file, isWaitedFor ? .readOnly : .nonBlocking))
        } catch {
          opening.failures.append(error)
        }
      }
    } catch {
      opening.failures.append(error)
    }
    return opening
  }

  private static func wanted(_ journal: JournalFiles, after identity: FileStatus.Identity?)
    throws(SystemFailure) -> [JournalFile]
  {
    let all = try journal.inReadingOrder()
    guard let identity else { return all }
    for place in all.indices.reversed() {
      let there = try SystemCalls.fileStatus(behind: all[place].path, name: all[place].name)
      if there?.identity == identity { return [JournalFile](all[(place + 1)...]) }
    }
    return all.filter { $0.number == 0 }
  }
}
