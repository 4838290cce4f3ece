import CardArguments
@_spi(CardTool) import CardJSON
import EventJournal
import Foundation
import CardPlatform
import Testing

@testable import CardCommands

/// What recording asks of the system.
struct RecorderTests {
  /// The operating system, which counts syncs or refuses them.
  private final class SyncingSystem: JournalSystem, @unchecked Sendable {
    private let system = OperatingSystem()
    private let isRefusing: Bool
    private(set) var syncs = 0

    init(isRefusing: Bool = false) { self.isRefusing = isRefusing }

    func sync(_ descriptor: Int32, name: String) throws(SystemFailure) {
      syncs += 1
      if isRefusing { throw SystemFailure(action: "cannot sync \(name)", code: 5) }
      try system.sync(descriptor, name: name)
    }

    func open(_ path: String) throws(SystemFailure) -> Int32 { try system.open(path) }
    func write(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure) -> Int {
      try system.write(descriptor, bytes, name: name)
    }
    func syncDirectory(_ path: String) throws(SystemFailure) { try system.syncDirectory(path) }
    func truncate(_ descriptor: Int32, to size: Int, name: String) throws(SystemFailure) {
      try system.truncate(descriptor, to: size, name: name)
    }
    func rename(_ old: String, to new: String) throws(SystemFailure) {
      try system.rename(old, to: new)
    }
    func move(_ old: String, to new: String) throws(SystemFailure) {
      try system.move(old, to: new)
    }
    func remove(_ path: String, name: String) throws(SystemFailure) {
      try system.remove(path, name: name)
    }
    func tryLock(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
      try system.tryLock(descriptor, name: name)
    }
    func uptime() -> Int64 { system.uptime() }
    func pause(microseconds: Int) { system.pause(microseconds: microseconds) }
  }

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Records an impression of a card with a key.
  private func record(_ id: String, syncs: Bool = true, _ system: any JournalSystem) throws
    -> Recorder.Outcome
  {
    let console = Console(
      input: -1, output: -1, error: -1, environment: [:], directory: scratch.url.path,
      now: CommandRun.now, processors: 1)
    var options = RecordOptions()
    (options.key, options.syncs, options.journal.path) = ("k", syncs, "j")
    let command = RecordCommand.declaration(.impression).name
    let place = try JournalPlace(options.journal, console, of: command)
    var recorder = Recorder(
      .impression, options: options, place: place, cards: nil, time: nil, console: console,
      system: system)
    var batch = IDBatch()
    let bytes = ByteBuffer(id.utf8)
    batch.append(bytes.view)
    return recorder.record(batch)
  }

  /// Whoever recorded it first may not have got as far as the sync.
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
