@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards

/// What a table shows of some cards, of bounded size for each.
struct CardRows: ~Copyable {
  /// One card; its texts stand in the rows' buffer.
  struct Row: BitwiseCopyable {
    let type: CardType?
    let flags: CardFlags
    /// Epoch milliseconds; nil for unknown or never.
    let created: Int64?
    let expires: Int64?
    /// The bytes that count towards the 2 KB.
    let payload: Int
    /// The number of the record in its block, from 1.
    let record: Int
    /// The gravest of what was found in it.
    var worst: Severity?
    fileprivate let id: Int
    fileprivate let classType: Int
    fileprivate let title: Int
    fileprivate let end: Int
  }

  private(set) var rows: [Row] = []
  private var text = ByteBuffer()
  private var scratch = ByteBuffer()

  /// The most bytes of a text that are kept: more than a terminal shows on a line.
  private static let textLimit = 1000

  /// The id of a row.
  func id(of row: Row) -> ByteView { text.view.slice(row.id..<row.classType) }

  /// The other texts of a row.
  func texts(of row: Row) -> (classType: String, title: String) {
    (
      text.view.slice(row.classType..<row.title).text, text.view.slice(row.title..<row.end).text
    )
  }

  /// Adds a card.
  mutating func append(_ card: Card, _ facts: CountedCard, record: Int) {
    let id = add(card.text(.id))
    let classType = add(card.classType)
    let title = add(card.text(.title) ?? card.text(.description))
    rows.append(
      Row(
        type: facts.type, flags: facts.flags, created: facts.created, expires: facts.expires,
        payload: facts.payload, record: record, id: id, classType: classType, title: title,
        end: text.count))
  }

  /// Appends the beginning of a text and returns where it begins.
  private mutating func add(_ value: CardText?) -> Int {
    let start = text.count
    guard let value else { return start }
    scratch.removeAll()
    value.appendText(to: &scratch)
    var end = min(scratch.count, CardRows.textLimit)
    // Not in the middle of a character.
    while end < scratch.count, end > 0, scratch.view[end] & 0xC0 == 0x80 { end -= 1 }
    text.append(scratch.view.slice(0..<end))
    return start
  }

  /// Adds the first rows of `other` until there are `limit`.
  mutating func append(_ other: borrowing CardRows, limit: Int) {
    for row in other.rows.prefix(max(0, limit - rows.count)) {
      let shift = text.count - row.id
      text.append(other.text.view.slice(row.id..<row.end))
      rows.append(
        Row(
          type: row.type, flags: row.flags, created: row.created, expires: row.expires,
          payload: row.payload, record: row.record, id: row.id + shift,
          classType: row.classType + shift,
          title: row.title + shift, end: row.end + shift))
    }
  }

  /// Notes a finding in the card that was read as this record of the block whose rows begin at
  /// `first`.
  mutating func note(_ severity: Severity, inRecord record: Int, from first: Int) {
    let place = rows[first...].firstIndex { $0.record == record }
    if let place, rows[place].worst.map({ $0 < severity }) ?? true {
      rows[place].worst = severity
    }
  }

  /// Forgets all rows.
  mutating func removeAll() {
    guard !rows.isEmpty else { return }
    rows.removeAll(keepingCapacity: true)
    text.removeAll()
  }
}
