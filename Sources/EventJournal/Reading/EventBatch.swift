import CardJSON

/// Events to be counted, with the row and the viewer of each.
///
/// The viewer of an impression is its user; without a user, its device; without both, its card,
/// whose id Braze creates for one user.
struct EventBatch: ~Copyable {
  /// The number of events in a full batch.
  static let size = 4096

  /// The kinds of the events, the hashes of the names of their rows, and those of their viewers.
  private(set) var events: [(kind: CountedEvent, row: UInt64, viewer: UInt64)] = []
  /// The name of the row of each event.
  private(set) var names = TextList()
  private var text = ByteBuffer()

  // With separate seeds, a user, a device and a card with the same id have different hashes.
  private static let userSeed = HashSeed()
  private static let deviceSeed = HashSeed()
  private static let cardSeed = HashSeed()

  /// Adds the event on `line` to the row named `name`.
  mutating func add(_ line: JournalLine, to name: ByteView) {
    let kind = CountedEvent(line)
    names.append(name)
    events.append((kind, TextHash(name).first, kind == .impression ? viewer(of: line) : 0))
  }

  private mutating func viewer(of line: JournalLine) -> UInt64 {
    let user = line.text(.userID, decodedInto: &text)
    if user.count > 0 { return TextHash(user, EventBatch.userSeed).first }
    let device = line.text(.deviceID, decodedInto: &text)
    if device.count > 0 { return TextHash(device, EventBatch.deviceSeed).first }
    return TextHash(line.text(.cardID, decodedInto: &text), EventBatch.cardSeed).first
  }

  /// Removes all events.
  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    names.removeAll()
  }
}
