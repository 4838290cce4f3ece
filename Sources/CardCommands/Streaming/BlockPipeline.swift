import CardJSON
import ContentCardKit
import CardPlatform

/// Reads, processes and delivers blocks with several workers, with the same result as one
/// sequential reader.
///
/// All workers run the same loop: take the next block (one worker at a time, `sourceLock`), process
/// it and submit it. The worker that submits the next block in order delivers it, together with the
/// consecutive blocks that are waiting. If the entry state of a block was guessed wrongly, or the
/// previous block left bytes over, the block is read again from the actual state.
final class BlockPipeline: @unchecked Sendable {
  private let options: StreamOptions
  private let source: InputReader
  private let writer: OrderedWriter
  private let makeWorker: @Sendable () throws -> CardWorker

  private let sourceLock = Monitor()
  private var nextTicket = 0
  private var openTicket: Int?

  private let monitor = Monitor()
  private var free: [BlockTask] = []
  private var waiting: [BlockTask] = []
  private var isDelivering = false
  private var deliveredTickets = 0
  private var isStopped = false
  private var failure: SystemFailure?
  private var guess = ReadingState()
  private var threads: [WorkerThread] = []
  private var isParallel = false

  /// The state that a device stored, after all inputs.
  var stored: DeviceHistory? { state.stored }

  // The state after the last delivered block; used only by the delivering thread.
  private var input = -1
  private var offset = 0
  private var state = ReadingState()
  private var position = TextPosition()
  private var rest = ByteBuffer()
  private var restOfArray: RestOfArray?

  init(
    _ options: StreamOptions, source: InputReader, writer: OrderedWriter,
    makeWorker: @escaping @Sendable () throws -> CardWorker
  ) {
    (self.options, self.source, self.writer) = (options, source, writer)
    self.makeWorker = makeWorker
  }

  /// Streams all inputs.
  func run() throws {
    let worker = try makeWorker()
    free.append(BlockTask(Batch(options)))
    work(worker)
    for thread in threads { thread.join() }
    if let failure { throw failure }
  }

  private func work(_ worker: CardWorker) {
    while let task = nextTask() {
      if task.hasBytes { worker.read(task, writer.rowLimit) }
      submit(task, worker)
    }
  }

  // MARK: Taking blocks

  private func nextTask() -> BlockTask? {
    sourceLock.locked {
      guard let task = freeTask() else { return nil }
      do {
        let ending = try source.next(task) { self.monitor.locked { self.guess } }
        guard let ending else { return nil }
        task.ticket = nextTicket
        nextTicket += 1
        openTicket = ending == .open ? task.ticket : nil
        if ending == .cut { startThreads() }
        return task
      } catch {
        monitor.locked { stop(error as? SystemFailure) }
        return nil
      }
    }
  }

  /// Returns a task to fill, or nil after reading has stopped.
  ///
  /// Waits for an open block to be delivered, because the next block begins with its leftover
  /// bytes.
  private func freeTask() -> BlockTask? {
    monitor.locked {
      while !isStopped {
        let isOpen = openTicket.map { $0 >= deliveredTickets } ?? false
        if !isOpen, let task = free.popLast() {
          if openTicket != nil {
            source.resume(rest.view, at: offset, line: position.line, in: state)
            rest.removeAll()
          }
          return task
        }
        monitor.wait()
      }
      return nil
    }
  }

  /// Starts the other workers after the first cut, when there is work for them.
  private func startThreads() {
    guard !isParallel, options.jobs > 1 else { return }
    isParallel = true
    // One task for each thread, one that is being filled, and one that waits for its turn.
    let tasks = (0...options.jobs).map { _ in BlockTask(Batch(options)) }
    monitor.locked { free += tasks }
    for _ in 1..<options.jobs {
      let thread = WorkerThread {
        // The first worker could create a processor, so the others can too.
        if let worker = try? self.makeWorker() { self.work(worker) }
      }
      if let thread { threads.append(thread) }
    }
  }

  // MARK: Delivering

  private func submit(_ task: BlockTask, _ worker: CardWorker) {
    let delivers = monitor.locked {
      waiting.append(task)
      defer { isDelivering = true }
      return !isDelivering
    }
    guard delivers else { return }
    while let next = nextInOrder() {
      var (continues, failure): (Bool, SystemFailure?) = (false, nil)
      do throws(SystemFailure) { continues = try deliver(next, worker) } catch { failure = error }
      monitor.locked {
        finish(next)
        if !continues { stop(failure) }
      }
    }
  }

  private func nextInOrder() -> BlockTask? {
    monitor.locked {
      if !isStopped, let index = waiting.firstIndex(where: { $0.ticket == deliveredTickets }) {
        return waiting.remove(at: index)
      }
      isDelivering = false
      return nil
    }
  }

  private func finish(_ task: BlockTask) {
    deliveredTickets += 1
    guess = state
    free.append(task)
    monitor.notify()
  }

  private func stop(_ failure: SystemFailure?) {
    isStopped = true
    if self.failure == nil { self.failure = failure }
    monitor.notify()
  }

  private func deliver(_ task: BlockTask, _ worker: CardWorker) throws(SystemFailure) -> Bool {
    if task.input != input {
      (input, offset, state, position) = (
        task.input, 0, ReadingState(stored: state.stored), TextPosition()
      )
      restOfArray = nil
      rest.removeAll()
    }
    if let stored = task.stored { state.stored = stored }
    if task.hasBytes, task.offset != offset || task.entry != state { readAgain(task, worker) }
    // A block with many problems is delivered in parts; the last part contains its ending.
    let (isFinal, failure) = (task.isFinal, task.failure)
    while true {
      if let limit = writer.findDuplicates(in: task.batch) { worker.read(task, limit) }
      let isPaused = task.end.isPaused
      (task.isFinal, task.failure) = isPaused ? (false, nil) : (isFinal, failure)
      task.restOfArray = restOfArray
      let continues = try writer.receive(task, at: position) && !task.end.isStopped
      advance(over: task)
      guard continues, isPaused else { return continues }
      task.isFinal = isFinal
      task.bytes.removeAll()
      readAgain(task, worker)
    }
  }

  /// Reads a block again from the actual end of the previous one.
  private func readAgain(_ task: BlockTask, _ worker: CardWorker) {
    rest.append(task.bytes.view)
    swap(&rest, &task.bytes)
    rest.removeAll()
    (task.offset, task.line, task.entry) = (offset, position.line, state)
    worker.read(task, writer.rowLimit)
  }

  private func advance(over task: BlockTask) {
    let bytes = task.bytes.view
    if case .some(let start) = task.end.state.givenUpAt, start >= task.offset,
      restOfArray?.offset != start
    {
      var begin = position
      begin.advance(over: bytes.slice(task.markLength..<max(start - task.offset, task.markLength)))
      restOfArray = RestOfArray(offset: start, position: begin)
    }
    position.advance(by: task.extent)
    offset = task.offset + task.end.consumed
    state = task.end.state
    rest.removeAll()
    rest.append(bytes.slice(task.end.consumed..<bytes.count))
  }
}
