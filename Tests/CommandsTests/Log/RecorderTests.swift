import CardProcessing
import CardArguments
import CardJSON
import Foundation
import CardPlatform
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
  private func record(_ id: String, syncs: Bool = true, _ system: JournalSystem) throws
    -> Recorder.Outcome
  {
    let console = Console(
      input: -1, output: -1, error: -1, environment: [:], directory: scratch.url.path,
      now: CommandRun.now, processors: 1)
    var options = RecordOptions()
    (options.key, options.syncs) = ("k", syncs)
    var journal = JournalOptions()
    journal.path = "j"
    let place = try JournalPlace(journal, console)
    var recorder = Recorder(
      .impression, options: options, place: place, cards: nil, time: nil, console: console,
      system: system)
    var batch = IDBatch()
    let bytes = ByteBuffer(id.utf8)
    batch.append(bytes.view)
    return recorder.record(batch)
  }

  /// The first writer may not have reached its sync.
  @Test func aRepeatIsOnTheDisk() throws {
    let first = SyncingSystem()
    #expect(try record("a", syncs: false, first).events == 1)
    #expect(first.syncs == 0)
    let second = SyncingSystem()
    let outcome = try record("a", second)
    #expect(outcome.events == 0 && outcome.repeats == 1 && outcome.failure == nil)
    #expect(second.syncs == 1)
    let third = try record("a", SyncingSystem(isRefusing: true))
    #expect(third.failure?.possible == 1)
    let fourth = SyncingSystem(isRefusing: true)
    #expect(try record("a", syncs: false, fourth).failure == nil)
    #expect(scratch.events("j").count == 1)
  }
}
