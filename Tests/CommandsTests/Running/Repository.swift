import Foundation

/// Paths on the machine that runs the tests.
enum Repository {
  /// The folder with Package.swift.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Files that tests of several modules read.
  static let fixtures = root.appending(path: "Tests/Fixtures")

  /// The folders of golden cases.
  static let cases = root.appending(path: "Tests/CommandsTests/Cases")

  /// The directory of the built tests and of the tool.
  static let products: URL = {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    // On macOS the tests are a bundle that another program loads.
    let bundles = Bundle.allBundles.map(\.bundleURL) + [program]
    let bundle = bundles.first { $0.pathExtension == "xctest" } ?? program
    return bundle.deletingLastPathComponent()
  }()

  /// The tool as the build left it.
  static let tool = products.appending(path: "cardctl").path
}

/// A temporary directory of one test, removed with this object.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "cardctl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the directory.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return path(name)
  }

  /// Writes a file that can be run.
  ///
  /// Another process writes it: a process that a parallel test starts at this moment would keep a
  /// file that this one writes open until it runs its own program, and until then the system
  /// refuses to run the file ("Text file busy").
  func write(program: String, to name: String) throws {
    let script = #"cat >"$1" && chmod 755 "$1""#
    let result = try ChildProcess.run(
      ["-c", script, "sh", path(name)], of: "/bin/sh", input: program)
    guard result.status == 0 else { throw Readers.Failure(description: result.messageText) }
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// The names of all files in the directory.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
