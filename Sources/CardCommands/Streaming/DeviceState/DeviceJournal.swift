import CardProcessing
import CardArguments
import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// What a journal knows about the cards of a device.
struct DeviceJournal {
  /// What was done with each card.
  let history: DeviceHistory
  /// How many lines hold no event.
  private(set) var foreignLines = 0
  /// What users want to know of whose events count; nil when all are of one user.
  let note: String?

  /// Whose events of a journal count.
  struct Owner {
    let user: String?
    let device: String?

    /// The field that keeps an event from counting; nil for an event that counts.
    func mismatch(_ line: borrowing JournalLine) -> JournalField? {
      if let user, !line.names(user, .userID) { return .userID }
      if let device, !line.names(device, .deviceID) { return .deviceID }
      return nil
    }
  }

  /// Reads the journal at `path`, rotated files included.
  ///
  /// - Parameters:
  ///   - owner: whose events count.
  ///   - printer: is told about lines that hold no event; nil for silence.
  /// - Throws: `SystemFailure` when there is no journal or it cannot be read: cards that users have
  ///   seen would be taken for new ones.
  init(_ path: String, of owner: Owner, _ console: Console, _ printer: MessagePrinter?)
    throws(SystemFailure)
  {
    var reader = JournalReader(JournalFiles(path: console.resolved(path), shownAs: path))
    guard reader.hasFiles else {
      throw .missing("the journal \(path)")
    }
    var events = DeviceHistory.Events()
    var selection = OwnedEvents(owner)
    var foreignLines = 0
    var id = ByteBuffer()
    while let entry = reader.next() {
      switch entry {
      case .event(let line):
        guard selection.takes(line) else { continue }
        id.removeAll()
        line.appendText(.cardID, to: &id)
        events.add(line.kind.fields, to: id.view)
      case .invalid(let problem):
        foreignLines += 1
        guard let printer, printer.admits("lines that are not events") else { continue }
        let place = problem.position(on: reader.bytes, reader.lineNumber)
        printer.say("\(problem)", in: reader.file.name, at: place)
      case .unreadable(let failure): throw failure
      case .gap(let gap):
        foreignLines += 1
        if let printer, printer.admits("gaps") { printer.say(gap) }
      case .skipped: break
      }
    }
    history = DeviceHistory(events)
    note = selection.note(path)
    self.foreignLines = foreignLines
  }
}

/// Tells the events that count from the others, and counts what is worth knowing of them.
private struct OwnedEvents: ~Copyable {
  private let owner: DeviceJournal.Owner
  private var users = TextNumbers()
  private var text = ByteBuffer()
  /// Events that do not count because they name no user, or no device.
  private var withoutUser = 0
  private var withoutDevice = 0

  init(_ owner: DeviceJournal.Owner) { self.owner = owner }

  /// Whether the event counts.
  mutating func takes(_ line: borrowing JournalLine) -> Bool {
    if let field = owner.mismatch(line) {
      if line.text(field) == nil {
        if field == .userID { withoutUser += 1 } else { withoutDevice += 1 }
      }
      return false
    }
    guard owner.user == nil, users.count < OwnedEvents.userLimit else { return true }
    text.removeAll()
    line.appendText(.userID, to: &text)
    if text.count > 0 { _ = users.number(of: text.view) }
    return true
  }

  /// How many users are told apart.
  private static let userLimit = 1_000_000

  /// What to say about the journal at `path`; nil for nothing.
  func note(_ path: String) -> String? {
    var parts: [String] = []
    if users.count > 1 {
      let least = users.count == OwnedEvents.userLimit ? "at least " : ""
      parts.append("it holds events of \(least)\(users.count) users; --user ID keeps those of one")
    }
    for (count, kind) in [(withoutUser, "user"), (withoutDevice, "device")] where count > 0 {
      let events = counted(count, "event")
      parts.append("\(events) without a \(kind) left out")
    }
    return parts.isEmpty ? nil : "\(path): " + parts.joined(separator: "; ")
  }
}

extension JournalLine {
  /// Whether a field has exactly this text, byte for byte.
  fileprivate func names(_ name: String, _ field: JournalField) -> Bool {
    text(field)?.utf8.elementsEqual(name.utf8) == true
  }
}

/// The options of commands that show cards as a device would.
struct DeviceOptions: Sendable {
  var merges = false
  var journal: String?
  var user: String?
  var device: String?

  static let options: [OptionGroup<DeviceOptions>] = [
    OptionGroup(
      "Device",
      [
        Option.flag(
          "merge", \.merges, "read the inputs as successive sync responses of one device"
        ).explained(
          "What is left is the feed that the device holds: of each card the newest copy, without "
            + "what was removed, dismissed or has expired, in the order of arrival. All responses "
            + "are taken to come at the time of --at. Of a card's bytes only what says that it was "
            + "seen is changed, when an older copy says so. The cards are held in memory."),
        Option.value(
          "journal", \.journal, valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
          "take cards for viewed, clicked or dismissed when this journal says so"
        ).explained(
          "The events of all users count, unless --user or --device is given. The ids of the "
            + "journal are held in memory."),
        .value(
          "user", \.user, valueName: "ID", "with --journal, only what this user did counts"),
        .value(
          "device", \.device, valueName: "ID", "with --journal, only what was done there counts"),
      ]
    ).rare()
  ]

  /// Whose events of the journal count.
  var owner: DeviceJournal.Owner { DeviceJournal.Owner(user: user, device: device) }

  /// Refuses options that would have no effect.
  func check<Options>(_ line: ParsedArguments<Options>) throws(ArgumentMistake) {
    if journal == nil { try line.refuse(["user", "device"], "it needs --journal") }
  }
}
