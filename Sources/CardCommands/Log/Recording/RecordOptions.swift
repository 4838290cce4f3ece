import CardArguments
import CardJSON
import CardProcessing
import EventJournal

/// The policy for recording an event again, in which the SDKs differ.
enum RepeatPolicy: String, OptionChoice {
  case every = "every: each time"
  case session = "session: once for each card and session"
  case once = "once: once for each card and user"

  /// The fields that must differ for an event of a card to be recorded again; empty if no field
  /// must.
  var scopes: [JournalField] {
    switch self {
    case .every: []
    case .session: [.sessionID]
    case .once: [.userID]
    }
  }
}

/// The options of `cardctl log impression`, `click` and `dismiss`.
struct RecordOptions: Sendable {
  var cards: String?
  var isControl = false
  var isForced = false
  var policy = RepeatPolicy.every
  /// The user, the device, the session and the key.
  var fieldValues: [JournalField: String] = [:]
  /// The names of properties and their values as JSON.
  var properties: [(name: String, json: String)] = []
  var time: TimeArgument?
  var syncs = true
  var prints = false

  static let options = [card, event, repeats, recording] + JournalOptions.options

  /// The options of `cardctl log import`.
  static let importOptions = [card.without("control"), recording] + JournalOptions.options

  private static let card = OptionGroup(
    "Card",
    [
      .value(
        "cards", valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
        "look the ids up in these cards and refuse unknown ones"
      ) { $0.record.cards = $1 }.explained(
        """
        A directory means the files of cards below it. The class type and whether the card is a \
        control card are recorded too, and the rules of Braze's SDKs hold: a control card is only \
        seen, a card without a url is not clicked, and a card is dismissed when it is dismissible, \
        and once.
        """),
      .carrier, .shape, .typeKey, .maximumMessages(),
      .flag("control", "the cards are control cards") { $0.record.isControl = $1 },
      .flag("force", "record what the rules forbid, but no unknown id") { $0.record.isForced = $1 },
    ]
  ).rare(except: "cards", "control", "force")

  private static let event = OptionGroup(
    "Event",
    [
      field(.userID, "user", "the user it happened to"),
      field(.deviceID, "device", "the device it happened on"),
      field(.sessionID, "session", "the session of the app it happened in"),
      .values("property", valueName: "KEY=VALUE", "record this with the event") {
        $0.record.properties.append(try property($1))
      }.explained(
        "A value that is a number as JSON writes it, true or false is recorded as such, any other "
          + "as text. The last value of a key wins."),
      .time("time", "when it happened") { $0.record.time = $1 }.byDefault("now"),
    ])

  private static let repeats = OptionGroup(
    "Repeats",
    [
      .choice("policy", RepeatPolicy.self, valueName: "POLICY", "when to record an event again") {
        $0.record.policy = $1
      }.byDefault("every").explained(
        "Not recording an event again is not an error. This applies across processes, "
          + "and rotated files count."),
      field(.key, "key", valueName: "KEY", "record one event for each event, card and key")
        .explained(
          "A script that may have been interrupted runs the same line again, with the same key."),
    ])

  private static let recording = OptionGroup(
    "Recording",
    [
      .flag("no-sync", "do not wait until the disk has the events") { $0.record.syncs = !$1 },
      .flag("print", "print the lines that are recorded") { $0.record.prints = $1 },
    ])

  private static func field(
    _ field: JournalField, _ name: String, valueName: String = "ID", _ help: String
  ) -> Option { .text(name, valueName: valueName, help) { $0.record.fieldValues[field] = $1 } }

  private static func property(_ text: String) throws(ValueProblem) -> (String, String) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw .reason("expected KEY=VALUE")
    }
    let value = ByteBuffer(text[text.index(after: equals)...].utf8)
    let isLiteral = ["true", "false"].contains(value.view.text) || JSONNumber.isValid(value.view)
    var json = ByteBuffer()
    if isLiteral { json.append(value.view) } else { JSONText.appendQuoted(value.view, to: &json) }
    return (String(text[..<equals]), json.view.text)
  }

  /// Returns an event with the fields that are common to all events of the command line.
  func event(_ kind: EventKind) -> NewEvent {
    var event = NewEvent(kind)
    event.isControl = isControl ? true : nil
    // Permanent memory is fine for the few strings of the command line, which are needed until the
    // end.
    for (field, text) in fieldValues { event[field] = ByteView(permanent: text) }
    guard !properties.isEmpty else { return event }
    // The last value of a duplicate key wins, but the key keeps its first position.
    let last = Dictionary(properties.map { ($0.name, $0.json) }, uniquingKeysWith: { $1 })
    var names: Set<String> = []
    var object = ByteBuffer()
    object.json { json in
      json.object { members in
        for name in properties.map(\.name) where names.insert(name).inserted {
          members.key(name)
          members.add(json: last[name] ?? "null")
        }
      }
    }
    event[.properties] = ByteView(permanent: object.view)
    return event
  }
}

extension Option {
  /// Declares an option whose value is a nonempty string.
  static func text(
    _ name: String, valueName: String = "ID", kind: ValueKind = .text, _ help: String,
    expected: String = "a text that is not empty", set: @escaping Setter<String>
  ) -> Option {
    value(name, valueName: valueName, kind: kind, help) { options, text in
      if text.isEmpty { throw ValueProblem.reason("expected \(expected)") }
      try set(&options, text)
    }
  }
}
