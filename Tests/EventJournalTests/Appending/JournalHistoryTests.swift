import CardJSON
import CardPlatform
import Testing

@testable import EventJournal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Events that are treated as already recorded.
struct JournalHistoryTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal() }

  private func event(
    _ kind: EventKind, _ card: String, user: String? = nil, session: String? = nil,
    key: String? = nil
  ) -> JournalEvent {
    var event = TestJournal.event(1)
    (event.kind, event.cardID) = (kind, card)
    (event.userID, event.sessionID, event.key) = (user, session, key)
    return event
  }

  /// An event to look for.
  private func newEvent(
    _ kind: EventKind, _ card: String, _ scope: JournalField = .userID,
    _ value: String? = nil
  ) -> NewEvent {
    var event = NewEvent(kind)
    event[.cardID] = ByteView(permanent: card)
    event[scope] = value.map { ByteView(permanent: $0) }
    return event
  }

  private func record(_ event: JournalEvent) throws {
    var writer = JournalWriter(journal.files)
    try writer.record(event)
  }

  @Test func samenessIsOfKindCardAndMore() throws {
    try record(event(.click, "a", user: "u", session: "s", key: "k"))
    try record(event(.impression, "b"))
    var writer = JournalWriter(journal.files)
    try writer.lock()
    defer { writer.unlock() }
    var history = JournalHistory(of: .click, [.userID, .sessionID, .key])
    try history.update(from: writer)
    func holds(_ scope: JournalField, _ card: String, _ value: String?) -> Bool {
      history.contains(newEvent(.click, card, scope, value), in: scope)
    }
    #expect(holds(.userID, "a", "u"))
    #expect(!holds(.userID, "a", nil))
    #expect(!holds(.userID, "a", "v"))
    #expect(!holds(.userID, "b", nil), "another kind")
    #expect(holds(.sessionID, "a", "s"))
    #expect(!holds(.sessionID, "a", "t"))
    #expect(holds(.key, "a", "k"))
    #expect(!holds(.key, "b", "k"))
    #expect(!holds(.key, "ak", ""))
  }

  /// Rotated files are read, and so are concurrent changes of other writers.
  @Test func itKeepsUpWithTheFiles() throws {
    try record(event(.click, "old"))
    _ = try JournalRotation().run(journal.files, now: TestJournal.now)
    try record(event(.click, "new"))
    var writer = JournalWriter(journal.files)
    var history = JournalHistory(of: .click, [.userID])
    try writer.lock()
    try history.update(from: writer)
    writer.unlock()
    let first = ["old", "new", "later"].map {
      history.contains(newEvent(.click, $0), in: .userID)
    }
    #expect(first == [true, true, false])
    try record(event(.click, "later"))
    _ = try JournalRotation().run(journal.files, now: TestJournal.now)
    try record(event(.click, "last"))
    try writer.lock()
    try history.update(from: writer)
    writer.unlock()
    let second = ["old", "new", "later", "last"].map {
      history.contains(newEvent(.click, $0), in: .userID)
    }
    #expect(second == [true, true, true, true])
  }

  /// Events of a removed or emptied file count as not recorded, even if a new file has its number.
  @Test(arguments: [true, false]) func eventsOfRemovedFilesAreForgotten(_ isRemoved: Bool) throws {
    var writer = JournalWriter(journal.files)
    var history = JournalHistory(of: .impression, [.userID])
    for number in 1...3 {
      try writer.lock()
      try history.update(from: writer)
      let isThere = history.contains(
        newEvent(.impression, "card \(number)"), in: .userID)
      #expect(!isThere)
      let line = ByteBuffer(TestJournal.line(number).utf8)
      try writer.append(line.view)
      writer.unlock()
    }
    if isRemoved {
      try SystemCalls.remove(journal.files.path, name: "events.ndjson")
    } else {
      try journal.write("")
    }
    try writer.lock()
    try history.update(from: writer)
    writer.unlock()
    let isThere = history.contains(newEvent(.impression, "card 1"), in: .userID)
    #expect(!isThere)
  }

  /// A FIFO without a writer may have the name of a rotated file.
  @Test(.timeLimit(.minutes(1))) func aPipeIsNotWaitedFor() throws {
    try record(event(.click, "a"))
    #expect(mkfifo(journal.files.path + ".1", 0o600) == 0)
    var writer = JournalWriter(journal.files)
    try writer.lock()
    var history = JournalHistory(of: .click, [.userID])
    try history.update(from: writer)
    writer.unlock()
    var reader = JournalReader(journal.files)
    var ids: [String?] = []
    while let entry = reader.next() {
      if case .event(let line) = entry { ids.append(line.text(.cardID)) }
    }
    #expect(ids == ["a"])
  }

  /// An earlier event may be in a file that is missing or compressed.
  @Test(arguments: ["events.ndjson.2", "events.ndjson.1.gz"]) func gaps(_ name: String) throws {
    try record(event(.click, "a"))
    try journal.write(TestJournal.line(1), to: name)
    var writer = JournalWriter(journal.files)
    try writer.lock()
    defer { writer.unlock() }
    var history = JournalHistory(of: .click, [.userID])
    #expect(throws: SystemFailure.self) { try history.update(from: writer) }
    var other = JournalHistory(of: .click, [.userID], readsRotated: false)
    try other.update(from: writer)
  }
}
