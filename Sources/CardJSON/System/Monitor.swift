import CardLibC

/// A lock with a condition variable.
@safe
package final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// Creates an unlocked monitor.
  package init() {
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

  /// Runs `body` with the lock held; if `spinning`, tries for some time to lock before it sleeps,
  /// because most critical sections take microseconds, and waking a thread takes longer.
  package func locked<Result: ~Copyable>(
    spinning: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    var isLocked = false
    for _ in 0..<(spinning ? Monitor.tries : 0) where !isLocked {
      isLocked = unsafe pthread_mutex_trylock(mutex) == 0
      if !isLocked { sched_yield() }
    }
    if !isLocked { unsafe pthread_mutex_lock(mutex) }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// The number of attempts before sleeping, which take about as long as one block.
  private static let tries = 100

  /// Unlocks, waits until another thread calls `notify`, and locks again; only inside `locked`.
  package func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Wakes all waiting threads.
  package func notify() { unsafe pthread_cond_broadcast(condition) }
}
