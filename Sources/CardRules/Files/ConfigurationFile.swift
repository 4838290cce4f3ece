import CardJSON
import ContentCardKit

/// The content of a configuration file, with paths as written.
///
/// All commands that read `.cardctl.json`, and `validate`, which checks it, use this reader, so
/// they report the same errors.
package struct ConfigurationFile: Sendable {
  /// The team's class types.
  package enum Classes: Sendable {
    /// The class types defined in the configuration itself.
    case registry(Registry)
    /// The path of a registry file.
    case path(String)
  }

  /// The team's class types.
  package var classes: Classes?
  /// The required properties of requests for campaigns and Canvases.
  package var contracts = Contracts()
  /// The name of the time zone, and its offset in the file.
  package var zone: (name: String, offset: Int)?
  /// The extras key of the class type.
  package var typeKey: String?
  /// The levels of rules, in file order.
  package var rules: [RuleSetting] = []
  /// The SDKs whose requirements are checked too.
  package var profiles: [Profile] = []
  /// The path of the baseline.
  package var baseline: String?
  /// The maximum number of warnings with which a run succeeds.
  package var maximumWarnings: Int?
  /// The paths to skip in directories, relative to the directory of the configuration.
  package var excluded: [PathPattern] = []
  /// The settings for some paths, in file order.
  ///
  /// Later ones take precedence.
  package var overrides: [Override] = []

  /// Creates a configuration without settings.
  package init() {}

  /// Settings for the files that match one of its patterns.
  package struct Override: Sendable {
    /// The paths, relative to the directory of the configuration.
    package var files: [PathPattern] = []
    /// The kind of every value in the files; nil to detect the kind of each value.
    package var kind: RecordKind?
    /// The levels of rules, in file order.
    package var rules: [RuleSetting] = []
    /// The SDKs whose requirements are checked too; nil for those of the configuration.
    package var profiles: [Profile]?
  }

  /// Reads the configuration at `node`, and returns it with all errors in file order.
  package static func read(_ node: JSONNode) -> (file: ConfigurationFile, mistakes: [FileError]) {
    var (file, reader) = (ConfigurationFile(), ConfigurationReader())
    reader.read(node, into: &file, keys, expected: "an object of settings")
    return (file, reader.mistakes.sorted { $0.offset < $1.offset })
  }
}

/// A key of a configuration or of an override, which defines both its reader and its schema.
struct ConfigurationKey<Settings>: Sendable {
  /// Reads a value into the settings.
  typealias Read = @Sendable (inout ConfigurationReader, JSONNode, inout Settings) -> Void

  let name: String
  /// The schema of the value.
  let schema: @Sendable () -> SchemaValue
  let read: Read

  init(
    _ name: String, _ schema: @autoclosure @escaping @Sendable () -> SchemaValue,
    read: @escaping Read
  ) { (self.name, self.schema, self.read) = (name, schema, read) }
}

extension ConfigurationFile {
  private typealias Schema = ConfigurationSchema

  /// The keys of a configuration.
  static let keys: [ConfigurationKey<ConfigurationFile>] = [
    .init(
      "$schema", ["type": "string", "description": "the URL of this schema, for editors"]
    ) { reader, value, _ in
      if value.kind == .string { return }
      reader.report(value, "\"$schema\" must be the URL of a schema, in quotes")
    },
    .init("classes", Schema.classes) { $2.classes = $0.classes($1) },
    .init("campaigns", Contract.schema("campaign", "triggerProperties")) {
      $2.contracts.campaigns = $0.contracts($1, "campaign", "triggerProperties")
    },
    .init("canvases", Contract.schema("Canvas", "contextProperties")) {
      $2.contracts.canvases = $0.contracts($1, "Canvas", "contextProperties")
    },
    .init("tz", Schema.text("the time zone, such as Europe/Berlin or +02:00; UTC by default")) {
      guard let name = $0.text($1, "\"tz\" must be a time zone") else { return }
      $2.zone = (name, $1.range.lowerBound)
    },
    .init(
      "typeKey",
      Schema.text("the extras key of the class type; class_type by default")
    ) { $2.typeKey = $0.text($1, "\"typeKey\" must be an extras key") },
    .init("rules", Schema.rules) { $2.rules = $0.rules($1) },
    .init("profile", Schema.profiles) { $2.profiles = $0.profiles($1) },
    .init(
      "baseline", Schema.text("the path of the baseline, relative to the configuration")
    ) { $2.baseline = $0.text($1, "\"baseline\" must be the path of a baseline") },
    .init(
      "maxWarnings",
      [
        "type": "integer", "minimum": 0,
        "description": "the maximum number of warnings with which validate succeeds",
      ]
    ) { $2.maximumWarnings = $0.count($1) },
    .init("exclude", Schema.patterns("paths to skip in directories")) {
      $2.excluded = $0.patterns($1, "exclude")
    },
    .init("overrides", Schema.overrides) { $2.overrides = $0.overrides($1) },
  ]
}

extension ConfigurationFile.Override {
  private typealias Schema = ConfigurationSchema

  /// The keys of an override.
  static let keys: [ConfigurationKey<ConfigurationFile.Override>] = [
    .init("files", Schema.patterns("the paths that the override applies to")) {
      $2.files = $0.patterns($1, "files")
    },
    .init(
      "kind",
      .choice("the kind of every value in the files", RecordKind.allCases.map(\.rawValue))
    ) { $2.kind = $0.choice($1) { "\"kind\" must be one of \($0)" } },
    .init("rules", Schema.rules) { $2.rules = $0.rules($1) },
    .init("profile", Schema.profiles) { $2.profiles = $0.profiles($1) },
  ]
}

/// Reads the values of a configuration and collects all errors.
struct ConfigurationReader {
  fileprivate var mistakes: [FileError] = []

  /// The maximum number of errors for which to search nearest names.
  private static let hintLimit = 100

  /// Reads the members of an object by their keys.
  ///
  /// Reports an error for any other value.
  fileprivate mutating func read<Settings>(
    _ node: JSONNode, into settings: inout Settings, _ keys: [ConfigurationKey<Settings>],
    expected: String
  ) {
    guard node.kind == .object else { return report(node, "expected \(expected)") }
    forEachMember(of: node) { reader, name, value in
      if let key = keys.first(where: { $0.name == name }) {
        return key.read(&reader, value, &settings)
      }
      let names = keys.map(\.name).filter { !$0.hasPrefix("$") }
      let expected = NearestName.hint(
        for: name, among: names, otherwise: "; known are \(names.joined(separator: ", "))")
      reader.report(
        .configurationKeyUnknown, atKeyOf: value,
        "unknown key \(MessageText.quoted(name))\(expected)")
    }
  }

  fileprivate mutating func classes(_ value: JSONNode) -> ConfigurationFile.Classes? {
    if value.kind == .string {
      return text(value, "\"classes\" must be an object, or the path of a registry").map {
        .path($0)
      }
    }
    do {
      return .registry(try Registry(classes: value))
    } catch {
      mistakes += error.mistakes(in: value)
      return nil
    }
  }

  mutating func text(_ value: JSONNode, _ wanted: String) -> String? {
    if value.kind == .string, !value.isEmpty { return value.string }
    report(value, "\(wanted), in quotes")
    return nil
  }

  /// Reads contracts by the ids of campaigns or Canvases.
  fileprivate mutating func contracts(
    _ value: JSONNode, _ noun: String, _ properties: String
  ) -> [String: Contract] {
    entries(
      value, of: Contract.keys(noun, properties),
      "an object of contracts by the id of a \(noun)", Contract.init)
  }

  /// Reads an object of objects with these keys, by name.
  mutating func entries<Entry>(
    _ value: JSONNode, of keys: [ConfigurationKey<Entry>], _ expected: String,
    _ makeEntry: () -> Entry
  ) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    guard value.kind == .object else {
      report(value, "expected \(expected)")
      return entries
    }
    forEachMember(of: value) { reader, name, value in
      var entry = makeEntry()
      reader.read(
        value, into: &entry, keys,
        expected: "an object with \(keys.map { "\"\($0.name)\"" }.joined(separator: ", "))")
      entries[name] = entry
    }
    return entries
  }

  /// Reads a bound.
  mutating func number(_ value: JSONNode, _ key: String) -> ContentCardNumber? {
    if value.kind == .number { return ContentCardNumber(value.content.text) }
    report(value, "\"\(key)\" must be a number")
    return nil
  }

  fileprivate mutating func count(_ value: JSONNode) -> Int? {
    if value.kind == .number, let count = JSONNumber.smallInteger(value.content), count >= 0 {
      return Int(clamping: count)
    }
    report(value, "\"maxWarnings\" must be a whole number of at least 0")
    return nil
  }

  fileprivate mutating func overrides(_ value: JSONNode) -> [ConfigurationFile.Override] {
    guard value.kind == .array else {
      report(value, "\"overrides\" must be an array of objects with \"files\"")
      return []
    }
    return value.elements.map { node in
      var settings = ConfigurationFile.Override()
      read(
        node, into: &settings, ConfigurationFile.Override.keys,
        expected: "an object with \"files\"")
      if node.kind == .object, node.member(ByteView("files")) == nil {
        report(node, "\"files\" is missing: the paths that the override applies to")
      }
      return settings
    }
  }

  /// Reads a name of `Choice`.
  ///
  /// - Parameter wanted: returns the message for any other value, given the names.
  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: JSONNode, _ wanted: (String) -> String
  ) -> Choice? {
    let names = Choice.allCases.map(\.rawValue)
    let name = value.kind == .string ? value.string : ""
    if let choice = Choice(rawValue: name) { return choice }
    let hint = NearestName.hint(for: name, among: names)
    report(value, wanted(names.joined(separator: ", ")), hint: hint)
    return nil
  }

  /// Reads one pattern, or an array of them.
  fileprivate mutating func patterns(_ value: JSONNode, _ key: String) -> [PathPattern] {
    elements(value).compactMap { element -> PathPattern? in
      guard element.kind == .string else {
        report(element, "\"\(key)\" must be a path pattern, or an array of them")
        return nil
      }
      do throws(PathPattern.SyntaxError) {
        return try PathPattern(Array(element.string.utf8))
      } catch {
        report(element, error.message)
        return nil
      }
    }
  }

  /// Reads one SDK, or an array of them.
  fileprivate mutating func profiles(_ value: JSONNode) -> [Profile] {
    elements(value).compactMap {
      choice($0) { "\"profile\" must be one of \($0), or an array of them" }
    }
  }

  /// Returns the elements of an array, or any other value as the only element.
  private func elements(_ value: JSONNode) -> [JSONNode] {
    value.kind == .array ? Array(value.elements) : [value]
  }

  fileprivate mutating func rules(_ value: JSONNode) -> [RuleSetting] {
    guard value.kind == .object else {
      report(value, "\"rules\" must be an object with a level for each rule")
      return []
    }
    var rules: [RuleSetting] = []
    forEachMember(of: value) { reader, name, level in
      if let rule = reader.rule(name, level) { rules.append(rule) }
    }
    return rules
  }

  private mutating func rule(_ name: String, _ value: JSONNode) -> RuleSetting? {
    let known = Rule.settable
    if RulePattern.rules(name, among: known).isEmpty {
      // Searching nearest names takes time, and is useless after many errors.
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

  mutating func report(_ value: JSONNode, _ wanted: String, hint: String = "") {
    mistakes.append(
      FileError(.configurationValue, at: .value(value), "\(wanted); found \(value.shown)\(hint)"))
  }

  private mutating func report(_ rule: Rule, atKeyOf value: JSONNode, _ message: String) {
    mistakes.append(FileError(rule, at: .key(value), message))
  }
}
