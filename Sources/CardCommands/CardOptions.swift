import CardProcessing
import CardArguments
import CardRules
import ContentCardKit

/// The options of all commands that read cards.
struct CardOptions: Sendable {
  var shape: Shape?
  var typeKey: String?
  var classes: String?
  var now: TimeArgument?
  var carrier: Carrier?
  var jobs: Int?
  var onError = ErrorPolicy.report
  var maximumMessages = 20
  var maximumCardSize = ReadingOptions().maximumCardSize
  var excluded: [PathPattern] = []
  var forcesExclusion = false
  var readsGitIgnore = true
  var printsSummary = false
  var output: String?

  static let options = options()

  /// The options, where so many messages of one kind are printed by default.
  static func options(messages: String = "20") -> [OptionGroup<CardOptions>] {
    [readingOptions(messages), outputOptions]
  }

  private static func readingOptions(_ messages: String) -> OptionGroup<CardOptions> {
    OptionGroup(
      "Reading",
      [
        .carrier(\.carrier), .shape(\.shape), .typeKey(\.typeKey),
        Option.value(
          "classes", \.classes, valueName: "FILE", kind: .file(extensions: ["json"]),
          "add the class types of this registry"
        ).explained("They replace built-in ones of the same name."),
        .now(\.now),
        Option.integer("jobs", \.jobs, range: 1...64, "use N threads").byDefault(
          "one for each processor"),
        .value(
          "on-error", \.onError, valueName: "POLICY",
          "what to do with records that cannot be read or converted"),
        Option.maximumMessages(\.maximumMessages).byDefault(messages),
        Option.byteCount(
          "max-card-size", \.maximumCardSize, range: 1...ReadingOptions.sizeLimit,
          "the largest card that is read"
        ).explained(
          "A larger one is an error; memory for the largest card may be needed twelvefold."),
        Option.customValues(
          "exclude", \.excluded, valueName: "GLOB", "skip matching paths when walking directories",
          parse: { text throws(ValueProblem) in [try PathPattern.pattern(text)] }
        ).explained(
          "GLOB is a line of a .gitignore without !, for paths from the working directory: "
            + "`drafts/` is a folder of that name anywhere, `/drafts` the one here, `*.old.json` "
            + "files at any depth, `a/**/b.json` one below a."),
        .flag(
          "force-exclude", \.forcesExclusion,
          "apply --exclude to named files too"),
        .flag(
          "no-ignore", \.readsGitIgnore, sets: false,
          "when walking directories, also read what .gitignore ignores"),
      ]
    ).rare(except: "classes").explained(by: "inputs")
  }

  private static let outputOptions = OptionGroup<CardOptions>(
    "Output",
    [
      .output(\.output),
      .flag("summary", \.printsSummary, "print counts on standard error at the end"),
    ]
  ).rare(except: "output")
}

extension CardOptions {
  /// Refuses options that would have no effect.
  ///
  /// - Throws: an error about the first of them.
  func check<Options>(_ line: ParsedArguments<Options>, _ configuration: Configuration)
    throws(ArgumentMistake)
  {
    try line.refuse("config", with: "no-config")
    try line.refuse("summary", with: "quiet")
    // Hooks pass both options always: the files that they name may be excluded by a configuration.
    if excluded.isEmpty, configuration.excluded.isEmpty, !line.isGiven("ignore-unknown") {
      try line.refuse(["force-exclude"], "it needs --exclude")
    }
    if onError == .skip, !line.isGiven("merge") {
      try line.refuse(["max-messages"], "--on-error skip prints no messages")
    }
  }
}

/// What a time may be, for the help of options that take one.
let timeForms =
  "A time is a date, ISO 8601, `now`, `today`, `yesterday`, `tomorrow`, epoch seconds, or a "
  + "duration: 7d is a week ago."

// Options that more than one command has.
extension Option {
  /// The option that says what named inputs are.
  static func carrier(_ setting: @escaping @autoclosure LazyPath<Settings, Carrier?>) -> Option {
    value("from", setting(), valueName: "FORMAT", "read named inputs as this format")
      .byDefault("detected from their first bytes")
      .explained(
        "A .json, .ndjson or .jsonl file is never detected as text, and files in directories are "
          + "always read as JSON. 'cardctl help formats' describes the formats.")
  }

  /// The option that says in which shape all cards are.
  static func shape(_ setting: @escaping @autoclosure LazyPath<Settings, Shape?>) -> Option {
    value("shape", setting(), valueName: "SHAPE", "treat every card as SHAPE")
      .byDefault("detect")
  }

  /// The option that says under which key cards have their class type.
  static func typeKey(_ setting: @escaping @autoclosure LazyPath<Settings, String?>) -> Option {
    value(
      "type-key", setting(), valueName: "KEY", "the key of the extras that names the class type"
    ).byDefault("class_type")
  }

  /// The option that sets the time that ages and durations count from.
  static func now(_ setting: @escaping @autoclosure LazyPath<Settings, TimeArgument?>) -> Option {
    time("at", setting(), "evaluate as of TIME").byDefault("now")
  }

  /// The option that limits messages of one kind.
  static func maximumMessages(_ setting: @escaping @autoclosure LazyPath<Settings, Int>) -> Option {
    integer(
      "max-messages", setting(), range: 0...1_000_000, "print at most N messages of each kind")
  }

  /// The option that leaves the names of columns out of a table.
  static func noHeader(_ setting: @escaping @autoclosure LazyPath<Settings, Bool>) -> Option {
    flag("no-header", setting(), sets: false, "omit the row of column names")
  }

  /// The option that keeps a table's cells from acting in a spreadsheet.
  static func csvSafe(_ setting: @escaping @autoclosure LazyPath<Settings, Bool>) -> Option {
    flag("csv-safe", setting(), "keep spreadsheets from running cells as formulas")
      .explained("A quote is put in front of cells that begin like one; never of numbers.")
  }

  /// Declares an option whose value is the time of something that happened.
  static func time(
    _ name: String, _ setting: @escaping @autoclosure LazyPath<Settings, TimeArgument?>,
    _ help: String
  ) -> Option {
    custom(
      name, setting(), valueName: "TIME", kind: .time, help,
      parse: { text throws(ValueProblem) in
        try selector(text) { text throws(SelectionError) in try TimeArgument(text) }
      })
  }

  /// Declares an option which may be repeated and whose values are times.
  static func times(
    _ name: String, of subject: TimeArgument.Subject,
    _ setting: @escaping @autoclosure LazyPath<Settings, [TimeArgument]>, _ help: String
  ) -> Option {
    customValues(
      name, setting(), valueName: "TIME", kind: .time, help,
      parse: { text throws(ValueProblem) in
        [try selector(text) { text throws(SelectionError) in try TimeArgument(text, of: subject) }]
      })
  }
}

/// What `read` makes of the value of an option, its error as the parser words it.
func selector<Value>(_ text: String, _ read: (String) throws(SelectionError) -> Value)
  throws(ValueProblem) -> Value
{
  do throws(SelectionError) {
    return try read(text)
  } catch {
    throw error.valueProblem
  }
}

extension Carrier: OptionChoice {
  /// A description in a few words.
  package var summary: String {
    switch self {
    case .json: "JSON, NDJSON or JSON text sequences"
    case .har: "an HTTP archive of a browser or proxy"
    case .text: "text that contains JSON, such as a device log"
    case .xml: "Android shared preferences or a property list"
    }
  }
}

extension Shape: OptionChoice {
  /// The shape as it is typed.
  package var argument: String { name.description }
}
