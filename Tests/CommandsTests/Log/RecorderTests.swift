import CardProcessing
import CardArguments
import CardJSON
import Foundation
import CardPlatform
import TestSupport
import Testing

@testable import CardCommands
@testable import EventJournal

/// The system calls of recording.
struct RecorderTests {
  /// The operating system, which counts syncs or refuses them.
  private final class SyncingSystem: JournalSystem, @unchecked Sendable {
    private let isRefusing: Bool
    private(set) var syncs = 0

    init(isRefusing: Bool = false) { self.isRefusing = isRefusing }

    override func sync(_ descriptor: Int32, name: String) throws(SystemFailure) {
      syncs += 1
      if isRefusing { throw SystemFailure(action: "cannot sync \(name)", code: 5) }
      try super.sync(descriptor, name: name)
    }
  }

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Records an impression of a card with a key.
  private func record(_ id: String, syncs: Bool = true, _ system: JournalSystem) throws -> Int32 {
    let console = Console(
      input: -1, output: -1, error: -1, environment: [:], directory: scratch.url.path,
      now: CommandRun.now, processors: 1)
    var options = Session(console: console)
    (options.record.fieldValues[.key], options.record.syncs, options.journal.path) = (
      "k", syncs, "j"
    )
    var recorder = try Recorder(.impression, options, system: system)
    var event = options.record.event(.impression)
    event[.cardID] = ByteView(permanent: id)
    return try recorder.run { try $0.add(event) }
  }

  /// The first writer may not have reached its sync.
  @Test func aRepeatIsOnTheDisk() throws {
    let first = SyncingSystem()
    #expect(try record("a", syncs: false, first) == 0)
    #expect(first.syncs == 0)
    let second = SyncingSystem()
    #expect(try record("a", second) == 0)
    #expect(second.syncs == 1)
    #expect(try record("a", SyncingSystem(isRefusing: true)) == 3)
    #expect(try record("a", syncs: false, SyncingSystem(isRefusing: true)) == 0)
    #expect(scratch.events("j").count == 1)
  }

  /// Ids ascend in the order of the journal, also when the clock goes backward.
  @Test func idsAscend() throws {
    let later = "01a1f900-0000-7000-8000-000000000001"
    try scratch.write(
      "j",
      #"{"v":1,"id":"\#(later)","time":"2026-11-20T09:00:00Z","event":"click","card_id":"a"}"#
        + "\n")
    #expect(try record("b", JournalSystem()) == 0)
    let id = try #require(scratch.events("j").last ?? nil).id
    #expect(id.hasPrefix("01a1f900-0000-7000-8000-") && id > later)
  }
}
