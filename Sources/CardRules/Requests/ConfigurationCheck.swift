import CardJSON
import ContentCards

/// The keys of a configuration file.
public enum ConfigurationKey: String, CaseIterable, Sendable {
  /// The team's class types, or the path of a registry file.
  case classes
  /// The key of the extras that names the class type.
  case typeKey
  /// Severities by rule.
  case rules
  /// The SDK whose demands are added.
  case profile
  /// The path of a baseline.
  case baseline
  /// How many warnings are allowed.
  case maxWarnings
}

/// Reports what is wrong with a configuration file.
enum ConfigurationCheck {
  /// The word for a rule that is not run.
  private static let off = "off"
  /// The rules that the tool itself reports, because they are not about one input.
  static let toolRuleIDs = ["baseline/stale"]

  /// Reports the mistakes of the configuration whose root is `node`.
  static func check(_ document: JSONDocument, _ node: Int, _ findings: inout FindingSink) {
    guard document.kind(node) == .object else {
      return findings.report(
        ConfigurationValue.self, at: .value(node), "expected an object of settings")
    }
    reportRepeated(in: node, document, &findings)
    document.forEachMember(of: node) { key, value in
      let name = document.string(key)
      guard let key = ConfigurationKey(rawValue: name) else {
        let names = ConfigurationKey.allCases.map(\.rawValue)
        let hint = NearestName.hint(for: name, among: names)
        let expected = hint.isEmpty ? "; known are \(names.joined(separator: ", "))" : hint
        return findings.report(
          ConfigurationKeyUnknown.self, at: .key(value),
          "unknown key \(Words.quoted(name))\(expected)")
      }
      check(key, document, value, &findings)
    }
  }

  private static func reportRepeated(
    in object: Int, _ document: JSONDocument, _ findings: inout FindingSink
  ) {
    var names: Set<String> = []
    document.forEachMember(of: object) { key, value in
      let name = document.string(key)
      if names.insert(name).inserted { return }
      findings.report(
        ConfigurationKeyRepeated.self, at: .key(value), "\(Words.quoted(name)) stands twice")
    }
  }

  private static func check(
    _ key: ConfigurationKey, _ document: JSONDocument, _ value: Int,
    _ findings: inout FindingSink
  ) {
    switch key {
    case .classes:
      if document.kind(value) == .string {
        expectText(key, "the path of a registry or an object", document, value, &findings)
      } else {
        RegistryCheck.check(classes: value, document, &findings)
      }
    case .typeKey: expectText(key, "a key of the extras", document, value, &findings)
    case .baseline: expectText(key, "the path of a baseline", document, value, &findings)
    case .profile: checkProfile(document, value, &findings)
    case .maxWarnings: checkCount(document, value, &findings)
    case .rules: checkRules(document, value, &findings)
    }
  }

  private static func expectText(
    _ key: ConfigurationKey, _ wanted: String, _ document: JSONDocument, _ value: Int,
    _ findings: inout FindingSink
  ) {
    if document.kind(value) == .string, document.word(value).extent > 0 { return }
    findings.report(
      ConfigurationValue.self, at: .value(value),
      "\"\(key.rawValue)\" is \(wanted), in quotes; found \(Words.json(value, of: document))")
  }

  private static func checkProfile(
    _ document: JSONDocument, _ value: Int, _ findings: inout FindingSink
  ) {
    let names = Profile.allCases.map(\.rawValue)
    let text = document.kind(value) == .string ? document.string(value) : ""
    if names.contains(text) { return }
    findings.report(
      ConfigurationValue.self, at: .value(value),
      "\"profile\" is one of \(names.joined(separator: ", ")); found \(Words.json(value, of: document))"
        + NearestName.hint(for: text, among: names))
  }

  private static func checkCount(
    _ document: JSONDocument, _ value: Int, _ findings: inout FindingSink
  ) {
    if document.kind(value) == .number,
      let count = JSONNumber.smallInteger(document.content(value)), count >= 0
    {
      return
    }
    findings.report(
      ConfigurationValue.self, at: .value(value),
      "\"maxWarnings\" is a whole number from 0 up; found \(Words.json(value, of: document))")
  }

  private static func checkRules(
    _ document: JSONDocument, _ value: Int, _ findings: inout FindingSink
  ) {
    guard document.kind(value) == .object else {
      return findings.report(
        ConfigurationValue.self, at: .value(value),
        "\"rules\" is an object of severities by rule; found \(Words.json(value, of: document))")
    }
    reportRepeated(in: value, document, &findings)
    let severities = [off] + Severity.allCases.map(\.rawValue)
    let known = Rules.ids + toolRuleIDs
    document.forEachMember(of: value) { key, severity in
      let id = document.string(key)
      if !known.contains(id) {
        findings.report(
          ConfigurationValue.self, at: .key(severity),
          "unknown rule \(Words.quoted(id))"
            + NearestName.hint(for: id, among: known))
      }
      let word = document.kind(severity) == .string ? document.string(severity) : ""
      if severities.contains(word) { return }
      findings.report(
        ConfigurationValue.self, at: .value(severity),
        "expected \(severities.joined(separator: ", ")); found \(Words.json(severity, of: document))"
          + NearestName.hint(for: word, among: severities))
    }
  }
}
