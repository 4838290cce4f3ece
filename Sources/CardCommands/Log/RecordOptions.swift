import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit
import EventJournal

/// When an event is recorded that was recorded before; the SDKs differ in it.
enum RepeatPolicy: String, OptionChoice {
  case every
  case session
  case once

  var summary: String {
    switch self {
    case .every: "each time"
    case .session: "once for each card and session"
    case .once: "once for each card and user"
    }
  }
}

/// The options of `cardctl log impression`, `click` and `dismiss`.
struct RecordOptions: Sendable {
  var common = CommonOptions()
  var journal = JournalOptions()
  var cards: String?
  var carrier: Carrier?
  var shape: Shape?
  var typeKey: String?
  var maximumMessages = 20
  var isControl = false
  var isForced = false
  var policy = RepeatPolicy.every
  var key: String?
  var user: String?
  var device: String?
  var session: String?
  var properties: [EventProperty] = []
  var time: TimeArgument?
  var syncs = true
  var prints = false

  static let options: [OptionGroup<RecordOptions>] =
    [card, event, repeats, recording] + JournalOptions.options.lifted(to: \.journal)
    + CommonOptions.unconfigured.lifted(to: \.common)

  private static let card = OptionGroup<RecordOptions>(
    "Card",
    [
      Option.value(
        "cards", \.cards, valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
        "look the ids up in these cards and refuse unknown ones"
      ).explained(
        "A directory means the files of cards below it. The class type and whether the card is a "
          + "control card are recorded too, and the rules of Braze's SDKs hold: a control card is "
          + "only seen, a card without a url is not clicked, and a card is dismissed when it is "
          + "dismissible, and once."),
      .carrier(\.carrier), .shape(\.shape), .typeKey(\.typeKey),
      .maximumMessages(\.maximumMessages),
      .flag("control", \.isControl, "the cards are control cards"),
      .flag("force", \.isForced, "record what the rules forbid, but no unknown id"),
    ]
  ).rare(except: "cards", "control", "force")

  private static let event = OptionGroup<RecordOptions>(
    "Event",
    [
      .text("user", \.user, valueName: "ID", "the user it happened to"),
      .text("device", \.device, valueName: "ID", "the device it happened on"),
      .text("session", \.session, valueName: "ID", "the session of the app it happened in"),
      Option.customValues(
        "property", \.properties, valueName: "KEY=VALUE", "record this with the event",
        parse: { text throws(ValueProblem) in [try property(text)] }
      ).explained(
        "A value that is a number as JSON writes it, true or false is recorded as such, any other "
          + "as text. The last value of a key wins."),
      Option.time("time", \.time, "when it happened").byDefault("now"),
    ])

  private static let repeats = OptionGroup<RecordOptions>(
    "Repeats",
    [
      Option.value("policy", \.policy, valueName: "POLICY", "when to record an event again")
        .explained(
          "Not recording an event again is not an error. This applies across processes, "
            + "and rotated files count."),
      Option.text("key", \.key, valueName: "KEY", "record one event for each event, card and key")
        .explained(
          "A script that may have been interrupted runs the same line again, with the same key."),
    ])

  private static let recording = OptionGroup<RecordOptions>(
    "Recording",
    [
      .flag("no-sync", \.syncs, sets: false, "do not wait until the disk has the events"),
      .flag("print", \.prints, "print the lines that are recorded"),
    ])

  private static func property(_ text: String) throws(ValueProblem) -> EventProperty {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw .reason("expected KEY=VALUE")
    }
    let value = String(text[text.index(after: equals)...])
    var json = ByteBuffer()
    let bytes = ByteBuffer(value.utf8)
    if value == "true" || value == "false" || JSONNumber.isValid(bytes.view) {
      json.append(bytes.view)
    } else {
      JSONText.appendQuoted(bytes.view, to: &json)
    }
    return EventProperty(name: String(text[..<equals]), json: json.view.text)
  }
}

extension Option {
  /// Declares an option whose value is a text that is not empty.
  static func text(
    _ name: String, _ setting: @escaping @autoclosure LazyPath<Settings, String?>,
    valueName: String, _ help: String, expected: String = "a text that is not empty"
  ) -> Option {
    custom(
      name, setting(), valueName: valueName, help,
      parse: { text throws(ValueProblem) in
        if text.isEmpty { throw .reason("expected \(expected)") }
        return text
      })
  }
}

extension RecordOptions {
  /// The common fields of the events.
  func sharedFields(_ kind: EventKind) -> SharedEventFields {
    var shared = SharedEventFields(kind)
    (shared.userID, shared.deviceID, shared.sessionID, shared.key) = (user, device, session, key)
    for property in properties {
      if let index = shared.properties.firstIndex(where: { $0.name == property.name }) {
        shared.properties[index] = property
      } else {
        shared.properties.append(property)
      }
    }
    return shared
  }
}
