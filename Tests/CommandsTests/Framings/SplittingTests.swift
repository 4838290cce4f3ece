import Foundation
import TestSupport
import Testing

/// `filter`, and `convert` without a header, process each line independently.
///
/// An input may therefore be split at any line, as Spark and Hadoop Streaming do, and the outputs
/// joined.
@Suite struct SplittingTests {
  static let commands = [
    "filter --class-type coupon_code --on-error skip", "filter --where title*=a -v --on-error skip",
    "convert --on-error skip", "convert --as card --on-error skip",
    "convert --as card --to csv --no-header --on-error skip",
    "convert --to tsv --no-header --on-error skip",
  ]

  /// Cards of all shapes, with bad lines among them.
  private static func lines() throws -> [[UInt8]] {
    let folder = Repository.fixtures.appending(path: "shapes")
    var lines: [[UInt8]] = []
    for name in ["wire", "abk", "card", "web-storage", "metadata", "rest"] {
      let text = try Data(contentsOf: folder.appending(path: name + ".ndjson"))
      lines += text.split(separator: 0x0A).map { Array($0) + [0x0A] }
      lines.append(Array("{\"id\":\"cut\",\"tp\":\n".utf8))
      lines.append(Array("{\"id\":\"x\",\"neither\":1}\n".utf8))
    }
    return lines
  }

  @Test(arguments: commands) func splittingAnywhereGivesTheSameBytes(command: String) throws {
    let lines = try SplittingTests.lines()
    #expect(lines.count >= 20)
    let whole = try CommandRun.result(command, .file(Array(lines.joined())))
    #expect(whole.status == 0 && !whole.output.isEmpty)
    for cut in 0...lines.count {
      let first = try CommandRun.result(command, .file(Array(lines[..<cut].joined())))
      let second = try CommandRun.result(command, .file(Array(lines[cut...].joined())))
      #expect(first.output + second.output == whole.output, "cut before line \(cut + 1)")
    }
  }

  @Test(.enabled(if: SparkProbe.isInstalled, "pyspark is not installed"))
  func sparkPipesThroughTheBinary() throws {
    let script = Repository.root.appending(path: "Tests/CrossCheck/spark_pipe.py").path
    let result = try SparkProbe.python([script, Repository.tool])
    #expect(result.status == 0, "\(result.messageText)")
  }
}

/// Whether Spark is installed.
enum SparkProbe {
  static let isInstalled: Bool = {
    (try? python(["-c", "import pyspark"]).status) == 0
  }()

  static func python(_ arguments: [String]) throws -> ChildProcess.Result {
    try ChildProcess.run(
      ["python3"] + arguments, of: "/usr/bin/env",
      environment: ProcessInfo.processInfo.environment)
  }
}
