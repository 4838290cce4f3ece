import CardArguments
import CardJSON
import CardPlatform
import EventJournal

/// A file that contains a position in a journal: the id of the last exported event.
///
/// The ids in a journal ascend. If the event was deleted, the position is before the first event
/// with a greater id. If rotated files exist and all events have greater ids, events after the
/// position may have been removed with their file.
final class ExportCursor {
  private let path: String
  private let console: Console
  /// The id in the file; nil if the file does not exist yet.
  private let id: ByteView?
  /// Whether the event with the id was read, or the file does not exist yet.
  private var isPassed: Bool
  private var isDeleted = false
  private var last = ByteBuffer()
  private var text = ByteBuffer()

  private static let key: StaticString = "cardctl_log_cursor"
  private static let maximumSize = 4096

  /// Reads the cursor in the file at `path`.
  ///
  /// - Throws: `ArgumentError` if the file is not a cursor.
  init(_ path: String, _ console: Console) throws {
    (self.path, self.console) = (path, console)
    guard let status = try console.fileStatus(path) else {
      (id, isPassed) = (nil, true)
      return
    }
    let isSmall = status.kind == .regular && status.size <= ExportCursor.maximumSize
    id = isSmall ? ExportCursor.id(in: try SmallFile(path, console).bytes) : nil
    isPassed = false
    if id == nil {
      throw ArgumentError.other(
        "'--cursor \(SystemText.shown(path))' is not a cursor of log export: not replaced")
    }
  }

  private static func id(in bytes: [UInt8]) -> ByteView? {
    var text = ByteBuffer(bytes)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(text.sealed()) else { return nil }
    let node = scanner.document.root.member(key, .string)
    let id = node.map { ByteView(permanent: $0.string) }
    return id?.count == 0 ? nil : id
  }

  /// Finds the position in the journal.
  ///
  /// - Returns: the reason why nothing can be exported; nil if the position was found.
  func refusal(in journal: JournalFiles) throws(SystemFailure) -> String? {
    guard let id else { return nil }
    var reader = JournalReader(journal)
    var file: Int?
    var isFound = false
    while !isFound, let entry = reader.next() {
      if case .unreadable(let failure) = entry { throw failure }
      guard case .event(let line) = entry else { continue }
      let isSame = line.text(.id, equals: id)
      if isSame || !isAfter(id, line) { file = reader.file.number }
      isFound = isSame
    }
    let listing = try journal.listing()
    let name = SystemText.shown(path)
    if !isFound {
      isDeleted = true
      guard file != nil || listing.numbers.isEmpty && listing.compressed.isEmpty else {
        return
          "the event of the cursor \(name) is no longer in the journal, so events after it may "
          + "be missing: nothing is exported; remove \(name) to export all events"
      }
    }
    let number = file ?? 0
    let isCompressed = listing.compressed.keys.contains { $0 <= number }
    if listing.consecutiveCount >= number, !isCompressed { return nil }
    return "rotated files after the cursor \(name) are missing or compressed: nothing is exported"
  }

  /// Whether the event on `line` is after the position; must be called for all events in order.
  func admits(_ line: JournalLine) -> Bool {
    defer {
      last.removeAll()
      line.appendText(.id, to: &last)
    }
    guard let id else { return true }
    if isDeleted { return isAfter(id, line) }
    if isPassed { return true }
    isPassed = line.text(.id, equals: id)
    return false
  }

  private func isAfter(_ id: ByteView, _ line: JournalLine) -> Bool {
    id.precedes(line.text(.id, decodedInto: &text))
  }

  /// Replaces the file with one that contains the position after the last event.
  func save() throws {
    guard last.count > 0 else { return }
    var text = ByteBuffer()
    text.jsonLine { $0.add(ExportCursor.key, text: last.view) }
    try console.write(text.view, to: path)
  }
}
