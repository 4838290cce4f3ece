import Foundation
import Testing

/// The independent validators of the schemas: `jsonschema` and, if installed, `jsonschema-rs` from
/// PyPI, in the first Python of `PATH` that has the former.
enum SchemaValidator {
  /// The Python; nil if no Python has `jsonschema`.
  static let python: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/python3" }.first { python in
      FileManager.default.isExecutableFile(atPath: python)
        && (try? run(python, "import jsonschema", Data()))?.status == 0
    }
  }()

  /// Whether the second validator is used too.
  static let hasSecond = python.map { (try? run($0, "import jsonschema_rs", Data()))?.status == 0 }

  /// The names of the instances that the schema does not accept, and why.
  ///
  /// The schema itself must be valid, and the two validators must agree.
  static func rejected(_ instances: [String: String], by schema: String) throws -> [String: String]
  {
    let input = try JSONEncoder().encode(["schema": schema].merging(instances) { $1 })
    let (status, output) = try run(python ?? "python3", script, input)
    try #require(status == 0, "the schema is invalid, or the validators disagree")
    return try JSONDecoder().decode([String: String].self, from: output)
  }

  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    instances = json.load(sys.stdin)
    schema = json.loads(instances.pop("schema"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    try:
        import jsonschema_rs
        second = jsonschema_rs.validator_for(schema)
    except ImportError:
        second = None
    rejected = {}
    for name, text in instances.items():
        try:
            value = json.loads(text)
        except ValueError:
            rejected[name] = "not JSON"
            continue
        error = next(validator.iter_errors(value), None)
        if second is not None and second.is_valid(value) != (error is None):
            sys.exit("the validators disagree about " + name)
        if error is not None:
            rejected[name] = error.message[:200]
    print(json.dumps(rejected))
    """

  private static func run(_ python: String, _ script: String, _ input: Data) throws -> (
    status: Int32, output: Data
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script]
    // A file, because a large input would fill the pipe before the process reads it.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try input.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data)
  }
}
