import CardJSON
import CardRules
import ContentCardKit
import Foundation
import TestSupport

/// Checks an input that is in memory.
struct CardProbe {
  let bytes: [UInt8]
  let findings: [Finding]

  init(_ text: String, _ change: (inout CheckPlan) -> Void = { _ in }) {
    self.init(Array(text.utf8), change)
  }

  init(_ bytes: [UInt8], _ change: (inout CheckPlan) -> Void = { _ in }) {
    var plan = CheckPlan()
    change(&plan)
    var validator = Validator(plan)
    var buffer = ByteBuffer(bytes)
    self.bytes = bytes
    findings = validator.findings(in: buffer.sealed())
  }

  /// The findings of one rule.
  func findings(of rule: Rule) -> [Finding] { findings.filter { $0.rule == rule } }

  /// The bytes that a finding is about.
  func text(_ finding: Finding) -> String {
    String(decoding: bytes[finding.offset..<finding.endOffset], as: UTF8.self)
  }

  /// Rule, severity and bytes of each finding of these rules, in order.
  func summary(of rules: Rule...) -> [String] {
    findings.filter { rules.contains($0.rule) }.map {
      "\($0.severity.rawValue) \($0.rule) \(text($0)) \($0.pointer) \($0.record ?? 0)"
    }
  }

  /// A file of the fixtures.
  static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.fixtures.appending(path: name)))
  }

  /// The names of the files in a folder of the fixtures that may hold cards.
  static func fixtures(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Repository.fixtures.appending(path: folder).path
    ).filter { $0.hasSuffix("json") }.sorted().map { "\(folder)/\($0)" }
  }
}
