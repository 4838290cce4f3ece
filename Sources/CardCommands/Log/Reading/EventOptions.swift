import CardArguments
@_spi(CardTool) import ContentCards
import EventJournal

/// Which events of which journal a command reads.
struct EventOptions: Sendable {
  var journal = JournalOptions()
  var kinds: [EventChoice] = []
  var cards: [String] = []
  var classTypes: [String] = []
  var campaigns: [String] = []
  var users: [String] = []
  var devices: [String] = []
  var sessions: [String] = []
  var isControl: Bool?
  var since: TimeArgument?
  var until: TimeArgument?
  var now: TimeArgument?
  var maximumMessages = 20

  static let options: [OptionGroup<EventOptions>] =
    JournalOptions.options.lifted(to: \.journal) + [selection, times, reading]

  private static let selection = OptionGroup<EventOptions>(
    "Selection",
    [
      Option.values("event", \.kinds, valueName: "EVENT", "only events of this kind").explained(
        "Repeats of one option are alternatives; different options must all match."),
      .values(
        "card", \.cards, valueName: "ID", kind: .cardID, "only events of the card with this id"),
      Option.values(
        "class-type", \.classTypes, valueName: "TYPE", kind: .classType,
        "only events of cards of this class type"
      ).explained("`none` stands for events that were recorded without one."),
      .values("campaign", \.campaigns, valueName: "ID", "only events of this campaign"),
      .values("user", \.users, valueName: "ID", "only events of this user"),
      Option.values("device", \.devices, valueName: "ID", "only events of this device").rare(),
      Option.values("session", \.sessions, valueName: "ID", "only events of this session").rare(),
      .flag(
        "control", \.isControl, "only events of control cards",
        negation: "only events of cards that are no control cards"),
    ])

  private static let times = OptionGroup<EventOptions>(
    "Selection",
    [
      Option.time("since", \.since, "only events at or after this time").explained(
        timeForms
          + " --since A --until B and --since B --until C share no event and leave none out."),
      .time("until", \.until, "only events before this time"),
    ])

  private static let reading = OptionGroup<EventOptions>(
    "Reading",
    [
      Option.time("at", \.now, "take this time for now").byDefault("the clock's"),
      .integer(
        "max-messages", \.maximumMessages, range: 0...1_000_000,
        "print so many messages of one kind"),
    ]
  ).rare()
}

/// The kinds of events as values of options.
struct EventChoice: OptionChoice {
  let kind: EventKind

  static let allCases = EventKind.allCases.map(EventChoice.init)

  var argument: String { kind.rawValue }

  var summary: String { kind.summary }
}
