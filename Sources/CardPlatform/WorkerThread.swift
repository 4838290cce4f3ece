import CardLibC

/// A system thread that runs a closure.
@safe
package struct WorkerThread {
  private let thread: pthread_t

  /// Starts a thread that runs `body`; nil if the system cannot create one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    // A thread is a number in Glibc and Bionic, and a pointer elsewhere.
    #if canImport(Glibc) || canImport(Android)
      var started = pthread_t()
    #else
      var started: pthread_t?
    #endif
    let status = unsafe pthread_create(
      &started, nil,
      { argument in
        // The argument is not optional on Apple's platforms.
        guard let argument = unsafe argument as UnsafeMutableRawPointer? else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box)
    guard status == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(box).release()
      return nil
    }
    #if canImport(Glibc) || canImport(Android)
      thread = started
    #else
      guard let started = unsafe started else { return nil }
      unsafe thread = started
    #endif
  }

  /// Waits until the closure has returned.
  package func join() {
    #if canImport(Glibc) || canImport(Android)
      _ = pthread_join(thread, nil)
    #else
      _ = unsafe pthread_join(thread, nil)
    #endif
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
