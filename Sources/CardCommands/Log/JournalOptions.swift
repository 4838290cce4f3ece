import CardArguments
import EventJournal

/// The options that select the journal of a command.
struct JournalOptions: Sendable {
  var path: String?

  /// The environment variable with the path of the journal.
  static let variable = "CARDCTL_JOURNAL"

  static let options: [OptionGroup] = [
    OptionGroup(
      "Journal",
      [
        .value(
          "journal", valueName: "FILE", kind: .file(extensions: ["ndjson"]), "the journal of events"
        ) { options, text in
          if let reason = refusal(of: text) { throw ValueProblem.reason(reason) }
          options.journal.path = text
        }.byDefault("$CARDCTL_JOURNAL, else $XDG_STATE_HOME/cardctl/events.ndjson").explained(
          "Older events are in FILE.1, FILE.2 …, created by 'cardctl log rotate'. Without "
            + "XDG_STATE_HOME, the journal is in ~/.local/state/cardctl.")
      ])
  ]

  /// The reason why a journal cannot have this path; nil if it can.
  fileprivate static func refusal(of path: String) -> String? {
    switch path {
    case "": "expected a file path"
    case "-": "expected a file path: the journal cannot be a stream"
    default: nil
    }
  }
}

/// The journal that a command uses.
struct JournalLocation {
  let files: JournalFiles
  /// Whether it is the default journal, whose missing directories are created.
  let isDefault: Bool

  /// Determines the journal from the option, else from the environment, else the user's default.
  ///
  /// - Throws: `ArgumentError` if no path can be determined.
  init(_ options: JournalOptions, _ console: Console) throws {
    let variable = JournalOptions.variable
    if let path = options.path ?? console.variable(variable) {
      if options.path == nil, let reason = JournalOptions.refusal(of: path) {
        throw ArgumentError.other("\(variable) is '\(path)': \(reason)")
      }
      files = JournalFiles(path: console.resolved(path), shownAs: path)
      isDefault = false
      return
    }
    // The XDG specification says to ignore relative paths.
    let state = console.variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let directory = state ?? console.variable("HOME").map({ $0 + "/.local/state" }) else {
      throw ArgumentError.other(
        "no journal: expected --journal FILE, or one of CARDCTL_JOURNAL, "
          + "XDG_STATE_HOME and HOME in the environment")
    }
    files = JournalFiles(path: directory + "/cardctl/events.ndjson")
    isDefault = true
  }
}
