import CardJSON
import CardRules
import ContentCardKit

/// The contents of a table of cards, of bounded size for each.
struct CardRows: ~Copyable {
  /// One card, whose strings are in the rows' buffer.
  struct Row: BitwiseCopyable {
    let facts: CountedCard
    /// The number of the record in its block, from 1.
    let record: Int
    /// The gravest of what was found in it.
    var worst: Severity?
    /// The start of the strings, and the end of each from there.
    fileprivate var start: Int
    fileprivate let idEnd: Int
    fileprivate let classTypeEnd: Int
    fileprivate let titleEnd: Int
  }

  private(set) var rows: [Row] = []
  private var text = ByteBuffer()
  private var scratch = ByteBuffer()

  /// The most bytes of a text that are kept: more than a terminal shows on a line.
  private static let textLimit = 1000

  /// The id of a row.
  func id(of row: Row) -> ByteView { text.view.slice(row.start..<row.start + row.idEnd) }

  /// The class type and the title of a row.
  func texts(of row: Row) -> (classType: String, title: String) {
    let texts = text.view.slice(row.start..<row.start + row.titleEnd)
    return (
      texts.slice(row.idEnd..<row.classTypeEnd).text,
      texts.slice(row.classTypeEnd..<row.titleEnd).text
    )
  }

  /// Adds a card.
  mutating func append(_ card: Card, _ facts: CountedCard, record: Int) {
    let start = text.count
    add(card.text(.id))
    let idEnd = text.count - start
    add(card.classType)
    let classTypeEnd = text.count - start
    add(card.text(.title) ?? card.text(.description))
    rows.append(
      Row(
        facts: facts, record: record, start: start, idEnd: idEnd, classTypeEnd: classTypeEnd,
        titleEnd: text.count - start))
  }

  /// Appends the beginning of a text.
  private mutating func add(_ value: CardText?) {
    guard let value else { return }
    scratch.removeAll()
    value.appendText(to: &scratch)
    text.append(scratch.view.prefix(CardRows.textLimit))
  }

  /// Adds the first rows of `other` until there are `limit`.
  mutating func append(_ other: borrowing CardRows, limit: Int) {
    for var row in other.rows.prefix(max(0, limit - rows.count)) {
      let texts = other.text.view.slice(row.start..<row.start + row.titleEnd)
      row.start = text.count
      text.append(texts)
      rows.append(row)
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
