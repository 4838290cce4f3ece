import CardJSON

/// Writes events as lines of a journal, in the format that cardctl-formats(5) describes.
package struct EventLineWriter: ~Copyable {
  private var line = ByteBuffer(capacity: 1024)

  /// A writer.
  package init() {}

  /// Appends the line of an event that has an id and a time; false if the line would be too long,
  /// or the time is not in the years 1 to 9999, and then nothing is appended.
  package mutating func append(_ event: NewEvent, to lines: inout ByteBuffer) -> Bool {
    var hasTime = false
    line.removeAll()
    line.jsonLine { json in
      for index in 0..<JournalField.table.count {
        let field = JournalField.table[index]
        switch field {
        case .version: json.add(field.name, json: ByteView(JournalLine.version))
        case .time:
          json.add(field.name) { text in
            text.append("\"")
            hasTime = ISO8601.append(event.time ?? .min, to: &text, withMilliseconds: true)
            text.append("\"")
          }
        case .event: json.add(field.name, event.kind.rawValue)
        case .isControl: if let isControl = event.isControl { json.add(field.name, isControl) }
        case .properties: if let object = event[field] { json.add(field.name, json: object) }
        case .cardID: json.add(field.name, text: event[field] ?? ByteView(""))
        default: if let text = event[field] { json.add(field.name, text: text) }
        }
      }
    }
    guard hasTime else { return false }
    let start = lines.count
    // Control characters that could act on a terminal are escaped in the file too.
    ControlEscapes.append(line.view, to: &lines, keepingLines: true)
    guard lines.count - start <= JournalLine.maximumLength else {
      lines.truncate(to: start)
      return false
    }
    return true
  }
}
