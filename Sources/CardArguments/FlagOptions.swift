extension Option {
  /// Declares a flag which turns a setting on, and with a `negation` also one, `--no-…`, which
  /// turns it off; the text says what that one does.
  package static func flag(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Bool>,
    _ help: String, negation: String? = nil
  ) -> Option {
    Option(
      form: OptionManual(name: name, short: short, negation: negation, help: help),
      describe: { negation != nil && $0[keyPath: setting()] ? "--\(name)" : nil },
      assign: { settings, occurrence throws(ValueProblem) in
        settings[keyPath: setting()] = !occurrence.isNegated
      })
  }

  /// Declares a flag for a setting that may also be left open: `--x` is true, `--no-x` is false.
  package static func flag(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Bool?>,
    _ help: String, negation: String? = nil
  ) -> Option {
    Option(
      form: OptionManual(name: name, short: short, negation: negation, help: help),
      describe: { _ in nil },
      assign: { settings, occurrence throws(ValueProblem) in
        settings[keyPath: setting()] = !occurrence.isNegated
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
