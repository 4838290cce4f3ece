@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards

extension NameCounts {
  /// Adds an occurrence of a class type, whatever its case.
  mutating func add(classType name: CardText, using scratch: inout ByteBuffer) {
    // Most class types are written as they are counted.
    if !name.isEscaped, !name.content.holds(.oddInName) { return add(name.content) }
    scratch.removeAll()
    name.appendText(to: &scratch)
    for index in 0..<scratch.count {
      let byte = scratch.view[index]
      let lowercased = ByteView.lowercased(byte)
      if lowercased != byte { scratch.replace(at: index, with: lowercased) }
    }
    add(scratch.view)
  }

  /// The names by how often they occur, the most frequent first.
  var sorted: [(name: String, count: Int)] {
    (0..<count).map { (entry($0).name.text, entry($0).count) }
      .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
  }

  /// Lines that say what is not listed.
  ///
  /// - Parameter kind: what the names are.
  func rest(of unlisted: ArraySlice<(name: String, count: Int)>, _ kind: String)
    -> [ViewSections.Row]
  {
    var rows: [ViewSections.Row] = []
    if !unlisted.isEmpty {
      let total = unlisted.reduce(0) { $0 + $1.count }
      rows.append(
        ViewSections.Row(
          name: "(others)", value: String(total), note: counted(unlisted.count, "more \(kind)")))
    }
    if others > 0 {
      rows.append(
        ViewSections.Row(
          name: "(not told apart)", value: String(others),
          note: "behind the first \(count) \(kind)s"))
    }
    return rows
  }
}
