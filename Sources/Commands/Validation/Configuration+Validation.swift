import Arguments
import CardJSON

extension Configuration {
  /// Reads the member `rules`: an object of rule ids and levels.
  static func rules(_ value: Int, _ document: JSONDocument, _ file: SmallFile) throws
    -> [RuleSetting]
  {
    guard document.kind(value) == .object else {
      throw file.error(
        at: document.range(value).lowerBound, "expected an object of rules and levels for 'rules'")
    }
    var settings: [RuleSetting] = []
    try document.forEachMember(of: value) { key, level in
      let name = document.kind(level) == .string ? document.string(level) : ""
      guard let level = RuleLevel(rawValue: name) else {
        let near = hint(for: name, in: RuleLevel.names)
        throw file.error(
          at: document.range(level).lowerBound,
          "expected \(RuleSetting.levels) for '\(document.string(key))'\(near)")
      }
      let place = file.position(at: document.range(key).lowerBound)
      settings.append(
        RuleSetting(
          rule: document.string(key), level: level,
          place: "\(file.path):\(place.line):\(place.column)"))
    }
    return settings
  }

  /// Reads the member `profile`: the name of an SDK.
  static func profile(_ value: Int, _ document: JSONDocument, _ file: SmallFile) throws
    -> ProfileChoice
  {
    let name = document.kind(value) == .string ? document.string(value) : ""
    guard let profile = ProfileChoice(rawValue: name) else {
      let names = ProfileChoice.allCases.map(\.rawValue)
      throw file.error(
        at: document.range(value).lowerBound,
        "expected \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "") for 'profile'"
          + hint(for: name, in: names))
    }
    return profile
  }

  /// Reads the member `baseline`: a path relative to the configuration.
  static func baseline(_ value: Int, _ document: JSONDocument, _ file: SmallFile) throws
    -> String
  {
    guard document.kind(value) == .string, document.word(value).extent > 0 else {
      throw file.error(
        at: document.range(value).lowerBound, "expected a path in double quotes for 'baseline'")
    }
    return file.sibling(document.string(value))
  }

  /// Reads the member `maxWarnings`: a whole number from 0.
  static func maximumWarnings(_ value: Int, _ document: JSONDocument, _ file: SmallFile) throws
    -> Int
  {
    guard document.kind(value) == .number, let number = Int(document.content(value).text),
      number >= 0
    else {
      throw file.error(
        at: document.range(value).lowerBound, "expected a whole number from 0 for 'maxWarnings'")
    }
    return number
  }

  /// Checks that the rules of the configuration are among `known`.
  ///
  /// - Throws: `ConfigurationError` that names all that are not.
  func checkRules(known: [String]) throws(ConfigurationError) {
    let names = Set(known)
    let lines = rules.filter { !names.contains($0.rule) }.map { setting in
      "\(setting.place ?? Configuration.fileName): error: unknown rule '\(setting.rule)'"
        + Configuration.hint(for: setting.rule, in: known)
    }
    if !lines.isEmpty { throw ConfigurationError(message: lines.joined(separator: "\n")) }
  }

  private static func hint(for text: String, in names: [String]) -> String {
    guard let best = Arguments.nearest(to: text, in: names).first else { return "" }
    return "; did you mean '\(best)'?"
  }
}
