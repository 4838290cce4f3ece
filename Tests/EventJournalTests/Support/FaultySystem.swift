import CardJSON
import CardPlatform
import Foundation

@testable import EventJournal

/// An operating system in which calls of some kinds fail.
final class FaultySystem: JournalSystem, @unchecked Sendable {
  enum Call: CaseIterable {
    case open, write, sync, syncDirectory, truncate, rename, move, remove
  }

  /// The way a call fails.
  enum Manner: CaseIterable {
    /// Nothing is done.
    case refused
    /// Half is done, if possible, and the call reports it: later calls continue.
    case short
    /// Half is done, if possible, and the call reports a failure.
    case half
    /// All is done, and the call reports a failure.
    case unsaid
    /// Nothing is done, and a write reports zero bytes.
    case nothing
  }

  /// The calls that fail, by number from 1.
  struct Fault {
    var calls: [Call]
    var first: Int
    var isLasting: Bool
    var manner: Manner
  }

  private let fault: Fault
  private let lock = NSLock()
  private var count = 0
  private var changes: [Call] = []

  init(_ fault: Fault) { self.fault = fault }

  /// Whether any call failed.
  var hasFailed: Bool { lock.withLock { count >= fault.first } }

  /// All calls, in order.
  var calls: [Call] { lock.withLock { changes } }

  /// The way this call fails, or nil if it succeeds.
  private func manner(of call: Call) -> Manner? {
    lock.withLock {
      changes.append(call)
      guard fault.calls.contains(call) else { return nil }
      count += 1
      return count == fault.first || fault.isLasting && count > fault.first ? fault.manner : nil
    }
  }

  private func run<Result>(_ call: Call, _ body: () throws(SystemFailure) -> Result)
    throws(SystemFailure) -> Result
  {
    let failure = SystemFailure(action: "cannot \(call)", code: 5)
    switch manner(of: call) {
    case nil: return try body()
    case .refused, .short, .half, .nothing: throw failure
    case .unsaid:
      _ = try body()
      throw failure
    }
  }

  override func open(_ path: String) throws(SystemFailure) -> Int32 {
    try run(.open) { () throws(SystemFailure) in try super.open(path) }
  }

  override func write(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure)
    -> Int
  {
    let failure = SystemFailure(action: "cannot write \(name)", code: 28)
    switch manner(of: .write) {
    case nil: return try super.write(descriptor, bytes, name: name)
    case .refused: throw failure
    case .nothing: return 0
    case .short:
      return try super.write(descriptor, bytes.slice(0..<max(1, bytes.count / 2)), name: name)
    case .half:
      _ = try super.write(descriptor, bytes.slice(0..<bytes.count / 2), name: name)
      throw failure
    case .unsaid:
      _ = try super.write(descriptor, bytes, name: name)
      throw failure
    }
  }

  override func sync(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try run(.sync) { () throws(SystemFailure) in try super.sync(descriptor, name: name) }
  }

  override func syncDirectory(_ path: String) throws(SystemFailure) {
    try run(.syncDirectory) { () throws(SystemFailure) in try super.syncDirectory(path) }
  }

  override func truncate(_ descriptor: Int32, to size: Int, name: String) throws(SystemFailure) {
    try run(.truncate) { () throws(SystemFailure) in
      try super.truncate(descriptor, to: size, name: name)
    }
  }

  override func rename(_ old: String, to new: String) throws(SystemFailure) {
    try run(.rename) { () throws(SystemFailure) in try super.rename(old, to: new) }
  }

  override func move(_ old: String, to new: String) throws(SystemFailure) {
    try run(.move) { () throws(SystemFailure) in try super.move(old, to: new) }
  }

  override func remove(_ path: String, name: String) throws(SystemFailure) {
    try run(.remove) { () throws(SystemFailure) in try super.remove(path, name: name) }
  }
}

/// A system whose clock advances only in pauses, and that can act in each of them.
final class WaitingSystem: JournalSystem, @unchecked Sendable {
  private let lock = NSLock()
  private var time: Int64 = 0
  private var pauses = 0
  private let during: @Sendable (Int) -> Void
  private let taken: @Sendable () -> Void

  /// - Parameters:
  ///   - during: called in each pause with its number, from 1.
  ///   - taken: called after a lock is taken, which takes a second.
  init(
    during: @escaping @Sendable (_ pause: Int) -> Void = { _ in },
    taken: @escaping @Sendable () -> Void = {}
  ) {
    self.taken = taken
    self.during = during
  }

  private func locked() {
    lock.withLock { time += 1_000_000 }
    taken()
  }

  /// The elapsed time, in microseconds.
  override func uptime() -> Int64 { lock.withLock { time } }

  override func pause(microseconds: Int) {
    let number = lock.withLock {
      time += Int64(microseconds)
      pauses += 1
      return pauses
    }
    during(number)
  }

  override func tryLock(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
    let isTaken = try super.tryLock(descriptor, name: name)
    if isTaken { locked() }
    return isTaken
  }
}
