import Foundation

/// Python's readers of report formats, which are independent of cardctl.
enum Readers {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether Python and one of its modules are installed.
  static func has(_ module: String) -> Bool {
    (try? run("import \(module)", "")) != nil
  }

  /// The output of a Python program that reads `input`.
  static func run(_ program: String, _ input: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("report-\(UUID().uuidString)")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(description: text) }
    return text
  }
}
