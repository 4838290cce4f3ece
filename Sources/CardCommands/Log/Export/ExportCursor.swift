import CardArguments
import CardJSON
import CardPlatform
import EventJournal

/// A file that contains a position in a journal: the ids of the last exported events.
///
/// The position is after the newest of these events that is still in the journal. It does not
/// depend on the order of ids, which a wrong clock disturbs. If none of the events is left, events
/// after them may be missing too.
struct ExportCursor {
  private let path: String
  private let console: Console
  /// The ids of the last exported events, the newest last.
  private var ids: [String]

  private static let key: StaticString = "cardctl_log_cursor"
  /// The number of ids in the file.
  private static let idCount = 100

  /// Reads the cursor in the file at `path`.
  ///
  /// - Throws: `ArgumentError` if the file is not a cursor.
  init(_ path: String, _ console: Console) throws {
    (self.path, self.console) = (path, console)
    guard let status = try console.fileStatus(path) else {
      ids = []
      return
    }
    let limit = ExportCursor.idCount * JournalLine.maximumLength
    let isSmall = status.kind == .regular && status.size <= limit
    ids = isSmall ? ExportCursor.ids(in: try SmallFile(path, console, limit: limit).bytes) : []
    if ids.isEmpty {
      throw ArgumentError.other(
        "'--cursor \(SystemText.shown(path))' is not a cursor of log export: not replaced")
    }
  }

  private static func ids(in bytes: [UInt8]) -> [String] {
    var text = ByteBuffer(bytes)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(text.sealed()) else { return [] }
    let list = scanner.document.root.member(key, .array)
    return list?.elements.filter { $0.kind == .string }.map(\.string) ?? []
  }

  /// Moves a new reader to the position.
  ///
  /// - Returns: the reason why nothing can be exported; nil if the position was found.
  func find(in reader: inout JournalReader) throws(SystemFailure) -> String? {
    var place: JournalPlace?
    if !ids.isEmpty, reader.hasFiles {
      place = try newestPlace(in: &reader)
      guard let place else {
        let name = SystemText.shown(path)
        return "none of the last exported events is in the journal any more, so others may be "
          + "missing: nothing is exported; remove \(name) to export all events"
      }
      try reader.seek(to: place)
    }
    return reader.gap(after: place).map { "\($0): nothing is exported" }
  }

  private func newestPlace(in reader: inout JournalReader) throws(SystemFailure) -> JournalPlace? {
    var numbers = TextNumbers()
    for id in ids { _ = numbers.number(of: id) }
    var (newest, place) = (-1, JournalPlace?.none)
    var failure: SystemFailure?
    var text = ByteBuffer()
    while newest < numbers.count - 1, let entry = reader.next() {
      if case .unreadable(let reason) = entry { failure = failure ?? reason }
      guard case .event(let line) = entry,
        let number = numbers.find(line.text(.id, decodedInto: &text)), number > newest
      else { continue }
      (newest, place) = (number, reader.place)
    }
    // A newer one may be in what could not be read.
    if newest < numbers.count - 1, let failure { throw failure }
    return place
  }

  /// Adds the event on `line`, which was read after the position.
  mutating func add(_ line: JournalLine) {
    if ids.count >= 2 * ExportCursor.idCount { ids.removeFirst(ExportCursor.idCount) }
    ids.append(line.text(.id) ?? "")
  }

  /// Replaces the file with one that contains the position after the last event.
  func save() throws {
    guard !ids.isEmpty else { return }
    var text = ByteBuffer()
    text.jsonLine { $0.add(ExportCursor.key, Array(ids.suffix(ExportCursor.idCount))) }
    try console.write(text.view, to: path)
  }
}
