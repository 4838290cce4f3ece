import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit
import EventJournal

/// Which events of which journal a command reads.
struct EventOptions: Sendable {
  var journal = JournalOptions()
  var kinds: [EventKind] = []
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
      ).explained("`none` means events without a class type."),
      .values(
        "campaign", \.campaigns, valueName: "ID",
        "only events of this campaign, as recorded or as the card's id says"),
      .values("user", \.users, valueName: "ID", "only events of this user"),
      Option.values("device", \.devices, valueName: "ID", "only events of this device").rare(),
      Option.values("session", \.sessions, valueName: "ID", "only events of this session").rare(),
      .flag(
        "control", \.isControl, "only events of control cards",
        negation: "only events of cards other than control cards"),
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
    "Reading", [.now(\.now), .maximumMessages(\.maximumMessages)]
  ).rare()
}

extension EventKind: OptionChoice {}

/// Selects events.
struct EventSelection {
  /// The selected kinds; empty for all.
  private let kinds: [EventKind]
  /// The selected values of each field that has any.
  private let texts: [(field: JournalField, texts: [ByteView])]
  private let classTypes: [ByteView]
  private let campaigns: [ByteView]
  private let isControl: Bool?
  private let since: Int64
  private let until: Int64

  /// The selection that the options describe.
  ///
  /// - Parameter now: the time that durations count from, in epoch milliseconds.
  init(_ options: EventOptions, now: Int64) {
    kinds = options.kinds
    // The strings of the command line are few, and needed until the end.
    texts = [
      (JournalField.cardID, options.cards), (.userID, options.users),
      (.deviceID, options.devices), (.sessionID, options.sessions),
    ].filter { !$0.1.isEmpty }.map { ($0.0, $0.1.map { ByteView(permanent: $0) }) }
    classTypes = options.classTypes.map { ByteView(permanent: $0) }
    campaigns = options.campaigns.map { ByteView(permanent: $0) }
    isControl = options.isControl
    since = options.since?.milliseconds(at: now) ?? .min
    until = options.until?.milliseconds(at: now) ?? .max
  }

  /// Whether the event on `line` is selected.
  func matches(_ line: JournalLine) -> Bool {
    guard line.time >= since, line.time < until else { return false }
    if !kinds.isEmpty, !kinds.contains(line.kind) { return false }
    if let isControl, (line.isControl ?? false) != isControl { return false }
    for (field, texts) in texts where !texts.contains(where: { line.text(field, equals: $0) }) {
      return false
    }
    return (classTypes.isEmpty || hasClassType(line)) && (campaigns.isEmpty || hasCampaign(line))
  }

  private func hasCampaign(_ line: JournalLine) -> Bool {
    var reader = EventCampaign()
    guard let campaign = reader.campaign(of: line) else { return false }
    return campaigns.contains { $0 == campaign }
  }

  private func hasClassType(_ line: JournalLine) -> Bool {
    guard let node = line.node(.classType) else {
      return classTypes.contains { $0 == ByteView("none") }
    }
    let document = line.document
    if !document.word(node).isEscaped {
      return classTypes.contains { $0.equalsIgnoringCase(document.content(node)) }
    }
    return document.decoded(node).read { text in
      classTypes.contains { $0.equalsIgnoringCase(text) }
    }
  }
}

/// Reads what campaign events are of: as recorded, or as the card's id says.
struct EventCampaign: ~Copyable {
  private var id = ByteBuffer()
  private var text = ByteBuffer()

  /// The campaign of the event on `line`, valid until the next call; nil if unknown.
  mutating func campaign(of line: JournalLine) -> ByteView? {
    text.removeAll()
    line.appendText(.campaignID, to: &text)
    return text.count > 0 ? text.view : composite(of: line)?.campaign
  }

  /// The parts of the card's id, valid until the next call; nil if it is not a composite id.
  mutating func composite(of line: JournalLine) -> CompositeID? {
    id.removeAll()
    line.appendText(.cardID, to: &id)
    return CompositeID(id.view, decodedInto: &text)
  }
}
