import CardProcessing
import CardJSON
import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardRules

/// Checks JSON as a request, and collects the findings.
struct RequestProbe {
  /// One finding, with the bytes that it is about.
  struct Found: Equatable, CustomStringConvertible {
    let rule: Rule
    let severity: Severity
    let excerpt: String
    let pointer: String
    let message: String
    let range: Range<Int>

    /// The finding on one line: rule, pointer, the start of the bytes.
    var description: String {
      let lines = excerpt.split(separator: "\n")
      return "\(rule) \(pointer) \(lines.first.map { String($0.prefix(40)) } ?? "")"
    }
  }

  /// The kind that the text was checked as.
  let kind: RecordKind?
  /// The findings, in the order of the text.
  let found: [Found]

  /// Checks `text`; invalid JSON has no kind and no findings.
  init(
    _ text: String, _ settings: CheckSettings = CheckSettings(),
    typeKey: String = "class_type"
  ) {
    var buffer = ByteBuffer(text.utf8)
    var scanner = JSONScanner()
    let view = buffer.sealed()
    guard case .value = scanner.scan(view) else {
      kind = nil
      found = []
      return
    }
    var plan = CheckPlan()
    (plan.settings, plan.typeKey, plan.inactive) = (settings, typeKey, RuleSet())
    var findings: [Finding] = []
    switch RecognizedValue(scanner.document.root) {
    case .checked(let found, _)?:
      kind = found
      plan.kind = found
      var validator = Validator(plan)
      findings = validator.findings(in: view)
    case .other(let other)? where other != .syncResponse:
      kind = nil
      var validator = Validator(plan)
      findings = validator.findings(in: view)
    default: kind = nil
    }
    found = findings.filter { RequestProbe.isOfRequests($0.rule) }.map { finding in
      Found(
        rule: finding.rule, severity: finding.severity,
        excerpt: view.slice(finding.offset..<finding.endOffset).text, pointer: finding.pointer,
        message: finding.message, range: finding.offset..<finding.endOffset)
    }
    withExtendedLifetime(buffer) {}
  }

  /// Whether a rule is about requests, registries or configurations, not about the card in them.
  private static func isOfRequests(_ rule: Rule) -> Bool {
    [
      "request/", "rest/", "trigger/", "track/", "registry/", "configuration/",
      "class/type-spelling", "class/type-unknown",
    ].contains { rule.id.hasPrefix($0) }
  }

  /// A file of the fixtures for requests.
  static func fixture(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The names of the fixtures in a folder.
  static func fixtures(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(name).path
    ).filter { $0.hasSuffix(".json") }.sorted()
  }

  /// The folder of the fixtures.
  static let folder = Repository.fixtures.appending(path: "requests")
}

extension Rule {
  /// The settings for the options of the examples.
  var exampleSettings: CheckSettings {
    var settings = CheckSettings()
    var words = exampleOptions.split(separator: " ").map(String.init)[...]
    while let option = words.popFirst() {
      if option == "--template" {
        settings.isTemplate = true
        continue
      }
      let value = words.popFirst() ?? ""
      switch option {
      case "--profile": settings.profiles = Profile(rawValue: value).map { [$0] } ?? []
      case "--max-payload": settings.maximumPayload = Int(value) ?? 0
      case "--max-card-size": settings.maximumCardSize = Int(value) ?? 0
      // Not an option, because it is the same for every user.
      case "--max-cards": settings.maximumCards = Int(value) ?? 0
      // See `exampleContracts`.
      case "--config": break
      case "--at":
        settings.now = ByteBuffer(value.utf8).read { ISO8601.milliseconds($0) } ?? 0
        settings.isNowGiven = true
      default: Issue.record("\(id): unknown option \(option)")
      }
    }
    return settings
  }

  /// The contracts of the configuration of the examples.
  var exampleContracts: Contracts {
    let total = #""total":{"type":"number","minimum":0}"#
    let properties =
      switch self {
      case .triggerPropertyInvalid: total
      case .triggerPropertyMissing, .triggerPropertyUnknown:
        #""order_id":{"required":true},"# + total
      default: ""
      }
    let text = #"{"campaigns":{"c":{"triggerProperties":{\#(properties)}}}}"#
    var bytes = ByteBuffer(text.utf8)
    var scanner = JSONScanner()
    guard !properties.isEmpty, let root = try? scanner.scanWhole(bytes.sealed()) else {
      return Contracts()
    }
    return ConfigurationFile.read(root).file.contracts
  }
}

extension CheckSettings {
  /// Noon of 21 November 2026.
  static var noonOfAnExample: CheckSettings {
    var settings = CheckSettings()
    (settings.now, settings.isNowGiven) = (1_795_262_400_000, true)
    return settings
  }
}

extension RequestPart: CustomTestStringConvertible {
  /// The name of the object.
  public var testDescription: String { name }
}
