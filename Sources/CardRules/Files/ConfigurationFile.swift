import CardProcessing
import CardJSON
import ContentCardKit

/// The keys of a configuration file.
package enum ConfigurationKey: String, CaseIterable, Sendable {
  /// The team's class types, or the path of a registry file.
  case classes
  /// The key of the extras that names the class type.
  case typeKey
  /// Severities by rule.
  case rules
  /// The SDKs whose demands are added.
  case profile
  /// The path of a baseline.
  case baseline
  /// The number of allowed warnings.
  case maxWarnings
  /// The paths that are skipped in directories.
  case exclude
  /// Settings for some paths.
  case overrides
}

/// The keys of an override.
package enum OverrideKey: String, CaseIterable, Sendable {
  /// The paths that it applies to.
  case files
  /// The kind of every value in them.
  case kind
  /// Severities by rule.
  case rules
  /// The SDKs whose demands are added.
  case profile
}

/// The content of a configuration file; paths are as written.
///
/// The one reader of `.cardctl.json`: every command that obeys it and `validate`, which checks it,
/// find the same mistakes.
package struct ConfigurationFile: Sendable {
  /// The team's class types.
  package enum Classes: Sendable {
    /// They are in the configuration.
    case registry(Registry)
    /// They are in a separate file.
    case path(String)
  }

  /// The team's class types.
  package internal(set) var classes: Classes?
  /// The key of the extras that names the class type.
  package internal(set) var typeKey: String?
  /// The levels of rules, in their order.
  package internal(set) var rules: [RuleSetting] = []
  /// The SDKs whose demands are added.
  package internal(set) var profiles: [Profile] = []
  /// The path of the baseline.
  package internal(set) var baseline: String?
  /// The most warnings with which a run succeeds.
  package internal(set) var maximumWarnings: Int?
  /// The paths that are skipped in directories, from the directory of the configuration.
  package internal(set) var excluded: [PathPattern] = []
  /// The settings for some paths, in their order; a later one overrides an earlier one.
  package internal(set) var overrides: [Override] = []

  /// Settings for the files that one of its patterns matches.
  package struct Override: Sendable {
    /// The paths, from the directory of the configuration.
    package internal(set) var files: [PathPattern] = []
    /// The kind of every value in them; nil detects each value's own.
    package internal(set) var kind: RecordKind?
    /// The levels of rules, in their order.
    package internal(set) var rules: [RuleSetting] = []
    /// The SDKs whose demands are added; nil for those of the configuration.
    package internal(set) var profiles: [Profile]?
  }

  /// Reads the configuration whose root is `node`, with every mistake in it, in their order.
  package static func read(_ node: JSONNode) -> (file: ConfigurationFile, mistakes: [FileMistake]) {
    var reader = ConfigurationReader()
    reader.read(node)
    return (reader.file, reader.mistakes.sorted { $0.offset < $1.offset })
  }
}

/// Reads a configuration and collects every mistake on the way.
private struct ConfigurationReader {
  private(set) var file = ConfigurationFile()
  private(set) var mistakes: [FileMistake] = []

  /// The number of mistakes for which nearest names are searched.
  private static let hintLimit = 100

  mutating func read(_ node: JSONNode) {
    guard node.kind == .object else {
      return reportValue(node, "expected an object of settings")
    }
    forEachMember(of: node) { reader, name, value in
      if let key = ConfigurationKey(rawValue: name) {
        reader.read(key, value)
      } else if name != "$schema" {
        reader.reportUnknown(name, value, among: ConfigurationKey.allCases.map(\.rawValue))
      } else if value.kind != .string {
        reader.reportValue(value, "\"$schema\" is the address of a schema, in quotes")
      }
    }
  }

  private mutating func reportUnknown(_ name: String, _ value: JSONNode, among names: [String]) {
    let expected = NearestName.hint(
      for: name, among: names, otherwise: "; known are \(names.joined(separator: ", "))")
    report(
      .configurationKeyUnknown, atKeyOf: value,
      "unknown key \(MessageText.quoted(name))\(expected)")
  }

  private mutating func read(_ key: ConfigurationKey, _ value: JSONNode) {
    switch key {
    case .exclude: file.excluded = patterns(value, key.rawValue)
    case .classes: readClasses(value)
    case .typeKey: file.typeKey = text(key, "a key of the extras", value)
    case .baseline: file.baseline = text(key, "the path of a baseline", value)
    case .profile: file.profiles = profiles(value)
    case .maxWarnings: readCount(value)
    case .rules: file.rules = rules(value)
    case .overrides: readOverrides(value)
    }
  }

  private mutating func readClasses(_ value: JSONNode) {
    if value.kind == .string {
      file.classes = text(.classes, "the path of a registry or an object", value).map { .path($0) }
      return
    }
    do {
      file.classes = .registry(try Registry(classes: value))
    } catch {
      mistakes += RegistryCheck.mistakes(error, value)
    }
  }

  private mutating func text(_ key: ConfigurationKey, _ wanted: String, _ value: JSONNode)
    -> String?
  {
    if value.kind == .string, value.word.extent > 0 { return value.string }
    reportValue(value, "\"\(key.rawValue)\" is \(wanted), in quotes")
    return nil
  }

  /// The elements of an array; any other value alone.
  private func elements(_ value: JSONNode) -> [JSONNode] {
    value.kind == .array ? Array(value.elements) : [value]
  }

  private mutating func readOverrides(_ value: JSONNode) {
    guard value.kind == .array else {
      return reportValue(value, "\"overrides\" is an array of objects with \"files\"")
    }
    file.overrides = elements(value).compactMap { oneOverride($0) }
  }

  private mutating func oneOverride(_ node: JSONNode) -> ConfigurationFile.Override? {
    guard node.kind == .object else {
      reportValue(node, "expected an object with \"files\"")
      return nil
    }
    var settings = ConfigurationFile.Override()
    var hasFiles = false
    forEachMember(of: node) { reader, name, value in
      switch OverrideKey(rawValue: name) {
      case .files:
        hasFiles = true
        settings.files = reader.patterns(value, name)
      case .kind: settings.kind = reader.choice(value) { "\"kind\" is one of \($0)" }
      case .rules: settings.rules = reader.rules(value)
      case .profile: settings.profiles = reader.profiles(value)
      case nil: reader.reportUnknown(name, value, among: OverrideKey.allCases.map(\.rawValue))
      }
    }
    if !hasFiles {
      reportValue(node, "\"files\" is missing: the paths that the override applies to")
    }
    return settings
  }

  /// One of some names.
  ///
  /// - Parameter wanted: the message about another value, given the names.
  private mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: JSONNode, _ wanted: (String) -> String
  ) -> Choice? {
    let names = Choice.allCases.map(\.rawValue)
    let name = value.kind == .string ? value.string : ""
    if let choice = Choice(rawValue: name) { return choice }
    let hint = NearestName.hint(for: name, among: names)
    reportValue(value, wanted(names.joined(separator: ", ")), hint)
    return nil
  }

  /// One pattern, or an array of them.
  private mutating func patterns(_ value: JSONNode, _ key: String) -> [PathPattern] {
    var patterns: [PathPattern] = []
    for element in elements(value) {
      guard element.kind == .string else {
        reportValue(element, "\"\(key)\" is a pattern of paths, or an array of them")
        continue
      }
      do {
        patterns.append(try PathPattern(element.string))
      } catch {
        reportValue(element, error.message)
      }
    }
    return patterns
  }

  /// One SDK, or an array of them.
  private mutating func profiles(_ value: JSONNode) -> [Profile] {
    elements(value).compactMap {
      choice($0) { "\"profile\" is one of \($0), or an array of them" }
    }
  }

  private mutating func readCount(_ value: JSONNode) {
    if value.kind == .number,
      let count = JSONNumber.smallInteger(value.content), count >= 0
    {
      file.maximumWarnings = Int(clamping: count)
      return
    }
    reportValue(value, "\"maxWarnings\" is a whole number from 0 up")
  }

  private mutating func rules(_ value: JSONNode) -> [RuleSetting] {
    guard value.kind == .object else {
      reportValue(value, "\"rules\" is an object of severities by rule")
      return []
    }
    var rules: [RuleSetting] = []
    forEachMember(of: value) { reader, name, level in
      if let rule = reader.rule(name, level) { rules.append(rule) }
    }
    return rules
  }

  private mutating func rule(_ name: String, _ value: JSONNode) -> RuleSetting? {
    let known = Rules.settableIDs
    if RulePattern.ids(name, among: known).isEmpty {
      // No one reads the nearest names of thousands of mistakes.
      let isListed = mistakes.count < ConfigurationReader.hintLimit
      let names = isListed ? RulePattern.candidates(for: name, among: known) : []
      let hint = NearestName.hint(for: name, among: names)
      report(.configurationValue, atKeyOf: value, "unknown rule \(MessageText.quoted(name))\(hint)")
    }
    let level: RuleLevel? = choice(value) { "expected \($0)" }
    return level.map { RuleSetting(rule: name, level: $0) }
  }

  /// Calls `body` with each member of an object, and reports duplicate names.
  private mutating func forEachMember(
    of object: JSONNode,
    _ body: (inout ConfigurationReader, _ name: String, _ value: JSONNode) -> Void
  ) {
    var names: Set<String> = []
    for (key, value) in object.members {
      let name = key.string
      if !names.insert(name).inserted {
        report(
          .configurationKeyRepeated, atKeyOf: value, "duplicate key \(MessageText.quoted(name))")
      }
      body(&self, name, value)
    }
  }

  private mutating func reportValue(_ value: JSONNode, _ wanted: String, _ hint: String = "") {
    mistakes.append(
      FileMistake(
        .configurationValue, at: .value(value), in: value.document,
        "\(wanted); found \(value.shown)\(hint)"))
  }

  private mutating func report(_ rule: Rule, atKeyOf value: JSONNode, _ message: String) {
    mistakes.append(FileMistake(rule, at: .key(value), in: value.document, message))
  }
}
