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

  /// Runs `body` with the lock held.
  package func locked<Result: ~Copyable>(_ body: () throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Unlocks, waits until another thread calls `notify`, and locks again; only inside `locked`.
  package func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Wakes all waiting threads.
  package func notify() { unsafe pthread_cond_broadcast(condition) }
}
