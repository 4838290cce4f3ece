/// All that is shown of an option, without the type of its setting.
public struct OptionManual: Hashable, Sendable {
  /// The long name without dashes, in lower case with hyphens.
  public let name: String
  /// The letter of the short form.
  public let short: Character?
  /// Whether `--no-NAME` exists too.
  public let isNegatable: Bool
  /// The value it takes; nil for a flag.
  public let value: ValueManual?
  /// What the option does, in one line.
  public let help: String
  /// Paragraphs which only long pages show.
  public internal(set) var details: [String] = []
  /// What holds when the option is not given, if that can be said.
  public internal(set) var defaultText: String?
  /// Whether several occurrences add up; otherwise the last one wins.
  public let isRepeatable: Bool
  /// Whether the short help leaves the option out.
  public internal(set) var isRare = false
  /// Whether the option is accepted but shown nowhere.
  public internal(set) var isHidden = false

  init(
    name: String, short: Character? = nil, isNegatable: Bool = false, value: ValueManual? = nil,
    help: String, isRepeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.isNegatable = isNegatable
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
  }

  /// The long names without dashes: the name and, if there is one, its negation.
  public var longNames: [String] { isNegatable ? [name, "no-\(name)"] : [name] }

  /// Every way to spell the option, dashes included, the short form first.
  public var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + longNames.map { "--\($0)" } }

  /// The option every command has: `-h` for the short help and `--help` for the long one.
  public static let help = OptionManual(
    name: "help", short: "h", help: "show help: -h in short, --help in full")

  /// The option every tool has.
  public static let version = OptionManual(name: "version", help: "show the version")

  /// The option every tool has, so that a binary that was copied alone can be completed.
  public static let completion = OptionManual(
    name: "completion",
    value: ValueManual(
      name: "SHELL",
      kind: .choice([
        Choice(name: "bash", summary: "bash 3.2 and later"),
        Choice(name: "zsh", summary: "zsh 5 and later"),
        Choice(name: "fish", summary: "fish 3 and later"),
      ])), help: "print a script that completes lines")
}

/// The value of an option: its placeholder and what it stands for.
public struct ValueManual: Hashable, Sendable {
  /// The placeholder on pages, such as `FILE` or `KEY[=VALUE]`.
  public let name: String
  private let makeKind: @Sendable () -> ValueKind

  init(name: String, kind: @escaping @autoclosure @Sendable () -> ValueKind) {
    self.name = name
    makeKind = kind
  }

  /// What the value stands for; made when it is asked for, which a run seldom does.
  public var kind: ValueKind { makeKind() }

  /// Whether two values have one placeholder and stand for the same.
  public static func == (left: ValueManual, right: ValueManual) -> Bool {
    left.name == right.name && left.kind == right.kind
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(kind)
  }
}

/// Options shown under one heading.
public struct OptionGroupManual: Hashable, Sendable {
  /// The heading, without a colon.
  public let heading: String
  /// The options in the order they are shown.
  public internal(set) var options: [OptionManual]

  /// The options that pages show.
  public var visible: [OptionManual] { options.filter { !$0.isHidden } }

  init(heading: String, options: [OptionManual]) {
    self.heading = heading
    self.options = options
  }

  /// The heading of the options which every command has.
  public static let generalHeading = "General"
}

extension [OptionGroupManual] {
  /// Adds a group, joining it to the one with the same heading if there is one.
  mutating func add(_ group: OptionGroupManual) {
    if let index = firstIndex(where: { $0.heading == group.heading }) {
      self[index].options += group.options
    } else {
      append(group)
    }
  }
}
