import CardJSON
import EventJournal

/// Events for people, a line each: time, event, class type, card id, then what else is known as
/// `name=value`.
///
/// A text with white space, quotes or escapes is shown as the JSON string that it is, so that every
/// event stays on its line and nothing in it can act.
struct EventText {
  /// The columns of the longest name of an event.
  private static let eventWidth = "control impression".utf8.count
  /// The columns that a class type has room in; a longer one pushes the rest of its line.
  private static let classWidth = 18

  private static let others: [(name: StaticString, field: JournalField)] = [
    ("user", .userID), ("device", .deviceID), ("session", .sessionID), ("key", .key),
  ]

  /// Appends the line of an event.
  func append(_ line: JournalLine, to output: inout ByteBuffer) {
    if !ISO8601.append(line.time, to: &output, withMilliseconds: true) {
      line.appendText(.time, to: &output)
    }
    output.append("  ")
    let event = EventText.name(of: line)
    output.append(event)
    pad(event.utf8.count, to: EventText.eventWidth, &output)
    output.append("  ")
    let start = output.count
    append(.classType, line, to: &output)
    pad(output.view.slice(start..<output.count).scalarCount, to: EventText.classWidth, &output)
    output.append("  ")
    append(.cardID, line, to: &output)
    for (name, field) in EventText.others where line.node(field) != nil {
      output.append(" \(name)=")
      append(field, line, to: &output)
    }
    appendProperties(line, to: &output)
    output.append(UInt8(ascii: "\n"))
  }

  /// What happened, with control impressions told from those of cards that show something.
  private static func name(of line: JournalLine) -> String {
    let isControl = line.isControl == true && line.kind == .impression
    return isControl ? "control impression" : line.kind.rawValue
  }

  private func pad(_ count: Int, to width: Int, _ output: inout ByteBuffer) {
    for _ in stride(from: count, to: width, by: 1) { output.append(UInt8(ascii: " ")) }
  }

  private func append(_ field: JournalField, _ line: JournalLine, to output: inout ByteBuffer) {
    guard let node = line.node(field) else { return output.append(UInt8(ascii: "-")) }
    append(node, line.document, to: &output)
  }

  private func appendProperties(_ line: JournalLine, to output: inout ByteBuffer) {
    guard let properties = line.node(.properties) else { return }
    line.document.forEachMember(of: properties) { name, value in
      output.append(UInt8(ascii: " "))
      append(name, line.document, to: &output)
      output.append(UInt8(ascii: "="))
      append(value, line.document, to: &output)
    }
  }

  private func append(_ node: Int, _ document: JSONDocument, to output: inout ByteBuffer) {
    let isText = document.kind(node) == .string
    let isPlain = isText && document.word(node).extent > 0 && isWord(document.content(node))
    let shown = isPlain ? document.content(node) : document.raw(node)
    if isHarmless(shown) { return output.append(shown) }
    var compact = ByteBuffer(capacity: shown.count)
    JSONText.appendCompact(shown, to: &compact)
    LineText.append((isPlain ? shown : compact.view).text, to: &output)
  }

  /// Whether a text can stand for itself: without white space, and without what JSON escapes.
  private func isWord(_ content: ByteView) -> Bool {
    for index in 0..<content.count {
      let byte = content[index]
      if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") { return false }
    }
    return true
  }

  /// Whether the bytes are visible ASCII, or blanks within a text, and so can do nothing.
  private func isHarmless(_ shown: ByteView) -> Bool {
    for index in 0..<shown.count {
      let byte = shown[index]
      if byte <= 0x20 || byte > 0x7E || byte == UInt8(ascii: "#") { return false }
    }
    return true
  }
}
