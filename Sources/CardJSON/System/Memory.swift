import CardLibC

/// The C library's memory functions; a failed allocation ends the process.
@usableFromInline
@safe
enum Memory {
  /// Allocates `count` bytes plus `padding`; release them with `free`.
  @unsafe
  @usableFromInline
  static func allocate(_ count: Int, padding: Int = 0) -> UnsafeMutableRawPointer {
    guard let memory = unsafe malloc(count + padding) else { MemoryFailure.end(count) }
    return unsafe memory
  }

  /// Resizes an allocation to `count` bytes plus `padding` and keeps its content.
  @unsafe
  static func resize(_ memory: UnsafeMutableRawPointer, to count: Int, padding: Int)
    -> UnsafeMutableRawPointer
  {
    guard let memory = unsafe realloc(memory, count + padding) else { MemoryFailure.end(count) }
    return unsafe memory
  }

  /// Releases memory.
  @unsafe
  static func free(_ memory: UnsafeMutableRawPointer) { unsafe CardLibC.free(memory) }

  /// Compares `count` bytes as `memcmp` does: negative if `one` sorts first, 0 if they are equal.
  @unsafe
  @inlinable
  static func order(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, count: Int
  ) -> Int32 { unsafe memcmp(one, other, count) }

  /// The offset of the first `byte` in the first `count` bytes; nil if absent.
  @unsafe
  @inlinable
  static func find(_ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    guard let found = unsafe memchr(bytes, Int32(byte), count) else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }
}

/// The reaction to a failed allocation; the process traps unless the program installs a handler.
package enum MemoryFailure {
  /// Terminates the process; called with the requested bytes, on any thread, and must not allocate.
  package typealias Handler = @Sendable (Int) -> Never

  /// The program's handler, which is set before the first thread is started.
  nonisolated(unsafe) package static var handler: Handler?

  /// Terminates the process after an allocation of `wanted` bytes failed.
  static func end(_ wanted: Int) -> Never {
    if let handler = unsafe handler { handler(wanted) }
    preconditionFailure("no memory for \(wanted) bytes")
  }
}
