import Foundation

/// Python programs, which check output independently of cardctl.
public enum Python {
  /// A program that failed, with its output.
  public struct Failure: Error, CustomStringConvertible {
    /// The output of the program.
    public let description: String

    /// Describes a failure by the output of the program.
    public init(description: String) { self.description = description }
  }

  /// Returns whether Python and one of its modules are installed.
  public static func has(_ module: String) -> Bool {
    (try? run("import \(module)")) != nil
  }

  /// Returns the output of a Python program that reads `input`.
  ///
  /// - Throws: `Failure` if its status is not 0.
  public static func run(_ program: String, _ input: String = "") throws -> String {
    try run(["-c", program], input)
  }

  /// Returns the output of Python with these arguments.
  ///
  /// - Throws: `Failure` if its status is not 0.
  public static func run(_ arguments: [String], _ input: String = "") throws -> String {
    let result = try ChildProcess.run(
      ["python3"] + arguments, of: "/usr/bin/env", input: input,
      environment: ProcessInfo.processInfo.environment)
    guard result.status == 0 else {
      throw Failure(description: result.text + result.messageText)
    }
    return result.text
  }
}
