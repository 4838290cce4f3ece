import CardArguments
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The options of all commands that read cards, except for those of `StreamOptions`.
struct CardOptions: Sendable {
  var classes: String?
  var now: TimeArgument?
  var excluded: [PathPattern] = []
  var forcesExclusion = false
  var readsGitIgnore = true
  var printsSummary = false

  /// The command line that explains the shared options of the commands that read cards.
  static let topic = "cardctl help inputs"

  static let options = options()

  /// Returns the options, with this default for `--max-messages` in the help.
  static func options(messages: String = "20") -> [OptionGroup] {
    let reading = OptionGroup(
      "Reading",
      [
        .carrier, .shape, .typeKey,
        .value(
          "classes", valueName: "FILE", kind: .file(extensions: ["json"]),
          "add the class types in this registry"
        ) { $0.cards.classes = $1 }.explained("They replace built-in ones of the same name."),
        .now, .zone,
        .integer("jobs", range: 1...64, "use N threads") { $0.stream.jobs = $1 }
          .byDefault("one for each processor"),
        .choice(
          "on-error", ErrorPolicy.self, valueName: "POLICY",
          "what to do with records that cannot be read or converted"
        ) { $0.stream.onError = $1 }.byDefault("report"),
        .maximumMessages(byDefault: messages),
        .byteCount(
          "max-card-size", range: 1...ReadingOptions.sizeLimit, "the maximum size of a card"
        ) { $0.stream.reading.maximumCardSize = $1 }.byDefault("16MiB").explained(
          "A larger card is an error. Reading a card may take twelve times its size in memory."),
        .values("exclude", valueName: "GLOB", "skip matching paths when walking directories") {
          $0.cards.excluded.append(try PathPattern(SystemText.bytes($1)))
        }.explained(
          """
          GLOB is a .gitignore pattern without !, relative to the working directory: `drafts/` \
          is a directory of that name at any depth, `/drafts` only the one in the working \
          directory, `*.old.json` files at any depth, and `a/**/b.json` a file anywhere below a.
          """),
        .flag("force-exclude", "apply --exclude to named files too") {
          $0.cards.forcesExclusion = $1
        },
        .flag("no-ignore", "also read files that .gitignore ignores") {
          $0.cards.readsGitIgnore = !$1
        },
      ]
    ).rare(except: "classes").explained(by: topic)
    let summary = Option.flag("summary", "print counts on standard error at the end") {
      $0.cards.printsSummary = $1
    }.excludes("quiet")
    return [reading, OptionGroup("Output", [.output, summary]).rare(except: "output")]
  }
}

/// The formats of a time, for the help of options whose value is a time.
let timeForms =
  "A time is ISO 8601, `now`, `today`, epoch seconds, or a duration: 7d is a week ago."

// Options that several commands have.
extension Option {
  /// The option that sets the format of operands.
  static var carrier: Option {
    choice("from", Carrier.self, valueName: "FORMAT", "read named inputs as this format") {
      $0.stream.carrier = $1
    }.byDefault("detected from their first bytes").explained(
      """
      A .json, .ndjson or .jsonl file is never detected as text, and files in directories are \
      always read as JSON. 'cardctl help formats' describes the formats.
      """)
  }

  /// The option that sets the shape of all cards.
  static var shape: Option {
    choice("shape", Shape.self, valueName: "SHAPE", "treat every card as SHAPE") {
      $0.stream.reading.cards.shape = $1
    }.byDefault("detect")
  }

  /// The option that sets the key of the class type.
  static var typeKey: Option {
    value("type-key", valueName: "KEY", "the key of the extras that names the class type") {
      $0.stream.reading.cards.typeKey = $1
    }.byDefault("class_type")
  }

  /// The option that sets the time that ages and durations are relative to.
  static var now: Option {
    time("at", "evaluate as of TIME") { $0.cards.now = $1 }.byDefault("now")
  }

  /// The option that limits the number of messages of each kind.
  static func maximumMessages(byDefault text: String = "20") -> Option {
    integer("max-messages", range: 0...1_000_000, "print at most N messages of each kind") {
      $0.stream.maximumMessages = $1
    }.byDefault(text).only(
      when: { $0.options.stream.onError != .skip || $0.options.device.merges },
      "--on-error skip prints no messages")
  }

  /// Declares an option whose value is the time of a past event.
  static func time(
    _ name: String, _ help: String, set: @escaping Setter<TimeArgument>
  ) -> Option {
    value(name, valueName: "TIME", help) { try set(&$0, TimeArgument($1)) }
  }
}

extension Carrier: OptionChoice {
  /// A short description.
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
  /// The name of the shape on a command line.
  package var argument: String { name.description }
}

/// Files that contain cards.
enum CardFiles {
  static let extensions = ["json", "ndjson", "jsonl"]

  /// The operand of the commands that read cards.
  static let operand = Operand.any(
    "FILE", kind: .file(extensions: extensions),
    "files and directories to read; - is standard input")

  /// A reference to the page about the shared behavior of the commands.
  static let sharedHelp = "'cardctl help inputs' explains how files and directories are read."
}
