import Foundation

/// A temporary directory of one test, removed with this object.
public final class ScratchFolder: Sendable {
  /// The location of the directory.
  public let url: URL

  /// Makes an empty directory.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "cardctl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the directory.
  public var path: String { url.path }

  /// Returns the path of a file in the directory.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and its parent directories, and returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Adds text to the end of a file.
  public func append(_ text: String, to name: String) throws {
    let file = try FileHandle(forWritingTo: url.appending(path: name))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Writes a file that can be run.
  ///
  /// Another process writes it: a process that a parallel test starts at this moment would keep a
  /// file that this one writes open until it runs its own program, and until then the system
  /// refuses to run the file ("Text file busy").
  public func write(program: String, to name: String) throws {
    let script = #"cat >"$1" && chmod 755 "$1""#
    let result = try ChildProcess.run(
      ["-c", script, "sh", path(name)], of: "/bin/sh", input: program)
    guard result.status == 0 else { throw SystemError.failed(result.messageText, result.status) }
  }

  /// Returns the text of a file.
  public func text(_ name: String) throws -> String {
    // Not by its path: that would omit a byte order mark.
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// Returns the names of all files in the directory, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
