/// The place in a command's settings which an option writes to.
package typealias SettingPath<Settings, Value> = WritableKeyPath<Settings, Value> & Sendable

/// Makes a setting's path when it is needed: a run uses a few of a command's options, and making a
/// path costs more than parsing the line.
package typealias LazyPath<Settings, Value> = @Sendable () -> any SettingPath<Settings, Value>

/// One option of a command: how it is spelt, what it says of itself, the setting it writes to.
///
/// Options are made by `flag`, `value`, `values`, `integer`, `byteCount`, `custom` and
/// `customValues`; `explained`, `byDefault`, `rare` and `hidden` refine one.
package struct Option<Settings>: Sendable {
  /// Describes the setting an option finds before it is given, or nil when there is nothing to say.
  typealias Describe = @Sendable (Settings) -> String?
  /// Writes one occurrence of an option to the settings.
  typealias Assign = @Sendable (inout Settings, Occurrence) throws(ValueProblem) -> Void

  /// The option as pages show it, except for its default.
  var form: OptionManual
  var describe: Describe
  var assign: Assign

  /// What is shown of the option, with the default that `settings` hold.
  func manual(defaultsFrom settings: Settings) -> OptionManual {
    var manual = form
    manual.defaultText = form.defaultText ?? describe(settings)
    return manual
  }

  /// Adds paragraphs which only the long help and the manual page show.
  package func explained(_ paragraphs: String...) -> Self {
    var option = self
    option.form.details += paragraphs
    return option
  }

  /// Says in words what holds when the option is not given, where the setting itself cannot.
  package func byDefault(_ text: String) -> Self {
    var option = self
    option.form.defaultText = text
    return option
  }

  /// Leaves the option to the long help and the manual page: few lines need it.
  package func rare() -> Self {
    var option = self
    option.form.isRare = true
    return option
  }

  /// Leaves the option out of pages, completions and suggestions; it is still accepted.
  package func hidden() -> Self {
    var option = self
    option.form.isHidden = true
    return option
  }

  /// The same option for a command which keeps these settings at `path` of its own.
  package func lifted<Outer>(to path: @escaping @autoclosure LazyPath<Outer, Settings>) -> Option<
    Outer
  > {
    let (describe, assign) = (describe, assign)
    return Option<Outer>(
      form: form,
      describe: { outer in describe(outer[keyPath: path()]) },
      assign: { outer, occurrence throws(ValueProblem) in
        try assign(&outer[keyPath: path()], occurrence)
      })
  }
}

/// One use of an option on a command line, as its setting sees it.
struct Occurrence {
  /// The value, which a flag does not have.
  let value: String
  /// Whether the flag was spelt `--no-…`.
  let isNegated: Bool
  /// Whether no earlier occurrence was valid: repeatable options then replace their default.
  let isFirst: Bool
}

/// Options of one purpose, shown under one heading.
package struct OptionGroup<Settings>: Sendable {
  /// The heading, which begins with a capital and has no colon.
  package let heading: String
  /// The options in the order they are shown.
  package let options: [Option<Settings>]
  /// The topic of `help` that explains the options of several commands; nil for none.
  private(set) var topic: String?
  /// The names of those that the short help shows; nil for all.
  private(set) var common: [String]?

  /// Puts options under a heading.
  package init(_ heading: String, _ options: [Option<Settings>]) {
    self.heading = heading
    self.options = options
  }

  /// The same options, left to the long help but for those with these names.
  package func rare(except names: String...) -> Self {
    var group = self
    group.common = names
    return group
  }

  /// The same options, which `--help` only lists: `cardctl help TOPIC` explains them.
  package func explained(by topic: String) -> Self {
    var group = self
    group.topic = topic
    return group
  }

  /// The same options for a command which keeps these settings at `path` of its own.
  package func lifted<Outer>(to path: @escaping @autoclosure LazyPath<Outer, Settings>)
    -> OptionGroup<Outer>
  {
    var group = OptionGroup<Outer>(heading, options.map { $0.lifted(to: path()) })
    group.topic = topic
    group.common = common
    return group
  }
}

extension Array {
  /// The same groups for a command which keeps their settings at `path` of its own.
  package func lifted<Inner, Outer>(
    to path: @escaping @autoclosure LazyPath<Outer, Inner>
  ) -> [OptionGroup<Outer>] where Element == OptionGroup<Inner> {
    map { $0.lifted(to: path()) }
  }

  /// What pages show of the groups, those of one heading joined, defaults read from `settings`.
  package func manuals<Settings>(
    defaultsFrom settings: Settings
  ) -> [OptionGroupManual] where Element == OptionGroup<Settings> {
    var manuals: [OptionGroupManual] = []
    for group in self {
      let options = group.options.map { option in
        var manual = option.manual(defaultsFrom: settings)
        if let common = group.common, !common.contains(manual.name) { manual.isRare = true }
        return manual
      }
      manuals.add(
        OptionGroupManual(heading: group.heading, options: options, topic: group.topic))
    }
    return manuals
  }
}
