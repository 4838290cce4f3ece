import CardJSON
import CardRules
import ContentCardKit

/// The first cards of an input as a table.
///
/// Off a terminal nothing is cut, flags have their names, and every line begins with `card`.
struct CardTable {
  private static let columns = [
    TextTable.Column(title: "card", minimum: 4),
    TextTable.Column(title: "#", minimum: 9, alignsRight: true),
    TextTable.Column(title: "title", minimum: 12),
    TextTable.Column(title: "id", minimum: 44),
    TextTable.Column(title: "finding", minimum: 7, leaving: 2),
    TextTable.Column(title: "class type", minimum: 8, leaving: 4),
    TextTable.Column(title: "type", minimum: 7, leaving: 6),
    TextTable.Column(title: "created", minimum: 10, leaving: 3),
    TextTable.Column(title: "expires", minimum: 10, leaving: 5),
    TextTable.Column(title: "flags", minimum: 8, leaving: 7),
    TextTable.Column(title: "bytes", minimum: 9, leaving: 8, alignsRight: true),
  ]

  /// The meaning of the flag letters that occur in the rows.
  private static func legend(_ rows: borrowing CardRows) -> String {
    let met = rows.rows.reduce(into: "") { $0 += $1.facts.flags.letters }
    let flags = CardFlag.allCases.compactMap { flag in
      flag.letter.flatMap { met.contains($0) ? "\($0) \(flag)" : nil }
    }
    return flags.isEmpty ? "" : "flags: " + flags.joined(separator: ", ")
  }

  /// The table of `rows` and what its letters mean, each line with its line end.
  ///
  /// - Parameter now: the time that ages count from, in epoch milliseconds.
  static func text(
    _ rows: borrowing CardRows, _ ids: borrowing ShortIDs, now: Int64, _ style: TextStyle
  ) -> String {
    let isDrawn = style.draws
    var cells: [[TextTable.Cell]] = []
    for (index, row) in rows.rows.enumerated() {
      let texts = rows.texts(of: row)
      let id = rows.id(of: row)
      cells.append([
        TextTable.Cell("card"),
        TextTable.Cell(String(index + 1), .faint),
        TextTable.Cell(style.shown(texts.title)),
        TextTable.Cell(style.shown(isDrawn ? ids.beginning(of: id) : id.text), .name),
        TextTable.Cell(row.worst?.rawValue ?? "", row.worst?.paint),
        TextTable.Cell(style.shown(texts.classType)),
        TextTable.Cell(row.facts.type?.name.description ?? "none"),
        TextTable.Cell(row.facts.created.map { TimeWords.relative($0, now: now) } ?? "unknown"),
        TextTable.Cell(
          TimeWords.expiry(row.facts.expires, now: now),
          row.facts.expires.map { $0 <= now } == true ? .bad : nil),
        TextTable.Cell(isDrawn ? row.facts.flags.letters : row.facts.flags.names),
        TextTable.Cell(
          String(row.facts.payload), row.facts.payload > CheckSettings.payloadLimit ? .worst : nil),
      ])
    }
    let table = TextTable(columns, cells)
    guard isDrawn else { return table.text(style, width: .max) }
    let drawn = TextTable(Array(columns.dropFirst()), cells.map { Array($0.dropFirst()) })
    let text = drawn.text(style, width: style.width)
    let legend = legend(rows)
    // A narrow table goes without the column.
    guard !legend.isEmpty, drawn.shows("flags", in: style.width) else { return text }
    return text + style.paint(legend, .faint) + "\n"
  }
}
