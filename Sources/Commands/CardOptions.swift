import Arguments
import ContentCards

/// The options of all commands that read cards.
struct CardOptions: Sendable {
  var shape: ShapeChoice?
  var typeKey: String?
  var classes: String?
  var now: String?
  var jobs: Int?
  var onError = ErrorPolicy.report
  var maximumMessages = 20
  var maximumCardSize = CardReader.Options().maximumCardSize
  var printsSummary = false
  var output: String?

  static let options: [OptionGroup<CardOptions>] = [
    OptionGroup(
      "Reading",
      [
        Option.value("shape", \.shape, valueName: "SHAPE", "take all cards to have this shape")
          .byDefault("each card's own"),
        Option.value(
          "type-key", \.typeKey, valueName: "KEY", "the key of the extras that names the class type"
        ).byDefault("class_type"),
        Option.value(
          "classes", \.classes, valueName: "FILE", kind: .file(extensions: ["json"]),
          "add the class types of this registry"
        ).explained("They replace built-in ones of the same name."),
        Option.custom(
          "at", \.now, valueName: "TIME", kind: .time, "take this time for now",
          parse: { text throws(ValueProblem) in try checkedTime(text) }
        ).byDefault("the clock's"),
        Option.integer("jobs", \.jobs, range: 1...64, "read with so many threads").byDefault(
          "one for each processor"),
        .value(
          "on-error", \.onError, valueName: "POLICY",
          "what to do with records that cannot be read or converted"),
        .integer(
          "max-messages", \.maximumMessages, range: 0...1_000_000,
          "print so many messages of one kind"),
        Option.byteCount(
          "max-card-size", \.maximumCardSize, range: 1...CardReader.Options.sizeLimit,
          "the largest card that is read"
        ).explained(
          "A larger one is an error; memory for the largest card may be needed twelvefold."),
      ]
    ).rare(except: "classes"),
    OptionGroup(
      "Output",
      [
        .value(
          "output", short: "o", \.output, valueName: "FILE", kind: .file(extensions: []),
          "write to this file instead of standard output"),
        .flag("summary", \.printsSummary, "print counts on standard error at the end"),
      ]
    ).rare(except: "output"),
  ]
}

/// Checks that `text` is a time, whatever now is.
func checkedTime(_ text: String) throws(ValueProblem) -> String {
  do {
    _ = try TimeArgument(text, now: 0)
    return text
  } catch {
    throw .reason(error.description)
  }
}

/// The shapes as values of options.
struct ShapeChoice: OptionChoice {
  let shape: Shape

  static let allCases = Shape.allCases.map(ShapeChoice.init)

  var argument: String { shape.name.description }
  var summary: String { shape.summary }
}
