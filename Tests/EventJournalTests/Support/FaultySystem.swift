@_spi(CardTool) import CardJSON
import EventJournal
import Foundation
import CardPlatform

/// The operating system, except that calls of some kind fail.
final class FaultySystem: JournalSystem, @unchecked Sendable {
  enum Call: CaseIterable {
    case open, write, sync, syncDirectory, truncate, rename, move, remove
  }

  /// How a call fails.
  enum Manner: CaseIterable {
    /// Nothing is done.
    case refused
    /// Half is done, where that can be, and the call says so: later ones go on.
    case short
    /// Half is done, where that can be, and the call does not say so.
    case half
    /// All is done, and the call does not say so.
    case unsaid
    /// Nothing is done, and a write says that it wrote no bytes.
    case nothing
  }

  /// Which calls fail, from which one on, counted from 1.
  struct Fault {
    var calls: [Call]
    var first: Int
    var isLasting: Bool
    var manner: Manner
  }

  private let fault: Fault
  private let system = OperatingSystem()
  private let lock = NSLock()
  private var count = 0
  private var changes: [Call] = []

  init(_ fault: Fault) { self.fault = fault }

  /// Whether any call failed.
  var hasFailed: Bool { lock.withLock { count >= fault.first } }

  /// All calls, in order.
  var calls: [Call] { lock.withLock { changes } }

  /// The manner in which this call fails; nil when it does not.
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

  func open(_ path: String) throws(SystemFailure) -> Int32 {
    try run(.open) { () throws(SystemFailure) in try system.open(path) }
  }

  func write(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure) -> Int {
    let failure = SystemFailure(action: "cannot write \(name)", code: 28)
    switch manner(of: .write) {
    case nil: return try system.write(descriptor, bytes, name: name)
    case .refused: throw failure
    case .nothing: return 0
    case .short:
      return try system.write(descriptor, bytes.slice(0..<max(1, bytes.count / 2)), name: name)
    case .half:
      _ = try system.write(descriptor, bytes.slice(0..<bytes.count / 2), name: name)
      throw failure
    case .unsaid:
      _ = try system.write(descriptor, bytes, name: name)
      throw failure
    }
  }

  func sync(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try run(.sync) { () throws(SystemFailure) in try system.sync(descriptor, name: name) }
  }

  func syncDirectory(_ path: String) throws(SystemFailure) {
    try run(.syncDirectory) { () throws(SystemFailure) in try system.syncDirectory(path) }
  }

  func truncate(_ descriptor: Int32, to size: Int, name: String) throws(SystemFailure) {
    try run(.truncate) { () throws(SystemFailure) in
      try system.truncate(descriptor, to: size, name: name)
    }
  }

  func rename(_ old: String, to new: String) throws(SystemFailure) {
    try run(.rename) { () throws(SystemFailure) in try system.rename(old, to: new) }
  }

  func move(_ old: String, to new: String) throws(SystemFailure) {
    try run(.move) { () throws(SystemFailure) in try system.move(old, to: new) }
  }

  func remove(_ path: String, name: String) throws(SystemFailure) {
    try run(.remove) { () throws(SystemFailure) in try system.remove(path, name: name) }
  }

  func tryLock(_ descriptor: Int32, name: String) throws(SystemFailure) -> Bool {
    try system.tryLock(descriptor, name: name)
  }

  func uptime() -> Int64 { system.uptime() }

  func pause(microseconds: Int) { system.pause(microseconds: microseconds) }
}

/// A system whose clock stands still but for the pauses that are made, and that may do something
/// in each of them.
final class WaitingSystem: JournalSystem, @unchecked Sendable {
  private let system = OperatingSystem()
  private let lock = NSLock()
  private var time: Int64 = 0
  private var pauses = 0
  private let during: @Sendable (Int) -> Void
  private let taken: @Sendable () -> Void

  /// - Parameters:
  ///   - during: called in each pause with its number, from 1.
  ///   - taken: called when a lock was taken, which takes a second.
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

  /// How much time has gone by, in microseconds.
  func uptime() -> Int64 { lock.withLock { time } }

  func pause(microseconds: Int) {
    let number = lock.withLock {
      time += Int64(microseconds)
      pauses += 1
      return pauses
    }
    during(number)
  }

  func open(_ path: String) throws(SystemFailure) -> Int32 { try system.open(path) }
  func write(_ descriptor: Int32, _ bytes: ByteView, name: String) throws(SystemFailure) -> Int {
    try system.write(descriptor, bytes, name: name)
  }
  func sync(_ descriptor: Int32, name: String) throws(SystemFailure) {
    try system.sync(descriptor, name: name)
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
    let isTaken = try system.tryLock(descriptor, name: name)
    if isTaken { locked() }
    return isTaken
  }
}
