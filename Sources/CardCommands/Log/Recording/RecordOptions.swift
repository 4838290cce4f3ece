import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

/// The policy for recording an event again, in which the SDKs differ.
enum RepeatPolicy: String, OptionChoice {
  case every = "every: each time"
  case session = "session: once per card and session"
  case once = "once: once per card and user"

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
  /// The kind of events of Currents that do not state their type.
  var exportedKind: CardEvent.Kind?

  static let options =
    [card].only(
      when: { $0.options.record.cards != nil }, "there are no cards to read without --cards",
      for: ["from", "shape", "type-key"].contains) + [event, repeats, recording]
    + JournalOptions.options

  /// The options of `cardctl log import`.
  static let importOptions =
    [imported, card.without(["control"]), recording] + JournalOptions.options

  private static let imported = OptionGroup(
    "Events",
    [
      .choice(
        "event", EventKind.self, valueName: "EVENT",
        "the kind of the events of Currents that do not state it"
      ) { options, kind in
        options.record.exportedKind = CardEvent.Kind.allCases.first { EventKind($0) == kind }
      }
      .byDefault("the one in the path, such as event_type=users.messages.contentcard.Click")
    ])

  private static let card = OptionGroup(
    "Card",
    [
      .value(
        "cards", valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
        "look the ids up in these cards and refuse unknown ones"
      ) { $0.record.cards = $1 }.explained(
        """
        A directory means the card files in it. The class type and whether the card is a control \
        card are recorded too, and the rules of Braze's SDKs apply: a control card has only \
        impressions, a card without a url cannot be clicked, and only a dismissible card can be \
        dismissed, once.
        """
      ).only(
        when: { $0.options.record.cards != "-" || !$0.operands.contains("-") },
        "cards and events cannot both be read from standard input"),
      .carrier, .shape, .typeKey, .maximumMessages(),
      .flag("control", "the cards are control cards") { $0.record.isControl = $1 }
        .excludes("cards"),
      .flag("force", "allow what the rules forbid, except unknown ids") { $0.record.isForced = $1 }
        .only(
          when: { $0.options.record.cards != nil || $0.options.record.isControl },
          "there are no rules without --cards or --control"),
    ]
  ).rare(except: "cards", "control", "force")

  private static let event = OptionGroup(
    "Event",
    [
      field(.userID, "user", help: "the user of the event"),
      field(.deviceID, "device", help: "the device of the event"),
      field(.sessionID, "session", help: "the app session of the event"),
      .values("property", valueName: "KEY=VALUE", "add this property to the event") {
        $0.record.properties.append(try property($1))
      }.explained(
        "A JSON number, true and false are recorded as such, any other value "
          + "as text. The last value of a key wins."),
      .time("time", "the time of the event") { $0.record.time = $1 }.byDefault("now"),
      .zone.only(when: { $0.options.record.time != nil }, "it needs --time"),
    ])

  private static let repeats = OptionGroup(
    "Repeats",
    [
      .choice("policy", RepeatPolicy.self, valueName: "POLICY", "when to record an event again") {
        $0.record.policy = $1
      }.byDefault("every").explained(
        "Not recording a repeated event is not an error. The policy applies across "
          + "processes and to rotated files."),
      field(.key, "key", valueName: "KEY", help: "record the event only once per card and key")
        .explained(
          "After an interruption, a script can run the same line again with the same key."),
    ])

  private static let recording = OptionGroup(
    "Recording",
    [
      .flag("no-sync", "do not wait until the events are on disk") { $0.record.syncs = !$1 },
      .flag("print", "print the lines that are recorded") { $0.record.prints = $1 },
    ])

  private static func field(
    _ field: JournalField, _ name: String, valueName: String = "ID", help: String
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
