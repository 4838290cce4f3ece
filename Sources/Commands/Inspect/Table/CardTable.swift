import CardJSON
import CardRules
import ContentCards

/// The first cards of an input as a table.
struct CardTable {
  private static let columns = [
    TextTable.Column(title: "#", minimum: 9, alignsRight: true),
    TextTable.Column(title: "id", minimum: 10),
    TextTable.Column(title: "type", minimum: 7, leaving: 2),
    TextTable.Column(title: "class type", minimum: 8),
    TextTable.Column(title: "title", minimum: 8, leaving: 4),
    TextTable.Column(title: "created", minimum: 10, leaving: 1),
    TextTable.Column(title: "expires", minimum: 10, leaving: 3),
    TextTable.Column(title: "flags", minimum: 8, leaving: 6),
    TextTable.Column(title: "bytes", minimum: 9, leaving: 5, alignsRight: true),
  ]

  /// What the letters of the flags mean.
  private static let legend: String = {
    let flags = CardFlag.allCases.compactMap { flag in flag.letter.map { "\($0) \(flag)" } }
    return "flags: " + flags.joined(separator: ", ")
  }()

  /// The table of `rows` and what its letters mean, each line with its line end.
  ///
  /// - Parameter now: the time that ages count from, in epoch milliseconds.
  static func text(_ rows: borrowing CardRows, now: Int64, _ style: InspectStyle) -> String {
    var ids: [String] = []
    for row in rows.rows { ids.append(style.shown(rows.texts(of: row).id)) }
    let shortened = shortIDs(ids)
    var cells: [[TextTable.Cell]] = []
    for (index, row) in rows.rows.enumerated() {
      let texts = rows.texts(of: row)
      cells.append([
        TextTable.Cell(String(index + 1), .faint),
        TextTable.Cell(shortened[index], .name),
        TextTable.Cell(row.type?.name.description ?? "none"),
        TextTable.Cell(style.shown(texts.classType)),
        TextTable.Cell(style.shown(texts.title)),
        TextTable.Cell(row.created.map { TimeWords.relative($0, now: now) } ?? "unknown"),
        TextTable.Cell(
          TimeWords.expiry(row.expires, now: now),
          row.expires.map { $0 <= now } == true ? .bad : nil),
        TextTable.Cell(row.flags.letters),
        TextTable.Cell(
          String(row.payload), row.payload > CheckSettings.payloadLimit ? .worst : nil),
      ])
    }
    let text = TextTable(columns, cells).text(style)
    let hasLetters = rows.rows.contains { !$0.flags.letters.isEmpty }
    // A narrow table goes without the column.
    let hasColumn = ByteBuffer(text.prefix { $0 != "\n" }.utf8).read {
      $0.firstIndex(of: ByteView("flags")) != nil
    }
    guard hasLetters, hasColumn else { return text }
    return text + style.paint(legend, .faint) + "\n"
  }

  /// The fewest characters of an id that are shown, and the most: the ids of one campaign differ
  /// only behind the fortieth, which no table has room for.
  private static let shortLengths = 8...10

  /// The beginnings of ids: as long as it takes to tell those of the table apart, for `--id`.
  static func shortIDs(_ ids: [String]) -> [String] {
    let distinct = Set(ids)
    let length =
      shortLengths.first { length in
        Set(distinct.map { $0.prefix(length) }).count == distinct.count
      } ?? shortLengths.upperBound
    return ids.map { String($0.prefix(length)) }
  }
}
