@_spi(CardTool) import CardJSON
import EventJournal

/// What came of the export of one event.
enum ExportOutcome: Equatable {
  /// It is among the rows, or will be.
  case written
  /// The form has no place for events of its kind.
  case leftOut
  /// It breaks a rule of the form, said in words.
  case refused(String)
}

/// A form that events are exported to, in lines.
protocol EventExport {
  /// Appends an event, whose line is `bytes`.
  mutating func append(_ line: JournalLine, _ bytes: ByteView, to rows: inout ByteBuffer)
    -> ExportOutcome
  /// Appends what comes after the last event.
  mutating func end(_ rows: inout ByteBuffer)
}

extension EventExport {
  mutating func end(_ rows: inout ByteBuffer) {}
}

extension JournalLine {
  /// Appends a member of an object with the text of a field, as it was written; nothing when the
  /// line does not have it.
  func appendMember(
    _ name: StaticString, _ field: JournalField, isFirst: Bool = false, to output: inout ByteBuffer
  ) {
    guard let node = node(field) else { return }
    output.append(isFirst ? "\"" : ",\"")
    output.append(ByteView(name))
    output.append("\":")
    output.append(document.raw(node))
  }
}
