import Foundation
import Testing

/// Payloads written by others, in the directory `CARDCTL_PAYLOADS`.
enum Payloads {
  /// The directory, or nil if this machine does not have it.
  static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["CARDCTL_PAYLOADS"], !path.isEmpty else {
      return nil
    }
    let list = URL(fileURLWithPath: path).appending(path: "expected.ndjson")
    return FileManager.default.fileExists(atPath: list.path)
      ? list.deletingLastPathComponent() : nil
  }()

  /// The correct findings of one payload.
  struct Expected: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    /// The exit status of `validate`.
    let status: Int32
    /// The errors, `rule@line`; only the line is compared.
    let errors: [String]
    /// Groups of rules; at least one rule of each must have a finding.
    let wanted: [String]
    /// Findings that must not occur: `rule`, `rule:word in its message`, or `*error` for any error.
    let unwanted: [String]

    var testDescription: String { file }
  }

  struct Found: Decodable {
    let rule: String
    let severity: String
    let line: Int
    let message: String

    /// Whether `unwanted` means this finding.
    func isMeant(by unwanted: String) -> Bool {
      if unwanted == "*error" { return severity == "error" }
      let parts = unwanted.split(separator: ":", maxSplits: 1)
      return rule == parts[0] && (parts.count == 1 || message.contains(parts[1]))
    }
  }

  /// The entries of `expected.ndjson`; empty without the directory.
  static let expected: [Expected] = {
    guard let folder,
      let text = try? String(contentsOf: folder.appending(path: "expected.ndjson"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode(Expected.self, from: Data(line.utf8))
    }
  }()
}

/// Each payload has its correct findings.
@Suite(.enabled(if: Payloads.folder != nil, "CARDCTL_PAYLOADS names no folder"))
struct PayloadTests {
  @Test("the list is read whole")
  func list() throws {
    let folder = try #require(Payloads.folder)
    let text = try String(contentsOf: folder.appending(path: "expected.ndjson"), encoding: .utf8)
    #expect(Payloads.expected.count == text.split(separator: "\n").count)
    #expect(!Payloads.expected.isEmpty)
  }

  @Test("is judged rightly", arguments: Payloads.expected)
  func judges(payload: Payloads.Expected) throws {
    let folder = try #require(Payloads.folder)
    let file = folder.appending(path: payload.file).path
    let result = try ChildProcess.run(["validate", "--no-config", "--to", "ndjson", file])
    let findings = try result.text.split(separator: "\n").map { line in
      try JSONDecoder().decode(Payloads.Found.self, from: Data(line.utf8))
    }
    let lines = Set(findings.filter { $0.severity == "error" }.map { String($0.line) })
    // An id that is a number is a warning, because the API accepts it. A list that expects an error
    // there, and no other, must see that warning instead.
    let warned = findings.filter {
      $0.severity == "warning" && $0.rule == "request/value-type"
        && $0.message.hasSuffix("which the API accepts")
    }.map { "\($0.rule)@\($0.line)" }
    let errors = payload.errors.filter { !warned.contains($0) || payload.errors.count > 1 }
    #expect(result.status == (errors.isEmpty && !payload.errors.isEmpty ? 0 : payload.status))
    for error in errors {
      #expect(lines.contains(String(error.drop { $0 != "@" }.dropFirst())), "not found: \(error)")
    }
    for rule in payload.wanted {
      let isFound = findings.contains {
        $0.rule.prefix { $0 != "/" } == rule.prefix { $0 != "/" }
      }
      #expect(isFound, "missed: \(rule)")
    }
    for unwanted in payload.unwanted {
      #expect(!findings.contains { $0.isMeant(by: unwanted) }, "false alarm: \(unwanted)")
    }
  }
}
