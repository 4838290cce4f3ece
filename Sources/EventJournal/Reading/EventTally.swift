import CardJSON
import CardPlatform

/// Counts events by row, on a second thread while the caller reads the next ones.
///
/// Reading and counting take about as long, so that `log summary` takes little more than half of
/// both.
package struct EventTally: ~Copyable {
  private var batch = EventBatch()
  private let counter = Counter()

  /// Creates a tally without events.
  package init() {}

  deinit { counter.end() }

  /// Counts the event on `line` in the row named `name`.
  package mutating func add(_ line: JournalLine, to name: ByteView) {
    batch.add(line, to: name)
    if batch.events.count == EventBatch.size { counter.count(&batch) }
  }

  /// Returns the counts of all events; no more can be added.
  package mutating func finish() -> EventTable { counter.finish(batch) }
}

/// Counts the events of batches on a thread, which is started with the first full one.
private final class Counter: @unchecked Sendable {
  private let monitor = Monitor()
  private var thread: WorkerThread?
  /// The batch to count next, or an empty one.
  private var next = EventBatch()
  private var isEnded = false
  /// Used only by the thread as long as it runs.
  private var table = EventTable()

  /// Takes the events of a full batch, to count them later.
  func count(_ batch: inout EventBatch) {
    if thread == nil { thread = WorkerThread { self.work() } }
    guard thread != nil else {
      table.count(batch)
      return batch.removeAll()
    }
    monitor.locked {
      while !next.events.isEmpty { monitor.wait() }
      swap(&batch, &next)
      monitor.notify()
    }
  }

  private func work() {
    var batch = EventBatch()
    while take(&batch) {
      table.count(batch)
      batch.removeAll()
    }
  }

  /// Exchanges an empty batch for the next one; returns false after the last one.
  private func take(_ batch: inout EventBatch) -> Bool {
    monitor.locked {
      while next.events.isEmpty, !isEnded { monitor.wait() }
      guard !next.events.isEmpty else { return false }
      swap(&batch, &next)
      monitor.notify()
      return true
    }
  }

  /// Counts the last events, and returns all counts.
  func finish(_ batch: borrowing EventBatch) -> EventTable {
    end()
    table.count(batch)
    var counted = EventTable()
    swap(&counted, &table)
    return counted
  }

  /// Waits until all batches are counted.
  func end() {
    monitor.locked {
      isEnded = true
      monitor.notify()
    }
    thread?.join()
    thread = nil
  }
}
