/// A closed set of values for an option: an enum whose cases say their name and meaning.
package protocol OptionChoice: CaseIterable, SettingValue, Sendable where Given == Self {
  /// The case as it is typed, in lower case.
  var argument: String { get }
  /// What the case means, in a few words for help and completions.
  var summary: String { get }
  /// Names of other tools for the cases, which are accepted and not shown.
  static var aliases: [String: String] { get }
}

extension OptionChoice {
  /// The other name of NDJSON.
  package static var aliases: [String: String] { ["jsonl": "ndjson"] }
}

extension OptionChoice where Self: RawRepresentable, RawValue == String {
  /// The case as it is typed: its raw value.
  package var argument: String { rawValue }
}

extension OptionChoice {
  /// The kind of value that is one of these cases.
  package static var valueKind: ValueKind {
    .choice(allCases.map { Choice(name: $0.argument, summary: $0.summary) })
  }

  /// The case of this name.
  ///
  /// - Throws: `ValueProblem.notAChoice` with the names there are.
  package static func parse(_ text: String) throws(ValueProblem) -> Self {
    let name = aliases[text] ?? text
    for choice in allCases where choice.argument == name { return choice }
    throw .notAChoice(of: allCases.map(\.argument))
  }
}

extension Option {
  /// Declares an option whose value is one case of an enum; a later one replaces it.
  package static func value<Held: SettingValue>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Held>,
    valueName: String, _ help: String
  ) -> Option where Held.Given: OptionChoice {
    custom(
      name, short: short, setting(), valueName: valueName, kind: Held.Given.valueKind, help,
      describe: { $0.given?.argument },
      parse: { text throws(ValueProblem) in Held(try Held.Given.parse(text)) })
  }

  /// Declares an option which may be repeated, each of whose values is one case of an enum.
  package static func values<Value: OptionChoice>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, [Value]>,
    valueName: String, _ help: String
  ) -> Option {
    customValues(
      name, short: short, setting(), valueName: valueName, kind: Value.valueKind, help,
      describe: { $0.isEmpty ? nil : $0.map(\.argument).joined(separator: ", ") },
      parse: { text throws(ValueProblem) in [try Value.parse(text)] })
  }
}

extension Option {
  /// Declares a flag which turns a setting on, and with a `negation` also one, `--no-…`, which
  /// turns it off; the text says what that one does.
  package static func flag<Held: SettingValue<Bool>>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Held>,
    _ help: String, negation: String? = nil
  ) -> Option {
    Option(
      form: OptionManual(name: name, short: short, negation: negation, help: help),
      describe: { negation != nil && $0[keyPath: setting()].given == true ? "--\(name)" : nil },
      assign: { settings, occurrence throws(ValueProblem) in
        settings[keyPath: setting()] = Held(!occurrence.isNegated)
      })
  }

  /// Declares a flag which gives a setting one particular value: `--no-header` sets false, `--ids`
  /// one case of an enum.
  package static func flag<Value: Sendable>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Value>,
    sets value: Value, _ help: String
  ) -> Option {
    Option(
      form: OptionManual(name: name, short: short, help: help),
      describe: { _ in nil },
      assign: { settings, _ throws(ValueProblem) in settings[keyPath: setting()] = value })
  }
}
