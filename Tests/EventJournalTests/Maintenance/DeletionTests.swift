import CardJSON
import CardPlatform
import Testing

@testable import EventJournal

/// Deletion of the events of a user, a device or a card.
struct DeletionTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal() }

  private static func line(_ number: Int, user: String) -> String {
    var event = TestJournal.event(number)
    event.userID = user
    var line = ByteBuffer()
    _ = event.appendLine(to: &line)
    return line.view.text
  }

  /// Events of two users in three files, and of one of them in incomplete lines.
  private static func fill(_ journal: TestJournal) throws {
    try journal.write(line(1, user: "u\"1") + line(2, user: "u2"), to: "events.ndjson.2")
    try journal.write(line(3, user: "u2"), to: "events.ndjson.1")
    try journal.write(
      "{\"user_id\":\"u\\\"1\",\n{\"user_id\":\"u2\",\n{\"user_id\":\"u\\\"\n",
      to: "events.ndjson.torn")
    try journal.write(
      line(4, user: "u2") + line(5, user: "u\"1") + line(6, user: "u\"1") + line(7, user: "u\"12")
        + line(8, user: "u\"1").dropLast(3))
  }

  @Test func eventsAreRemovedFromAllFiles() throws {
    try DeletionTests.fill(journal)
    let before = try journal.names().map { journal.text($0) }
    let dry = try JournalDeletion(journal.files, of: .userID, "u\"1", isDryRun: true)
    #expect(dry.events == 6 && dry.files == 3)
    #expect(try journal.names().map { journal.text($0) } == before)
    let deletion = try JournalDeletion(journal.files, of: .userID, "u\"1")
    #expect(deletion.events == 6 && deletion.files == 3 && deletion.torn != nil)
    #expect(journal.numbers("events.ndjson.2") == [2])
    #expect(journal.numbers("events.ndjson.1") == [3])
    #expect(journal.numbers() == [4, 7])
    #expect(journal.text("events.ndjson.torn") == "{\"user_id\":\"u2\",\n")
    try journal.append(9...9)
    #expect(try JournalDeletion(journal.files, of: .userID, "u\"1").events == 0)
    #expect(try JournalDeletion(journal.files, of: .cardID, "card 9").events == 1)
  }

  @Test("a damaged line is searched from its start to its end")
  func longLines() throws {
    let joined = DeletionTests.line(2, user: "u2").dropLast() + DeletionTests.line(3, user: "u1")
    let long = DeletionTests.line(4, user: "u1").dropLast() + String(repeating: " ", count: 300_000)
    let other = long.replacing("u1", with: "u3")
    let (first, last) = (DeletionTests.line(1, user: "u2"), DeletionTests.line(5, user: "u2"))
    try journal.write("\(first)\(joined)\(long)\n\(other)\n\(last)")
    #expect(try JournalDeletion(journal.files, of: .userID, "u1").events == 2)
    #expect(journal.text("events.ndjson") == "\(first)\(other)\n\(last)")
  }

  /// Nothing is changed if a file cannot be read in full.
  @Test(arguments: ["compressed", "directory", "foreign"])
  func unreadableFiles(_ obstacle: String) throws {
    try DeletionTests.fill(journal)
    switch obstacle {
    case "compressed": try journal.write("x", to: "events.ndjson.3.gz")
    case "directory": try SystemCalls.makeDirectory(journal.files.path + ".3")
    default: try journal.write("{\"cards\":[]}\n")
    }
    #expect(throws: SystemFailure.self) {
      _ = try JournalDeletion(journal.files, of: .userID, "u2")
    }
    #expect(journal.numbers("events.ndjson.2") == [1, 2])
  }

  /// If any call fails, no other event is lost, and another run removes the rest.
  @Test(arguments: FaultySystem.Call.allCases, FaultySystem.Manner.allCases)
  func deletingMayFail(_ call: FaultySystem.Call, _ manner: FaultySystem.Manner) throws {
    for isLasting in [false, true] {
      for number in 1...12 {
        let journal = try TestJournal()
        try DeletionTests.fill(journal)
        let fault = FaultySystem.Fault(
          calls: [call], first: number, isLasting: isLasting, manner: manner)
        let system = FaultySystem(fault)
        _ = try? JournalDeletion(journal.files, of: .userID, "u\"1", system: system)
        #expect(journal.numbers("events.ndjson.2").last == 2, "\(fault)")
        #expect(journal.numbers("events.ndjson.1") == [3], "\(fault)")
        let current = journal.numbers().compactMap { $0 }
        #expect(current == [4, 7] || current == [4, 5, 6, 7], "\(fault)")
        _ = try JournalDeletion(journal.files, of: .userID, "u\"1")
        #expect(journal.numbers("events.ndjson.2") == [2], "\(fault)")
        #expect(journal.numbers() == [4, 7], "\(fault)")
        let names = ["events.ndjson", "events.ndjson.1", "events.ndjson.2", "events.ndjson.torn"]
        #expect(try journal.names() == names, "\(fault)")
        // Without a failure, higher numbers make none either.
        if !system.hasFailed { break }
      }
    }
  }
}
