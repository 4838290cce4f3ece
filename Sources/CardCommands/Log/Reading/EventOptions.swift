import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit
import EventJournal

/// Which events of which journal a command reads.
struct EventOptions: Sendable {
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

  static let options: [OptionGroup] =
    JournalOptions.options + [selection, times, reading]

  private static let selection = OptionGroup(
    "Selection",
    [
      .choices("event", EventKind.self, valueName: "EVENT", "only events of this kind") {
        $0.events.kinds.append($1)
      }.explained(
        "Repeats of one option are alternatives; different options must all match."),
      .values("card", valueName: "ID", kind: .cardID, "only events of the card with this id") {
        $0.events.cards.append($1)
      },
      .values(
        "class-type", valueName: "TYPE", kind: .classType, "only events of cards of this class type"
      ) { $0.events.classTypes.append($1) }.explained("`none` means events without a class type."),
      .values(
        "campaign", valueName: "ID",
        "only events of this campaign, as recorded or as the card's id says"
      ) { $0.events.campaigns.append($1) },
      .values("user", valueName: "ID", "only events of this user") { $0.events.users.append($1) },
      .values("device", valueName: "ID", "only events of this device") {
        $0.events.devices.append($1)
      }.rare(),
      .values("session", valueName: "ID", "only events of this session") {
        $0.events.sessions.append($1)
      }.rare(),
      .flag(
        "control", "only events of control cards",
        negation: "only events of cards other than control cards"
      ) { $0.events.isControl = $1 },
    ])

  private static let times = OptionGroup(
    "Selection",
    [
      .time("since", "only events at or after this time") { $0.events.since = $1 }.explained(
        timeForms
          + " --since A --until B and --since B --until C share no event and leave none out."),
      .time("until", "only events before this time") { $0.events.until = $1 },
    ])

  private static let reading = OptionGroup(
    "Reading", [.now { $0.events.now = $1 }, .maximumMessages { $0.events.maximumMessages = $1 }]
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
