import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit
import EventJournal

/// The options that select the events to read.
struct EventOptions: Sendable {
  var kinds: [EventKind] = []
  /// The selected values by field.
  var fieldValues: [JournalField: [String]] = [:]
  var isControl: Bool?
  var since: TimeArgument?
  var until: TimeArgument?

  static let options = JournalOptions.options + [selection, reading]

  private static let selection = OptionGroup(
    "Selection",
    [
      .choices("event", EventKind.self, valueName: "EVENT", "only events of this kind") {
        $0.events.kinds.append($1)
      }.explained("Repeats of one option are alternatives; different options must all match."),
      values(.cardID, "card", kind: .cardID, help: "only events of the card with this id"),
      values(
        .classType, "class-type", valueName: "TYPE", kind: .classType,
        help: "only events of cards of this class type"
      ).explained("`none` means events without a class type."),
      values(
        .campaignID, "campaign",
        help: "only events of this campaign, as recorded or from the card's id"),
      values(.userID, "user", help: "only events of this user"),
      values(.deviceID, "device", help: "only events of this device").rare(),
      values(.sessionID, "session", help: "only events of this session").rare(),
      .flag(
        "control", "only events of control cards",
        negation: "only events of cards other than control cards"
      ) { $0.events.isControl = $1 },
      .time("since", "only events at or after this time") { $0.events.since = $1 }.explained(
        timeForms
          + " --since A --until B and --since B --until C neither overlap nor leave a gap."),
      .time("until", "only events before this time") { $0.events.until = $1 },
    ])

  private static func values(
    _ field: JournalField, _ name: String, valueName: String = "ID", kind: ValueKind = .text,
    help: String
  ) -> Option {
    .values(name, valueName: valueName, kind: kind, help) {
      $0.events.fieldValues[field, default: []].append($1)
    }
  }

  private static let reading = OptionGroup("Reading", [.now, .zone, .maximumMessages()]).rare()
}

extension EventKind: OptionChoice {}

/// Selects events.
struct EventSelection {
  private let options: EventOptions
  private let texts: [(field: JournalField, texts: [ByteView])]
  private let times: Range<Int64>

  /// Creates the selection that the options describe; durations are relative to `now`, and
  /// times without a zone are in `zone`.
  init(_ options: EventOptions, now: Int64, in zone: Zone) {
    self.options = options
    // Permanent memory is fine for the few strings of the command line, which are needed until the
    // end.
    texts = options.fieldValues.map { ($0.key, $0.value.map { ByteView(permanent: $0) }) }
    let since = options.since?.milliseconds(at: now, in: zone) ?? .min
    times = since..<max(since, options.until?.milliseconds(at: now, in: zone) ?? .max)
  }

  /// Whether the event on `line` is selected.
  func matches(_ line: JournalLine) -> Bool {
    guard times.contains(line.time) else { return false }
    if !options.kinds.isEmpty, !options.kinds.contains(line.kind) { return false }
    if let isControl = options.isControl, (line.isControl ?? false) != isControl { return false }
    return texts.allSatisfy { field, texts in
      switch field {
      case .campaignID:
        var campaigns = EventCampaign()
        guard let campaign = campaigns.campaign(of: line) else { return false }
        return texts.contains { $0 == campaign }
      case .classType:
        let name = ByteBuffer((line.text(field) ?? "none").utf8)
        return texts.contains { $0.equalsIgnoringCase(name.view) }
      default: return texts.contains { line.text(field, equals: $0) }
      }
    }
  }
}

/// Reads the campaigns of events: the recorded one, or else the one in the card's id.
struct EventCampaign: ~Copyable {
  private var id = ByteBuffer()
  private var text = ByteBuffer()

  /// Returns the campaign of the event on `line`, valid until the next call; nil if unknown.
  mutating func campaign(of line: JournalLine) -> ByteView? {
    let campaign = line.text(.campaignID, decodedInto: &text)
    return campaign.count > 0 ? campaign : composite(of: line)?.campaign
  }

  /// Returns the parts of the card's id, valid until the next call; nil if it is not a composite
  /// id.
  mutating func composite(of line: JournalLine) -> CompositeID? {
    CompositeID(line.text(.cardID, decodedInto: &id), decodedInto: &text)
  }
}

/// Collects names in a journal, to explain why no event matches a class type or a card.
final class UnmatchedNames {
  private let options: EventOptions
  private var knownClassTypes: Set<String> = []
  private var knownCards: Set<String> = []

  /// Whether an event matched.
  var isMatched = false

  private static let limit = 10_000

  /// Creates an empty collection.
  init(_ options: EventOptions) { self.options = options }

  /// Adds an event that does not match.
  func add(_ line: JournalLine) {
    func add(_ field: JournalField, to known: inout Set<String>) {
      guard let wanted = options.fieldValues[field], let name = line.text(field) else { return }
      // Names of the command line are always collected, and others to suggest them.
      let isWanted = wanted.contains { $0.lowercased() == name.lowercased() }
      if isWanted || known.count < UnmatchedNames.limit { known.insert(name) }
    }
    guard !isMatched else { return }
    add(.classType, to: &knownClassTypes)
    add(.cardID, to: &knownCards)
  }

  /// The explanation; nil if an event matched, or nothing explains it.
  var note: String? {
    guard !isMatched else { return nil }
    let known = Set(knownClassTypes.map { $0.lowercased() })
    for name in options.fieldValues[.classType] ?? []
    where name != "none" && !known.contains(name.lowercased()) {
      let hint = NearestName.hint(for: name, among: known.sorted())
      return "no event has the class type '\(name)'\(hint)"
    }
    for id in options.fieldValues[.cardID] ?? [] where !knownCards.contains(id) {
      let longer = knownCards.filter { $0.hasPrefix(id) }.min()
      return "no event is of the card '\(id)'" + [longer].compactMap(\.self).suggestion
    }
    return nil
  }
}
