import Foundation
import TestSupport
import Testing

/// The independent validators of the schemas: `jsonschema` and, if installed, `jsonschema-rs` from
/// PyPI, in the first Python of `PATH` that has the former.
enum SchemaValidator {
  /// The Python; nil if no Python has `jsonschema`.
  static let python: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/python3" }.first { python in
      FileManager.default.isExecutableFile(atPath: python)
        && (try? run(python, "import jsonschema", ""))?.status == 0
    }
  }()

  /// Whether the second validator is used too.
  static let hasSecond = python.map { (try? run($0, "import jsonschema_rs", ""))?.status == 0 }

  /// The names of the instances that the schema does not accept, and why.
  ///
  /// The schema itself must be valid, and the two validators must agree.
  static func rejected(_ instances: [String: String], by schema: String) throws -> [String: String]
  {
    let input = try JSONEncoder().encode(["schema": schema].merging(instances) { $1 })
    let result = try run(
      python ?? "python3", script, String(decoding: input, as: UTF8.self))
    try #require(
      result.status == 0,
      "the schema is invalid, or the validators disagree: \(result.messageText)")
    return try JSONDecoder().decode([String: String].self, from: Data(result.output))
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

  private static func run(_ python: String, _ script: String, _ input: String) throws
    -> ChildProcess.Result
  {
    try ChildProcess.run(
      ["-c", script], of: python, input: input,
      environment: ProcessInfo.processInfo.environment)
  }
}
