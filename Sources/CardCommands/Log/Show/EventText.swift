import CardJSON
import EventJournal

/// Events for people: time, event, class type, card id, then what else is known as `name=value`.
///
/// On a terminal they are tables of its width, some hundred events at a time; elsewhere each is a
/// whole line. A string with whitespace, quotes or escapes is shown as the JSON string
/// that it is, so that every event stays on its line and nothing in it can act.
struct EventText {
  private let style: TextStyle
  private var rows: [[TextTable.Cell]] = []
  private var hasHeader = false

  private static let columns = [
    TextTable.Column(title: "time", minimum: 24), TextTable.Column(title: "event", minimum: 10),
    TextTable.Column(title: "class type", minimum: 8, leaving: 1),
    TextTable.Column(title: "card", minimum: 44),
    TextTable.Column(title: "", minimum: 12, leaving: 2),
  ]
  private static let idColumn = 3
  /// The widths of the columns of a line; a longer value moves the rest.
  private static let lineWidths = [24, "control impression".utf8.count, 18]

  private static let others: [(name: String, field: JournalField)] = [
    ("user", .userID), ("device", .deviceID), ("session", .sessionID), ("key", .key),
  ]

  /// The number of events in a table.
  private static let tableSize = 500

  /// No events yet.
  init(_ style: TextStyle) { self.style = style }

  /// Appends an event: as a line by itself at once, in a table when that is full.
  mutating func append(_ line: JournalLine, to output: inout ByteBuffer) {
    let event = CountedEvent(line) == .controlImpression ? "control impression" : line.kind.rawValue
    let time = ISO8601.text(line.time, withMilliseconds: true) ?? text(.time, of: line)
    let cells = [
      time, event, text(.classType, of: line), text(.cardID, of: line), details(of: line),
    ]
    guard style.draws else {
      for (cell, width) in zip(cells, EventText.lineWidths) {
        output.append(DisplayWidth.padded(cell, to: width) + "  ")
      }
      return output.append(cells[3] + (cells[4].isEmpty ? "" : " " + cells[4]) + "\n")
    }
    rows.append([
      TextTable.Cell(cells[0], .faint), TextTable.Cell(cells[1]), TextTable.Cell(cells[2]),
      TextTable.Cell(cells[3], .name), TextTable.Cell(cells[4]),
    ])
    if rows.count >= EventText.tableSize { end(&output) }
  }

  /// Appends the table of the events that wait for it.
  mutating func end(_ output: inout ByteBuffer) {
    guard !rows.isEmpty else { return }
    rows.shorten(idsIn: EventText.idColumn)
    let table = TextTable(EventText.columns, rows)
    output.append(table.text(style, width: style.width, hasHeader: !hasHeader))
    hasHeader = true
    rows.removeAll(keepingCapacity: true)
  }

  private func text(_ field: JournalField, of line: JournalLine) -> String {
    line.node(field).map(EventText.shown) ?? "-"
  }

  private func details(of line: JournalLine) -> String {
    var details = EventText.others.compactMap { name, field in
      line.node(field).map { "\(name)=" + EventText.shown($0) }
    }
    if let properties = line.node(.properties) {
      details += properties.members.map { EventText.shown($0) + "=" + EventText.shown($1) }
    }
    return details.joined(separator: " ")
  }

  /// A value as a word, or as the JSON that it is.
  private static func shown(_ node: JSONNode) -> String {
    let isWord =
      node.kind == .string && node.content.count > 0 && !node.content.holds(.unusualInWord)
    return LineText.escaped(isWord ? node.content.text : node.compact.read(\.text))
  }
}

extension ByteClass {
  /// The bytes that a plain word cannot have: whitespace, and those that JSON escapes.
  fileprivate static var unusualInWord: ByteClass {
    ByteClass(.bytes(0, 0x20), or: .byte(0x7F), or: .byte(UInt8(ascii: "\\")))
  }
}
