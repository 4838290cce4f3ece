import CardJSON
import ContentCardKit

/// The format of a record: a JSON object or a row of a table, and its times.
struct RecordFormat: Sendable {
  /// The format of rows; nil for JSON.
  let table: DelimitedText?
  /// The format of times.
  let times: CardTimeFormat

  /// Starts a value: `member` is `,"key":`, which a row does not have.
  @inline(__always)
  func begin(_ member: ByteView, isFirst: Bool, in buffer: inout ByteBuffer) {
    guard let table else { return buffer.append(member) }
    table.beginCell(isFirst: isFirst, in: &buffer)
  }

  /// Appends a value; returns false if it is absent, or a time that the format cannot represent.
  @inline(__always)
  func append(_ value: CardValue, to buffer: inout ByteBuffer) -> Bool {
    switch value {
    case .absent: return false
    case .time(let time): return times.append(time, quoted: table == nil, to: &buffer)
    case .text, .number, .boolean, .nested:
      if let table { table.append(value, to: &buffer) } else { value.appendJSON(to: &buffer) }
      return true
    }
  }

  /// Ends the record that started at `start`.
  func end(from start: Int, in buffer: inout ByteBuffer) {
    if let table { return table.endRow(from: start, to: &buffer) }
    guard buffer.count > start else { return buffer.append("{}") }
    // Every member starts with a comma; the opening brace replaces the first one.
    buffer.replace(at: start, with: UInt8(ascii: "{"))
    buffer.append(UInt8(ascii: "}"))
  }
}
