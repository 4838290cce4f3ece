import CardJSON
import CardRules
import ContentCardKit

/// The first cards of an input as a table.
enum CardTable {
  private static let columns = [
    TextTable.Column(title: "#", minimum: 9, alignsRight: true),
    TextTable.Column(title: "title", minimum: 12),
    TextTable.Column(title: "id", minimum: 44),
    TextTable.Column(title: "finding", minimum: 7, dropRank: 2),
    TextTable.Column(title: "class type", minimum: 8, dropRank: 4),
    TextTable.Column(title: "type", minimum: 7, dropRank: 6),
    TextTable.Column(title: "created", minimum: 10, dropRank: 3),
    TextTable.Column(title: "expires", minimum: 10, dropRank: 5),
    TextTable.Column(title: "flags", minimum: 8, dropRank: 7),
    TextTable.Column(title: "bytes", minimum: 9, dropRank: 8, alignsRight: true),
  ]

  /// Returns the table of `rows` with ages relative to `now`, followed by a legend of the flag
  /// letters.
  static func text(
    _ rows: ArraySlice<ListedCard>, _ ids: borrowing ShortIDs, now: Int64, style: TextStyle
  ) -> String {
    var cells: [[TextTable.Cell]] = []
    for (index, row) in rows.enumerated() {
      let facts = row.facts
      let id = style.isFitted ? ByteBuffer(row.id.utf8).read { ids.beginning(of: $0) } : row.id
      let isExpired = facts.flags.contains(.expired)
      let isTooLarge = facts.payload > CheckSettings.payloadLimit
      cells.append([
        TextTable.Cell(String(index + 1), .dimmed),
        TextTable.Cell(style.escaped(row.title)),
        TextTable.Cell(style.escaped(id), .name),
        TextTable.Cell(row.worst?.rawValue ?? "", row.worst?.paint),
        TextTable.Cell(style.escaped(row.classType)),
        TextTable.Cell(facts.type?.name.description ?? "none"),
        TextTable.Cell(facts.created.map { TimeWords.relative($0, now: now) } ?? "unknown"),
        TextTable.Cell(
          facts.expires.map { TimeWords.relative($0, now: now) } ?? "never",
          isExpired ? .bad : nil),
        TextTable.Cell(facts.flags.letters),
        TextTable.Cell(String(facts.payload), isTooLarge ? .error : nil),
      ])
    }
    let table = TextTable(columns, cells)
    let text = table.text(style, width: style.width)
    // A narrow table omits the flags.
    guard table.shows("flags", in: style.width) else { return text }
    let letters = Set(rows.flatMap(\.facts.flags.letters))
    let flags = CardFlag.allCases.compactMap { flag in
      flag.letter.flatMap { letters.contains($0) ? "\($0) \(flag.name)" : nil }
    }
    if flags.isEmpty { return text }
    return text + style.paint("flags: " + flags.joined(separator: ", "), .dimmed) + "\n"
  }
}
