import EventJournal

/// The cards of a journal's last events, for completions.
///
/// Only the last quarter of a megabyte is read: what was just logged is what is asked for.
struct JournalSample {
  /// The ids of cards, each once, the last one first.
  private(set) var cardIDs: [String] = []

  /// How many bytes of the journal are read.
  private static let size = 1 << 18
  /// How many ids are kept.
  private static let names = 200

  init(_ path: String) {
    guard var reader = JournalReader(JournalFiles(path: path), last: JournalSample.size)
    else { return }
    var ids: [String] = []
    while let entry = reader.next() {
      if case .event(let line) = entry, let id = line.text(.cardID) { ids.append(id) }
    }
    var seen: Set<String> = []
    for id in ids.reversed()
    where cardIDs.count < JournalSample.names && isHarmlessName(id) && seen.insert(id).inserted {
      cardIDs.append(id)
    }
  }
}
