import CardLibC

/// A lock with a condition to wait for.
@safe
final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` while no other thread is in this monitor.
  func locked<Result: ~Copyable>(_ body: () throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// The same where whoever is in this monitor will mostly leave it within some microseconds: it is
  /// tried a while before the thread goes to sleep, since to be woken takes longer than that.
  func lockedSoon<Result: ~Copyable>(_ body: () throws -> Result) rethrows -> Result {
    var isLocked = unsafe pthread_mutex_trylock(mutex) == 0
    for _ in 0..<Monitor.tries where !isLocked {
      sched_yield()
      isLocked = unsafe pthread_mutex_trylock(mutex) == 0
    }
    if !isLocked { unsafe pthread_mutex_lock(mutex) }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// How often a monitor is tried: some tens of microseconds in all, as long as a block is read.
  private static let tries = 100

  /// Leaves the monitor until another thread calls `notify`; only inside `locked`.
  func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Wakes all threads that wait.
  func notify() { unsafe pthread_cond_broadcast(condition) }
}

/// A thread of the system that runs one closure.
@safe
struct WorkerThread {
  private let thread: pthread_t

  /// Starts `body`; nil when the system has no thread to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let status = unsafe pthread_create(
      &started, nil,
      { argument in
        #if canImport(Darwin)
          let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        #else
          guard let argument = unsafe argument else { return nil }
          let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        #endif
        body.run()
        return nil
      }, box)
    guard status == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(box).release()
      return nil
    }
    #if canImport(Darwin)
      guard let started = unsafe started else { return nil }
    #endif
    thread = started
  }

  /// Waits until the closure has returned.
  func join() {
    #if canImport(Darwin)
      _ = unsafe pthread_join(thread, nil)
    #else
      _ = pthread_join(thread, nil)
    #endif
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
