import Foundation
import Testing

/// The independent validators of the schemas: `check-jsonschema` and `jsonschema-rs` from PyPI.
///
/// Found in `PATH`, or named by the variable `CHECK_JSONSCHEMA`.
enum SchemaValidator {
  /// The path of the tool; nil if it is not installed.
  static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["CHECK_JSONSCHEMA"] { return named }
    return (environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/check-jsonschema" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The report of the tool.
  struct Report: Decodable {
    struct Mistake: Decodable {
      let filename: String
      let message: String
    }
    let status: String
    let errors: [Mistake]
    let parseErrors: [Mistake]?

    enum CodingKeys: String, CodingKey {
      case status, errors
      case parseErrors = "parse_errors"
    }
  }

  /// Whether the schema itself is valid in its dialect.
  static func accepts(schema: String) throws -> Bool {
    try inFolder { folder in
      let file = folder.appendingPathComponent("schema.json")
      try schema.write(to: file, atomically: true, encoding: .utf8)
      return try run(["--check-metaschema", file.path]).status == "ok"
    }
  }

  /// The names of the instances that the schema does not accept, and why.
  static func rejected(_ instances: [String: String], by schema: String) throws -> [String: String]
  {
    try inFolder { folder in
      let file = folder.appendingPathComponent("schema.json")
      try schema.write(to: file, atomically: true, encoding: .utf8)
      var names: [String: String] = [:]
      for (number, name) in instances.keys.sorted().enumerated() {
        let path = folder.appendingPathComponent("\(number).json")
        try instances[name]?.write(to: path, atomically: true, encoding: .utf8)
        names[path.path] = name
      }
      let report = try run(["--schemafile", file.path] + names.keys.sorted())
      var rejected: [String: String] = [:]
      for mistake in report.errors + (report.parseErrors ?? []) {
        if let name = names[mistake.filename] { rejected[name] = mistake.message }
      }
      try compare(Set(rejected.keys), file, names)
      return rejected
    }
  }

  /// The Python next to the tool, if it has the other validator.
  static let secondPython: String? = {
    guard let path else { return nil }
    let python = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("python").path
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", "import jsonschema_rs"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? python : nil
  }()

  /// The script of the other validator: it reads the schema and the instances, and prints those that
  /// it rejects.
  private static let script = """
    import json, sys, jsonschema_rs
    validator = jsonschema_rs.validator_for(json.load(open(sys.argv[1])))
    for path in sys.argv[2:]:
        try:
            value = json.load(open(path))
        except ValueError:
            print(path)
            continue
        if not validator.is_valid(value):
            print(path)
    """

  /// Compares the rejected instances with those of the other validator, if it is installed.
  private static func compare(_ rejected: Set<String>, _ schema: URL, _ names: [String: String])
    throws
  {
    guard let python = secondPython else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script, schema.path] + names.keys.sorted()
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(Set(lines.compactMap { names[$0] }) == rejected)
  }

  private static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cardctl-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private static func run(_ arguments: [String]) throws -> Report {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = ["--output-format", "json"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Report.self, from: data)
  }
}
